import fs from "node:fs";
import { databaseFolders } from "~/data/database-folders";
import { openEmbeddedSupabase } from "~/embedded-supabase/index.server";
import { insertRow } from "../fixtures/insert-signup";

// Prints the status of one insert with no file descriptor left to create the
// table's second file, and of another with all of them. It runs with a limit
// that leaves some for what it opens itself.
const supabase = await openEmbeddedSupabase(
  process.argv[2] ?? "",
  databaseFolders,
);

async function insert(name: string) {
  // Too long for a page, in characters that do not compress.
  const characters = Array.from({ length: 5000 }, (_, index) =>
    String.fromCodePoint(0x10000 + ((index * 7919) % 50_000)),
  );
  const message = characters.join("");
  const row = { name, email: "robin@example.com", message };
  const { status } = await insertRow(supabase, "contact_messages", row);
  fs.writeFileSync(1, `${status}\n`);
}

const taken: number[] = [];
try {
  for (;;) taken.push(fs.openSync("/dev/null", "r"));
} catch {
  await insert("without");
}
for (const descriptor of taken) fs.closeSync(descriptor);
await insert("with");
process.exit(0);
