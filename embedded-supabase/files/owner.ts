import { chmodSync, lstatSync, readdirSync, statSync } from "node:fs";
import type { Stats } from "node:fs";
import path from "node:path";

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

const writableByOthers = 0o022;

/**
 * Another user who can write to the folder could read every e-mail address
 * through a link, or answer an operator's jobs instead of the site. A folder in
 * which all is this user's own is narrowed: Kubernetes widens a volume for its
 * `fsGroup` each time that it mounts it.
 *
 * @param variable the setting that names the folder
 * @returns the mode that it narrowed, if any
 * @throws Error with one line that says what to do
 */
export function refuseForeignFolder(
  folder: string,
  variable: string,
): string | undefined {
  const refuse = (what: string): never => {
    throw new Error(`${variable} ${JSON.stringify(folder)} ${what}`);
  };
  let found: Stats;
  try {
    // Given throwIfNoEntry, only Node 20 throws ENOTDIR for a path below a file.
    found = statSync(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    return refuse(`cannot be used: ${(error as Error).message}`);
  }
  if (!found.isDirectory()) return undefined;

  const user = process.getuid?.();
  if (found.uid !== user) {
    refuse(
      `belongs to another user (uid ${found.uid}); run this as that user, or set ${variable} to a folder of this user.`,
    );
  }
  // Its path may be a link, and its files may predate the right mode.
  const refuseForeignFiles = () => {
    const inside = readdirSync(folder).map((name) => path.join(folder, name));
    for (const file of [folder, ...inside]) {
      // The site may have just removed it.
      const owner: number =
        lstatSync(file, { throwIfNoEntry: false })?.uid ?? 0;
      // Root can read all files anyway, and owns a volume's lost+found.
      if (owner === user || owner === 0) continue;
      refuse(
        `is not safe: ${JSON.stringify(file)} was put there by another user (uid ${owner}); remove it, or set ${variable} to another folder.`,
      );
    }
  };
  refuseForeignFiles();
  if (!(found.mode & writableByOthers)) return undefined;
  try {
    chmodSync(folder, 0o700);
  } catch (error) {
    // Nobody can write to a read-only disk, and it is reported later.
    if (codeOf(error) === "EROFS") return undefined;
    if (codeOf(error) !== "EPERM") throw error;
  }
  if (statSync(folder).mode & writableByOthers) {
    refuse(
      `is on a file system without modes, such as /mnt/c of WSL or an SMB share, so every user of the machine may write to it; set ${variable} to a folder on a file system of Linux.`,
    );
  }
  // Another user may have put a file there meanwhile.
  refuseForeignFiles();
  return (found.mode & 0o777).toString(8).padStart(4, "0");
}
