import { rmSync } from "node:fs";
import { afterAll } from "vitest";
import { databaseFolders } from "~/data/database-folders";
import { openDatabase } from "~/embedded-supabase/database.server";
import { openEmbeddedSupabase } from "~/embedded-supabase/index.server";
import { databaseFolder } from "../../support/fixtures/supabase";

/**
 * Opens an embedded Supabase that ends with the test file.
 *
 * @param before changes the database before it is opened
 */
export async function openOwnSupabase(before = "") {
  const folder = databaseFolder();
  const database = await openDatabase(folder, databaseFolders);
  await database.sql.exec(before);
  await database.close();
  const supabase = await openEmbeddedSupabase(folder, databaseFolders);
  afterAll(async () => {
    await supabase.close();
    rmSync(folder, { recursive: true });
  });
  return { ...supabase, folder };
}
