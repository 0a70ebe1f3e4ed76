import fs, { rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { afterEach, expect, test, vi } from "vitest";
import { databaseFolders } from "~/database/database-folders";
import { openEmbeddedSupabase } from "#supabase";
import { DiskFullError } from "#supabase/files";
import { databaseFolder } from "#supabase/testing";
import { insertSignup } from "../testing/rows";

const folder = databaseFolder();
const works = () => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
};
afterEach(() => {
  works();
  rmSync(folder, { recursive: true });
});

function failWith(operation: "accessSync" | "writeFileSync", code: string) {
  vi.spyOn(fs, operation).mockImplementation(() => {
    throw Object.assign(new Error(code), { code });
  });
  syncBuiltinESMExports();
}

// tests/http/failing-disk.spec.ts fills disks, and starts on one that is read-only.
test("a disk over its quota is a full one, one that becomes read-only takes no rows, and both work again once they can be written", async () => {
  failWith("writeFileSync", "EDQUOT");
  const refused = openEmbeddedSupabase(folder, databaseFolders);
  await expect(refused).rejects.toThrow(
    "is on a disk with less than 16 MB (EDQUOT) free, and its database needs 16 MB; free some, or set DATA_DIR",
  );
  await expect(refused).rejects.toBeInstanceOf(DiskFullError);
  works();
  const supabase = await openEmbeddedSupabase(folder, databaseFolders);

  failWith("accessSync", "EROFS");
  expect(supabase.canStore()).toBe(false);
  expect(await insertSignup(supabase, "a@example.com")).toBe(503);
  works();
  expect(supabase.canStore()).toBe(true);
  expect(await insertSignup(supabase, "a@example.com")).toBe(201);
  await supabase.close();
});
