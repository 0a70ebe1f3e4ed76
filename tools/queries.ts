import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { databaseFolders } from "~/data/database-folders";
import { openDatabase } from "~/embedded-supabase/database.server";
import { makeQueries, writeQueries } from "./queries/write";

// Writes the operator's jobs that name every table and column, from a new
// database that all migrations made.

const folder = mkdtempSync(path.join(tmpdir(), "kandi-queries-"));
try {
  const database = await openDatabase(folder, databaseFolders);
  try {
    const queries = await makeQueries(database.sql, databaseFolders.queries);
    const changed = writeQueries(queries, databaseFolders.queries);
    for (const name of changed)
      console.log(`${databaseFolders.queries}/${name}`);
    if (changed.length === 0) console.log("Nothing to change.");
  } finally {
    await database.close();
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
