import { databaseFolders } from "~/data/database-folders";
import { createHttpServer, openEmbeddedSupabase } from "#supabase";
import { env } from "~/server/env.server";
import { tryListening } from "~/server/listen.server";
import { exitWithMessage, log } from "~/server/log.server";

// Serves the embedded Supabase on a port that several site processes can share.

const host = "127.0.0.1";
const port = env.SUPABASE_LOCAL_PORT;

try {
  await tryListening({ port, host, variable: "SUPABASE_LOCAL_PORT" });
  const supabase = await openEmbeddedSupabase(
    env.DATA_DIR,
    databaseFolders,
    log,
  );
  const server = createHttpServer(supabase).listen(port, host, () => {
    console.log(`SUPABASE_URL=http://${host}:${port}`);
    console.log(`SUPABASE_ANON_KEY=${supabase.anonKey}`);
  });
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => {
      server.close(() => void supabase.close());
      server.closeAllConnections();
    });
  }
} catch (error) {
  exitWithMessage(error);
}
