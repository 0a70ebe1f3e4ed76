import { databaseFolders } from "~/database/database-folders";
import { openEmbeddedSupabase } from "#supabase";

// Holds an embedded database open until it is killed, or says why it cannot.
try {
  await openEmbeddedSupabase(process.argv[2] ?? "", databaseFolders);
  console.log("open");
  setInterval(() => {}, 60_000);
} catch (error) {
  console.log((error as Error).message);
  process.exit(1);
}
