import { checkEnv } from "~/server/check-env.server";
import { readEnvFile } from "~/server/env-file.js";
import { envWarnings } from "~/server/env-warnings.server";
import { databaseProblem, mailProblem } from "./accounts";
import { diskProblem, folderProblem, lockProblem } from "./folder";
import { siteProblem, supabaseProblem, tryPort } from "./network";

/**
 * Checks whether the site can run with its settings, and stores nothing.
 *
 * @param source the settings; by default this process's environment
 * @param file the settings in .env
 * @returns the exit status: 1 if there is a problem
 */
export async function main(
  print: (line: string) => unknown,
  source?: Record<string, string | undefined>,
  file: Record<string, string> = readEnvFile().values,
): Promise<number> {
  let status = 0;
  const line = (mark: string, name: string, text: string) =>
    print(`${mark} ${name.padEnd(24)} ${text}`);
  const report = async (
    name: string,
    problem: string | false,
    fine: string,
  ) => {
    if (problem) status = 1;
    await line(problem ? "✗" : "✓", name, problem || fine);
  };

  const given = source ?? process.env;
  // The environment counts before .env.
  const sourceOf = (name: string) =>
    name in file && file[name] === given[name]
      ? ".env"
      : `environment${name in file ? ", not the one in .env" : ""}`;
  const { env, variables } = checkEnv(source);
  const siteUrl = variables.find(({ name }) => name === "SITE_URL")?.printable;
  const warnings = envWarnings(siteUrl);
  for (const { name, text } of warnings) await line("!", name, text);
  for (const { name, printable, fallback, problem } of variables) {
    if (warnings.some((warning) => warning.name === name)) continue;
    const unset = fallback === undefined ? "not set" : `not set: ${fallback}`;
    const text = problem ?? printable ?? unset;
    const whole = printable ? `${text} (${sourceOf(name)})` : text;
    await report(name, problem !== undefined && whole, whole);
  }
  if (!env) {
    await print("The rest is checked once every variable is right.");
    return status;
  }
  const { isRunning, problem } = await tryPort(env);
  await report("PORT in use", problem, isRunning ? "by the site" : "free");
  const { BACKUP_DIR, DATABASE_URL, DATA_DIR, SITE_URL, SMTP_URL, MAIL_FROM } =
    env;
  const own = "is this user's alone, or can be created";
  if (env.SUPABASE_URL) {
    const found = await supabaseProblem(env);
    await report("Supabase", found, "answers and accepts the key");
  } else {
    await report("DATA_DIR folder", folderProblem("DATA_DIR", DATA_DIR), own);
    // A running site holds the lock.
    await report(
      "DATA_DIR lock",
      !isRunning && lockProblem(DATA_DIR),
      "is right",
    );
    await report("DATA_DIR disk", diskProblem(DATA_DIR), "has space");
  }
  if (BACKUP_DIR) {
    await report(
      "BACKUP_DIR folder",
      folderProblem("BACKUP_DIR", BACKUP_DIR),
      own,
    );
  }
  if (DATABASE_URL) {
    const found = await databaseProblem(DATABASE_URL);
    await report("Database", found, "accepts the login and has the tables");
  }
  if (SMTP_URL) {
    const login = SMTP_URL.username && " and accepts the login";
    await report(
      "Mail server",
      await mailProblem(SMTP_URL, MAIL_FROM?.address),
      `answers${login}`,
    );
  }
  if (SITE_URL && isRunning) {
    const fine = "leads to this site, which takes only its own posts";
    await report("SITE_URL site", await siteProblem(SITE_URL), fine);
  } else
    await print("SITE_URL is checked if it is set and the site is running.");
  await print(
    "npm run waitlist -- check compares the tables with the migrations.",
  );
  return status;
}
