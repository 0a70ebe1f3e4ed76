import { checkEnv } from "~/server/check-env.server";
import { readEnvFile } from "~/server/env-file.js";
import { envWarnings } from "~/server/env-warnings.server";
import {
  isSiteRunning,
  mailProblem,
  siteProblem,
  supabaseProblem,
} from "./network";

/**
 * Checks what only a question can find out: the start itself refuses a wrong folder, lock,
 * disk or port. Stores nothing.
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
  const { SITE_URL, SMTP_URL, MAIL_FROM, MAIL_TO = [] } = env;
  if (env.SUPABASE_URL) {
    const found = await supabaseProblem(env);
    await report("Supabase", found, "answers and accepts the key");
  }
  if (SMTP_URL) {
    const login = SMTP_URL.username && " and accepts the login";
    await report(
      "Mail server",
      await mailProblem(SMTP_URL, MAIL_FROM?.address),
      `answers${login}`,
    );
    if (MAIL_FROM && looksForged(MAIL_FROM.address, MAIL_TO))
      await line(
        "!",
        "MAIL_FROM",
        "is of MAIL_TO's domain, and a visitor is the reply address: rspamd takes that for spam; let MAIL_FROM be one of MAIL_TO, or an address of a subdomain.",
      );
  }
  if (SITE_URL && (await isSiteRunning(env))) {
    const fine = "leads to this site, which takes only its own posts";
    await report("SITE_URL site", await siteProblem(SITE_URL), fine);
  } else
    await print("SITE_URL is checked if it is set and the site is running.");
  await print(
    "npm start says whether DATA_DIR and PORT can be used, npm run waitlist -- check whether the tables are right.",
  );
  return status;
}

/** rspamd's SPOOF_REPLYTO: another address of the recipient's domain, with a reply address elsewhere. */
const looksForged = (from: string, to: string[]) =>
  !to.includes(from) && to.some((one) => domainOf(one) === domainOf(from));

const domainOf = (address: string) =>
  address.slice(address.lastIndexOf("@") + 1);
