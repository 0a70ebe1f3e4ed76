import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { isScript, toCsv, toScript, toTable } from "~/commands/result-format";
import { openDatabase } from "~/embedded-supabase/database.server";
import { askForJob } from "~/embedded-supabase/job-socket.server";
import { readJobs, runJob } from "~/embedded-supabase/jobs.server";
import type { Job, JobResult } from "~/embedded-supabase/jobs.server";
import { env } from "~/server/env.server";
import { stop } from "~/server/stop.server";

// Runs the files of supabase/queries on the embedded database, by their names.
// What it found goes to stdout, what it has to say to stderr.

const jobs = readJobs();

const usage = ({ name, parameter, change }: Job) =>
  `${name}${parameter ? ` <${parameter}>` : ""}${change === "erased" ? " [--yes]" : ""}`;

const list = [
  "npm run waitlist -- <job>\n",
  ...jobs.map((job) => `  ${usage(job).padEnd(30)}${job.description}`),
].join("\n");

try {
  // Whoever reads the pipe has read enough.
  process.stdout.on("error", () => process.exit(0));
  const { values, positionals } = parseArgs({
    options: { yes: { type: "boolean" } },
    allowPositionals: true,
  });
  const [name, argument, ...more] = positionals;
  if (name === undefined) console.log(list);
  else {
    const job = jobs.find((known) => known.name === name);
    if (!job) throw new Error(`There is no job ${name}.\n\n${list}`);
    if (Boolean(job.parameter) !== Boolean(argument) || more.length > 0) {
      throw new Error(`Usage: npm run waitlist -- ${usage(job)}`);
    }
    await run(job, argument, values.yes ?? false);
  }
} catch (error) {
  stop(error);
}

async function run(job: Job, argument: string | undefined, isSure: boolean) {
  if (env.supabase) {
    throw new Error(
      `SUPABASE_URL is set: run ${job.file} in that project's SQL editor, or with psql.`,
    );
  }
  if (job.change === "erased" && !isSure) await ask(job, argument);

  const answered = await askForJob(env.dataDir, { job: job.name, argument });
  const result = answered ?? (await runAlone(job, argument));

  const { isTTY, columns } = process.stdout;
  process.stdout.write(
    isTTY
      ? toTable(result, columns || 80)
      : isScript(result)
        ? toScript(result)
        : toCsv(result),
  );
  if (isScript(result)) {
    // The script's first line counts what is in it.
    console.error(result.rows[0]?.[0]);
    if (answered) {
      console.error(
        "The site is running: what it takes from now on is missing.",
      );
    }
  } else {
    const { length } = result.rows;
    const count = `${length} ${length === 1 ? "row" : "rows"}`;
    console.error([count, job.change].join(" ").trim());
  }
}

async function ask({ description, parameter }: Job, argument = "") {
  if (!process.stdin.isTTY) {
    throw new Error("This erases: add --yes where nobody can be asked.");
  }
  const terminal = createInterface(process.stdin, process.stderr);
  const whose = parameter ? `${parameter}: ${argument}\n` : "";
  const answer = await terminal.question(
    `${description}\n${whose}Erase? Type yes: `,
  );
  terminal.close();
  if (answer.trim() !== "yes") throw new Error("Nothing was erased.");
}

/** Where no site runs, this process takes its place for a moment. */
async function runAlone(
  job: Job,
  argument: string | undefined,
): Promise<JobResult> {
  const folder = path.join(env.dataDir, "postgres");
  const name = `DATA_DIR ${JSON.stringify(env.dataDir)}`;
  if (!existsSync(folder)) throw new Error(`${name} holds no database.`);
  // The site could not write what another user, root say, left there.
  const user = process.getuid?.();
  if (user !== undefined && statSync(folder).uid !== user) {
    throw new Error(`${name} belongs to another user; run this as that one.`);
  }
  const database = await openDatabase(env.dataDir);
  try {
    return await runJob(database.sql, job, argument);
  } finally {
    await database.close();
  }
}
