import { existsSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import {
  isScript,
  toCsv,
  toScript,
  toTable,
  visible,
} from "~/commands/result-format";
import { sqlFolders } from "~/data/sql-folders";
import { openDatabase } from "~/embedded-supabase/database.server";
import { askForJob } from "~/embedded-supabase/job-socket.server";
import { readJobs } from "~/embedded-supabase/jobs.server";
import type { Job, JobResult } from "~/embedded-supabase/jobs.server";
import { migrationStates } from "~/embedded-supabase/migrations.server";
import { env } from "~/server/env.server";
import { exitWithMessage } from "~/server/log.server";

// Runs a file of supabase/queries, by name, on the embedded database. Results go
// to stdout, counts and errors to stderr.

const jobs = readJobs(sqlFolders.queries);

const usage = ({ name, parameter, change }: Job) =>
  `${name}${parameter ? ` <${parameter}>` : ""}${change === "erased" ? " [--yes]" : ""}`;

const list = [
  "npm run waitlist -- <job>\n",
  ...jobs.map((job) => `  ${usage(job).padEnd(30)}${job.description}`),
].join("\n");

try {
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
  // It may quote a visitor or a server.
  exitWithMessage(visible((error as Error).message));
}

async function run(job: Job, argument: string | undefined, isSure: boolean) {
  if (env.SUPABASE_URL) {
    throw new Error(
      `SUPABASE_URL is set: run ${job.file} in that project's SQL editor, or with psql.`,
    );
  }
  if (job.change === "erased" && !isSure) await ask(job, argument);

  // A closed pipe ends the job, unless it changes rows.
  process.stdout.on("error", () => job.change ?? process.exit(0));

  const answered = await askForJob(env.DATA_DIR, { job: job.name, argument });
  const results = answered ?? runAlone(job, argument);
  await print(job, isMigrations(job) ? compareFiles(results) : results);
  if (answered && job.name === "dump") {
    console.error("The site is running: the dump lacks what it stores later.");
  }
}

function isMigrations({ name }: Job) {
  return name === "migrations";
}

/** Turns what was applied into a list of the files with their states. */
async function* compareFiles(
  applied: AsyncIterable<JobResult>,
): AsyncGenerator<JobResult> {
  for await (const { rows } of applied) {
    const known = rows.map(([version, name, statements]) => ({
      version: String(version),
      name: String(name),
      statements: String(statements),
    }));
    const states = migrationStates(known, sqlFolders.migrations);
    yield {
      columns: ["migration", "state"],
      rows: states.map(({ file, state }) => [file, state]),
    };
  }
}

async function print({ change }: Job, results: AsyncIterable<JobResult>) {
  // A terminal shows only the first of thousands of rows.
  const terminalRows = 20;
  const { isTTY, columns: width } = process.stdout;
  let first: JobResult | undefined;
  let last: JobResult["rows"][number] | undefined;
  let count = 0;
  for await (const result of results) {
    const isFirst = first === undefined;
    first ??= result;
    last = result.rows.at(-1) ?? last;
    count += result.rows.length;
    // Only the job `check` has this column.
    const state = result.columns.indexOf("state");
    if (result.rows.some((row) => row[state] === "WRONG")) process.exitCode = 1;
    if (!isTTY) {
      await write(isScript(result) ? toScript(result) : toCsv(result, isFirst));
    } else if (!isFirst && first.rows.length < terminalRows) {
      first.rows.push(...result.rows);
    }
  }
  if (!first) return;
  if (isTTY) await write(toTable(first, width || 80));
  if (isScript(first)) {
    // The script's first line counts its rows.
    const [line = ""] = String(first.rows[0]?.[0]).split("\n");
    console.error(visible(line));
    return;
  }
  const more = Number(last?.[first.columns.indexOf("more")] ?? 0);
  const shown = first.rows.length;
  console.error(
    [
      `${count} ${count === 1 ? "row" : "rows"}`,
      change && ` ${change}`,
      more > 0 && `, and ${more} more`,
      isTTY && shown < count && `, of which these are the first ${shown}`,
    ]
      .filter(Boolean)
      .join(""),
  );
}

/** Resolves when the text is written to the pipe. */
function write(text: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(text, () => resolve());
  });
}

async function ask({ description, parameter }: Job, argument = "") {
  if (!process.stdin.isTTY) {
    throw new Error("This erases rows: without a terminal, add --yes.");
  }
  const terminal = createInterface(process.stdin, process.stderr);
  const whose = parameter ? `${parameter}: ${visible(argument)}\n` : "";
  const answer = await terminal.question(
    `${description}\n${whose}Erase? Type yes: `,
  );
  terminal.close();
  if (answer.trim() !== "yes") throw new Error("Nothing was erased.");
}

/** Opens the database itself, because the site is not running. */
async function* runAlone(
  job: Job,
  argument: string | undefined,
): AsyncGenerator<JobResult> {
  if (!existsSync(path.join(env.DATA_DIR, "postgres"))) {
    const name = JSON.stringify(env.DATA_DIR);
    throw new Error(`DATA_DIR ${name} contains no database.`);
  }
  const database = await openDatabase(
    env.DATA_DIR,
    isMigrations(job) ? undefined : sqlFolders.migrations,
    // Only results go to stdout.
    (_, message, fields) =>
      console.error([message, ...Object.values(fields)].join(": ")),
  );
  try {
    yield* database.runJob(job, argument);
  } finally {
    await database.close();
  }
}
