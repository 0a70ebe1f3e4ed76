import { rmSync } from "node:fs";
import { openDatabase } from "~/embedded-supabase/database.server";
import { temporaryFolder } from "./supabase";

/**
 * Makes the database that `databaseFolder` copies, and gives the function that
 * removes it. Vitest and Playwright call this once a run: initdb takes seconds.
 */
export default async function makeDatabaseTemplate() {
  const folder = temporaryFolder();
  const database = await openDatabase(folder);
  await database.close();
  // The test processes are started later, and inherit it.
  process.env.KANDI_DATABASE_TEMPLATE = folder;
  return () => rmSync(folder, { recursive: true });
}
