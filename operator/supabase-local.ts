import { once } from "node:events";
import { databaseFolders } from "~/database/database-folders";
import { createHttpServer, openEmbeddedSupabase } from "#supabase";
import { env } from "~/server/env.server";
import { tryListening } from "~/server/listen.server";
import { log } from "~/server/log.server";
import { runCommand, write } from "./output";

// Serves the embedded Supabase on a port that several site processes can share.

const host = "127.0.0.1";
const port = env.SUPABASE_LOCAL_PORT;

await runCommand(async (output) => {
  await tryListening({ port, host, variable: "SUPABASE_LOCAL_PORT" });
  const supabase = await openEmbeddedSupabase(
    env.DATA_DIR,
    databaseFolders,
    log,
  );
  const server = createHttpServer(supabase).listen(port, host);
  await once(server, "listening");
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => {
      server.close(() => void supabase.close());
      server.closeAllConnections();
    });
  }
  await write(
    output,
    `SUPABASE_URL=http://${host}:${port}\nSUPABASE_ANON_KEY=${supabase.anonKey}\n`,
  );
  return 0;
});
