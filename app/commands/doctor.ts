import { checkEnv } from "~/server/check-env.server";
import { checkFolder } from "./doctor/folder";
import { checkMailServer } from "./doctor/mail";
import { checkPort, checkSite, checkSupabase } from "./doctor/network";
import { report } from "./doctor/report";

// Checks whether the site can run with its settings. It stores nothing.

// A reader such as head(1) stops early.
process.stdout.on("error", () => process.exit());

const { env, variables } = checkEnv();
for (const { name, printable, fallback, problem } of variables) {
  const unset = fallback === undefined ? "not set" : `not set: ${fallback}`;
  report(name, problem ?? false, printable ?? unset);
}
if (env) {
  const isRunning = await checkPort(env);
  const { SUPABASE_URL: url, SUPABASE_ANON_KEY: key } = env;
  if (url && key) await checkSupabase(url, key, env.SUPABASE_TIMEOUT_MS);
  else checkFolder(env.DATA_DIR, isRunning);
  if (env.SMTP_URL) await checkMailServer(env.SMTP_URL);
  if (env.SITE_URL && isRunning) await checkSite(env.SITE_URL);
  else console.log("SITE_URL is checked if it is set and the site is running.");
  console.log(
    "supabase/queries/check.sql checks the tables and their privileges: run it in Supabase's SQL editor, with psql, or with npm run waitlist -- check.",
  );
} else {
  console.log("The rest is checked once every variable is right.");
}
