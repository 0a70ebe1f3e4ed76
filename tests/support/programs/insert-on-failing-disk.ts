import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { databaseFolders } from "~/data/database-folders";
import { openEmbeddedSupabase } from "~/embedded-supabase/index.server";
import { insertSignup } from "../fixtures/insert-signup";

// Prints the status of one insert, then of two more on a disk on which one of
// Node's operations fails.
const [, , folder = "", operation, code = ""] = process.argv;
const supabase = await openEmbeddedSupabase(folder, databaseFolders);

async function insert(email: string) {
  const status = await insertSignup(supabase, email.toLowerCase());
  fs.writeFileSync(1, `${status}\n`);
}

await insert(`before-${operation}@example.com`);
const fail = () => {
  throw Object.assign(new Error(code), { code });
};
Object.assign(fs, { [operation as "fsyncSync"]: fail });
syncBuiltinESMExports();
await insert(`failing-${operation}@example.com`);
await insert(`next-${operation}@example.com`);
