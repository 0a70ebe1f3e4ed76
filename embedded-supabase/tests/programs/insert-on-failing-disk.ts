import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { databaseFolders } from "~/database/database-folders";
import { openEmbeddedSupabase } from "#supabase";
import { insertRow } from "#supabase/testing";

// Prints the status of one insert, then of two more on a disk on which one of
// Node's operations fails.
const [, , folder = "", operation, code = ""] = process.argv;
const supabase = await openEmbeddedSupabase(folder, databaseFolders);

async function insert(table: string, row: object) {
  const { status } = await insertRow(supabase, table, row);
  fs.writeFileSync(1, `${status}\n`);
}

const signup = { email: "a@example.com", signup_source: "hero_section" };
await insert("beta_signups", signup);
const fail = () => {
  throw Object.assign(new Error(code), { code });
};
Object.assign(fs, { [operation as "fsyncSync"]: fail });
syncBuiltinESMExports();
const message = { name: "Robin", email: "a@example.com", message: "Hi" };
await insert("contact_messages", message);
await insert("beta_signups", { ...signup, email: "b@example.com" });
