import { once } from "node:events";
import { openEmbeddedSupabase } from "#supabase";
import { databaseFolders } from "~/database/database-folders";
import { createHttpServer } from "./supabase-server";

// Serves the embedded Supabase of DATA_DIR on 127.0.0.1, for measurements and tests
// of a site that has a Supabase project:
//   node --liftoff-only --import tsx tools/serve-supabase.ts

const { DATA_DIR = "data", SUPABASE_LOCAL_PORT: port = "54321" } = process.env;
const supabase = await openEmbeddedSupabase(DATA_DIR, databaseFolders);
const server = createHttpServer(supabase).listen(Number(port), "127.0.0.1");
await once(server, "listening");
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    server.close(() => void supabase.close());
    server.closeAllConnections();
  });
}
console.log(
  `SUPABASE_URL=http://127.0.0.1:${port}\nSUPABASE_ANON_KEY=${supabase.anonKey}`,
);
