import { checkEnv } from "~/server/check-env.server";
import { envWarnings } from "~/server/env-warnings.server";
import { checkFolder } from "./folder";
import { checkMailServer } from "./mail";
import { checkPort, checkSite, checkSupabase } from "./network";
import type { Report } from "./report";

/**
 * Checks whether the site can run with its settings, and stores nothing.
 *
 * @param source the settings; by default this process's environment
 * @param names those in .env; by default read from it
 * @returns the exit status: 1 if there is a problem
 */
export async function main(
  print: (line: string) => void,
  source?: Record<string, string | undefined>,
  names?: string[],
): Promise<number> {
  let status = 0;
  const report: Report = (name, problem, fine) => {
    print(`${problem ? "✗" : "✓"} ${name.padEnd(24)} ${problem || fine}`);
    if (problem) status = 1;
  };

  const { env, variables } = checkEnv(source);
  const siteUrl = variables.find(({ name }) => name === "SITE_URL")?.printable;
  const warnings = new Map(
    envWarnings(siteUrl, names).map(({ name, text }) => [name, text]),
  );
  for (const [name, text] of warnings) print(`! ${name.padEnd(24)} ${text}`);
  for (const { name, printable, fallback, problem } of variables) {
    if (warnings.has(name)) continue;
    const unset = fallback === undefined ? "not set" : `not set: ${fallback}`;
    report(name, problem ?? false, printable ?? unset);
  }
  if (!env) {
    print("The rest is checked once every variable is right.");
    return status;
  }
  const isRunning = await checkPort(env, report);
  const { SUPABASE_URL: url, SUPABASE_ANON_KEY: key } = env;
  if (url && key) {
    await checkSupabase(url, key, env.SUPABASE_TIMEOUT_MS, report);
  } else checkFolder(env.DATA_DIR, isRunning, report);
  if (env.SMTP_URL) await checkMailServer(env.SMTP_URL, report);
  if (env.SITE_URL && isRunning) await checkSite(env.SITE_URL, report);
  else print("SITE_URL is checked if it is set and the site is running.");
  print(
    "supabase/queries/check.sql checks the tables and their privileges: run it in Supabase's SQL editor, with psql, or with npm run waitlist -- check.",
  );
  return status;
}
