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
import { openEmbeddedSupabase } from "../supabase";
import { askOwner } from "../query-socket";
import { databaseFolder, temporaryFolder } from "#supabase/testing";

const folder = temporaryFolder();
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a folder in use is refused with one line, and so is one that cannot be locked", async () => {
  databaseFolder(folder);
  const supabase = await openEmbeddedSupabase(folder, databaseFolders);
  const open = () => openEmbeddedSupabase(folder, databaseFolders);
  await expect(open).rejects.toThrow(
    `DATA_DIR ${JSON.stringify(folder)} is in use by another process; stop that one, or set DATA_DIR to another folder.`,
  );
  await supabase.close();

  const bin = path.join(folder, "bin");
  mkdirSync(bin);
  const script = '#!/bin/sh\necho "flock: 3: No locks available" >&2; exit 1';
  writeFileSync(path.join(bin, "flock"), script, { mode: 0o755 });
  vi.stubEnv("PATH", `${bin}:${process.env.PATH}`);
  await expect(open).rejects.toThrow(
    / cannot be locked: flock: 3: No locks available$/,
  );
  vi.unstubAllEnvs();
});

test("a database whose creation was interrupted is created again, and only its owner can read it", async () => {
  const unfinished = path.join(folder, "postgres.unfinished");
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(path.join(unfinished, "PG_VERSION"), "17\n");
  const supabase = await openEmbeddedSupabase(folder, databaseFolders);
  const mode = (name: string) =>
    (statSync(path.join(folder, name)).mode & 0o777).toString(8);
  expect(mode("postgres")).toBe("700");
  expect(mode("lock")).toBe("600");
  await supabase.close();
});

test("an empty postmaster.pid, as a power cut leaves it, keeps no database from opening, and a copy that others may read is narrowed", async () => {
  databaseFolder(folder);
  const postgres = path.join(folder, "postgres");
  chmodSync(postgres, 0o755);
  writeFileSync(path.join(postgres, "postmaster.pid"), "");
  await (await openEmbeddedSupabase(folder, databaseFolders)).close();
  expect(statSync(postgres).mode & 0o777).toBe(0o700);
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
  test.each(["707", "2770"])(
    "but mode %s is narrowed with a line if all in it is this user's",
    async (mode) => {
      chmodSync(own, Number.parseInt(mode, 8));
      const log = vi.fn();
      await (await openEmbeddedSupabase(own, databaseFolders, log)).close();
      expect(statSync(own).mode & 0o077).toBe(0);
      expect(log).toHaveBeenCalledWith(
        "warn",
        "DATA_DIR was writable by other users and is not any more",
        { folder: own, mode: mode.slice(-3).padStart(4, "0") },
      );
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
