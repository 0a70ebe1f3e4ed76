import { constants, existsSync } from "node:fs";
import { access, readdir, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { lockFolder } from "~/services/embedded-supabase/folder-lock.server";
import type { Env } from "~/services/env-schema.server";
import { finding } from "./finding";
import type { Finding } from "./finding";

/** Bytes. A new database takes about 40 MB, and its log as much again. */
const enoughDisk = 256 * 1024 * 1024;

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MB`;

/**
 * The embedded database's folder. Makes nothing in it: what the operator made
 * might not be the site's to use.
 *
 * @param isSiteRunning whether this very site answers on PORT
 */
export async function checkFolder(
  { dataDir, port }: Env,
  isSiteRunning: boolean,
): Promise<Finding[]> {
  const name = JSON.stringify(dataDir);
  const disk = async (folder: string, size: number) => {
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const told = `holds ${megabytes(size)}, ${megabytes(free)} of the disk are free`;
    return free < enoughDisk
      ? finding(
          "DATA_DIR disk",
          false,
          `${told}; free some: a site that cannot write ends`,
        )
      : finding("DATA_DIR disk", true, told);
  };

  if (!existsSync(dataDir)) {
    const parent = nearestFolder(dataDir);
    return (await isUsable(parent))
      ? [
          finding(
            "DATA_DIR folder",
            true,
            `${name} is made at the first start`,
          ),
          await disk(parent, 0),
        ]
      : [
          finding(
            "DATA_DIR folder",
            false,
            `${name} cannot be made: ${JSON.stringify(parent)} may not be written by this user; make the folder for it, or set DATA_DIR to another`,
          ),
        ];
  }

  const found = await stat(dataDir);
  if (!found.isDirectory()) {
    const text = `${name} is no folder; set DATA_DIR to one`;
    return [finding("DATA_DIR folder", false, text)];
  }
  if (!(await isUsable(dataDir))) {
    const text = `${name} may not be used by this user; run this as the user of the site, or give the folder to it: chown -R`;
    return [finding("DATA_DIR folder", false, text)];
  }
  const mode = (found.mode & 0o777).toString(8).padStart(4, "0");
  // Windows has no such modes.
  const isPrivate = mode === "0700" || process.platform === "win32";
  return [
    finding(
      "DATA_DIR folder",
      isPrivate,
      isPrivate
        ? `${name} has mode ${mode}`
        : `${name} has mode ${mode}, and others may be able to look into it; chmod 700 ${name}`,
    ),
    checkLock(dataDir, isSiteRunning ? port : undefined),
    await disk(dataDir, await sizeOf(dataDir)),
  ];
}

/** Takes the lock for a moment, where there has ever been one. */
function checkLock(dataDir: string, sitePort: number | undefined): Finding {
  const name = "DATA_DIR lock";
  if (!existsSync(path.join(dataDir, "lock")))
    return finding(name, true, "free");
  try {
    lockFolder(dataDir)();
    return finding(name, true, "free");
  } catch (error) {
    return sitePort === undefined
      ? finding(name, false, (error as Error).message)
      : finding(name, true, `held, while the site runs on PORT ${sitePort}`);
  }
}

function nearestFolder(file: string): string {
  const parent = path.dirname(path.resolve(file));
  return existsSync(parent) ? parent : nearestFolder(parent);
}

const isUsable = (folder: string) =>
  access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );

/** Bytes. A running site removes files while they are counted. */
async function sizeOf(folder: string): Promise<number> {
  let size = 0;
  for (const file of await readdir(folder, { recursive: true })) {
    const found = await stat(path.join(folder, file)).catch(() => undefined);
    size += found?.isFile() ? found.size : 0;
  }
  return size;
}
