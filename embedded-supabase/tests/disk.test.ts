import fs, { rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { afterEach, expect, test, vi } from "vitest";
import { databaseFolders } from "~/database/database-folders";
import {
  DiskFullError,
  openEmbeddedSupabase,
  openMigratedDatabase,
} from "#supabase";
import {
  databaseFolder,
  insertSignup,
  temporaryFolder,
} from "#supabase/testing";

const folder = temporaryFolder();
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  rmSync(folder, { recursive: true, force: true });
});

test.each(["EDQUOT", "ENOSPC"])(
  "a disk that refuses to be written with %s, as over a quota, is a full one, and its database stays as it is",
  async (code) => {
    databaseFolder(folder);
    vi.spyOn(fs, "writeFileSync").mockImplementation(() => {
      throw Object.assign(new Error(`${code}: refused`), { code });
    });
    syncBuiltinESMExports();
    const opened = openMigratedDatabase(folder, databaseFolders);
    await expect(opened).rejects.toThrow(
      `is on a disk with less than 16 MB (${code}) free, and its database needs 16 MB; free some, or set DATA_DIR`,
    );
    await expect(opened).rejects.toBeInstanceOf(DiskFullError);
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    await (await openMigratedDatabase(folder, databaseFolders)).close();
  },
);

test("a disk that becomes read-only while the database is open refuses rows with 503, and takes them again once it is writable", async () => {
  databaseFolder(folder);
  const supabase = await openEmbeddedSupabase(folder, databaseFolders);
  const refused = Object.assign(new Error("read-only"), { code: "EROFS" });
  vi.spyOn(fs, "accessSync").mockImplementation(() => {
    throw refused;
  });
  syncBuiltinESMExports();
  expect(supabase.canStore()).toBe(false);
  expect(await insertSignup(supabase, "a@example.com")).toBe(503);
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  expect(supabase.canStore()).toBe(true);
  expect(await insertSignup(supabase, "a@example.com")).toBe(201);
  await supabase.close();
});
