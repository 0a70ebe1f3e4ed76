import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs, {
  chmodSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { createServer } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { databaseFolders } from "~/database/database-folders";
import { lockFile } from "../files";
import { openEmbeddedSupabase } from "../supabase";
import { askOwner } from "../query-socket";
import { databaseFolder, temporaryFolder } from "#supabase/testing";

const folder = temporaryFolder();
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Another process opens the folder and prints "open", or why it cannot. */
const otherProcess = [
  "--import",
  "tsx",
  "embedded-supabase/tests/programs/open-folder.ts",
  folder,
];

test("a second process is refused with one line, and a killed one's lock is taken over", async () => {
  databaseFolder(folder);
  const first = spawn(process.execPath, otherProcess);
  const [line] = (await once(first.stdout, "data")) as [Buffer];
  expect(line.toString()).toBe("open\n");

  const second = spawnSync(process.execPath, otherProcess, {
    encoding: "utf8",
    // It would keep running with the folder open.
    timeout: 120_000,
  });
  expect(second.stdout).toBe(
    `DATA_DIR ${JSON.stringify(folder)} is in use by another process; stop that one, or set DATA_DIR to another folder.\n`,
  );
  expect(second.status).toBe(1);

  first.kill("SIGKILL");
  await once(first, "close");
  const supabase = await openEmbeddedSupabase(folder, databaseFolders);
  const { rows } = await supabase.database.query(
    "select version from supabase_migrations.schema_migrations",
  );
  expect(rows.length).toBeGreaterThan(0);
  await supabase.close();
});

/** A flock of another system, in place of util-linux's. */
function useFlock(script: string): void {
  const bin = path.join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(path.join(bin, "flock"), script, { mode: 0o755 });
  const { PATH = "" } = process.env;
  vi.stubEnv("PATH", `${bin}:${PATH}`);
}

test("BusyBox's flock, which has no -w, locks a folder, too, and one that fails is quoted", () => {
  useFlock(`#!/bin/sh
    for option; do [ "$option" != -w ] || { echo "flock: unrecognized option: w" >&2; exit 1; }; done
    PATH=\${PATH#*:} exec flock "$@"`);
  const file = path.join(folder, "lock");
  const unlock = lockFile(file);
  expect(lockFile(file)).toBe(undefined);
  unlock?.();
  lockFile(file)?.();
  useFlock('#!/bin/sh\necho "flock: 3: No locks available" >&2; exit 1');
  expect(() => lockFile(file)).toThrow(/^flock: 3: No locks available$/);
  vi.unstubAllEnvs();
});

test("a database whose creation was interrupted is created again", async () => {
  const unfinished = path.join(folder, "postgres.unfinished");
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(path.join(unfinished, "PG_VERSION"), "17\n");
  const supabase = await openEmbeddedSupabase(folder, databaseFolders);
  await supabase.close();
});

test("a folder that is no database any more is refused and not changed", async () => {
  databaseFolder(folder);
  const postgres = path.join(folder, "postgres");
  rmSync(path.join(postgres, "PG_VERSION"));
  const before = readdirSync(postgres, { recursive: true });
  await expect(openEmbeddedSupabase(folder, databaseFolders)).rejects.toThrow(
    /^DATA_DIR ".*" cannot be opened: its folder postgres has no file PG_VERSION, .* restore a backup\.$/,
  );
  expect(readdirSync(postgres, { recursive: true })).toEqual(before);
});

test("only its owner can read it", async () => {
  const supabase = await openEmbeddedSupabase(folder, databaseFolders);
  const mode = (name: string) =>
    (statSync(path.join(folder, name)).mode & 0o777).toString(8);
  expect(mode("postgres")).toBe("700");
  expect(mode("lock")).toBe("600");
  await supabase.close();
});

test("a folder that cannot be created is named", async () => {
  const file = path.join(folder, "file");
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, "");
  chmodSync(file, 0o400);
  await expect(
    openEmbeddedSupabase(path.join(file, "data"), databaseFolders),
  ).rejects.toThrow(/^DATA_DIR ".*" cannot be created: .*$/);
});

describe("a folder that others can change is refused by the site and its jobs", () => {
  const inside = (name: string) => path.join(folder, name);
  const own = inside("own");
  beforeEach(() => void databaseFolder(own));

  async function expectRefused(dataDir: string, reason: RegExp) {
    const line = new RegExp(`^DATA_DIR "${dataDir}" ${reason.source}.*\\.$`);
    await expect(
      openEmbeddedSupabase(dataDir, databaseFolders),
    ).rejects.toThrow(line);
    // The socket that answers is an impostor's.
    const server = createServer().listen(path.join(own, "jobs.sock"));
    await once(server, "listening");
    await expect(askOwner(dataDir)).rejects.toThrow(line);
    server.close();
  }

  // Kubernetes' fsGroup makes it 2770 at each start.
  test.each(["770", "707", "1777", "2770"])(
    "but mode %s is narrowed with a line if all in it is this user's, at each start",
    async (mode) => {
      for (let start = 0; start < 2; start++) {
        chmodSync(own, Number.parseInt(mode, 8));
        const lines: unknown[] = [];
        const log = (_: string, message: string) => lines.push(message);
        await (await openEmbeddedSupabase(own, databaseFolders, log)).close();
        expect(statSync(own).mode & 0o077).toBe(0);
        expect(lines).toContain(
          "DATA_DIR was writable by other users and is not any more",
        );
      }
    },
  );

  test.each([undefined, "EPERM"])(
    "on a file system without modes, whose chmod does nothing or fails with %s",
    async (code) => {
      chmodSync(own, 0o777);
      vi.spyOn(fs, "chmodSync").mockImplementation(() => {
        if (code) throw Object.assign(new Error(code), { code });
      });
      syncBuiltinESMExports();
      await expectRefused(own, /is on a file system without modes, /);
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    },
  );

  describe("by owner", () => {
    beforeEach(({ skip }) => {
      skip(process.getuid?.() !== 0, "Only root can give away a file.");
    });
    const another = (file: string) => lchownSync(file, 65534, 65534);

    test("of the folder", async () => {
      another(own);
      await expectRefused(own, /belongs to another user \(uid 65534\)/);
    });

    test("of a link to it", async () => {
      const link = inside("link");
      symlinkSync(own, link);
      await (await openEmbeddedSupabase(link, databaseFolders)).close();
      another(link);
      await expectRefused(link, /is not safe: ".*link" was put there/);
    });

    test.each([0o700, 0o777])("of a file in it, at mode %o", async (mode) => {
      const planted = path.join(own, "postgres");
      rmSync(planted, { recursive: true });
      symlinkSync(folder, planted);
      another(planted);
      chmodSync(own, mode);
      await expectRefused(own, /is not safe: ".*postgres" was put there/);
    });
  });
});
