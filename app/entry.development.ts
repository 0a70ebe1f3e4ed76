import { openSupabase } from "~/database/supabase.server";
import { exitWithMessage, log } from "~/server/log.server";
import { readPublicFiles } from "~/server/middleware/public-files.server";

// Vite loads this file and the routes alike, so both share their modules.
export { handle } from "~/server/middleware/index.server";

/** Prepares the site for Vite's development server, as startSite does. */
export async function start(): Promise<void> {
  try {
    await openSupabase();
    readPublicFiles("public");
    log(
      "info",
      "Development differs from the built site: Vite serves files unminified and uncached, and slow connections have no time limit",
    );
  } catch (error) {
    exitWithMessage(error);
  }
}
