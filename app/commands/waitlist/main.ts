import { existsSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import type { Readable } from "node:stream";
import { parseArgs } from "node:util";
import type { databaseFolders } from "~/data/database-folders";
import { readJobs } from "~/embedded-supabase/jobs.server";
import type { Job, JobResult } from "~/embedded-supabase/jobs.server";
import { migrationStates } from "~/embedded-supabase/migrations.server";
import type { Env } from "~/server/check-env.server";
import { backupFolder, openErasedPeople } from "./erased-people";
import { print } from "./print";
import type { Format, Output } from "./print";
import { visible } from "./result-format";
import { openStore } from "./store";
import type { Asked, ListStore } from "./store";
import { tasks } from "./tasks";
import type { Task } from "./tasks";

/** The command reads and writes these besides the database. */
export interface Io extends Output {
  env: Pick<
    Env,
    | "BACKUP_DIR"
    | "DATABASE_URL"
    | "DATA_DIR"
    | "SUPABASE_ANON_KEY"
    | "SUPABASE_URL"
  >;
  folders: typeof databaseFolders;
  stdin: Readable & { isTTY?: boolean };
}

const options = {
  yes: { type: "boolean" },
  json: { type: "boolean" },
  raw: { type: "boolean" },
  bom: { type: "boolean" },
  keep: { type: "string" },
  untried: { type: "boolean" },
} as const;

const help = `
Options: --yes erases without asking, --json prints a line of JSON for each row.
An export takes --bom, for spreadsheets, or --raw, without their apostrophes.
A backup takes --keep <days>, and --untried, which skips the trial.`;

/** The options that a job takes. */
function optionsOf(job: Job | Task): string[] {
  if ("options" in job) return job.options;
  if (job.name === "dump") return [];
  const isExport = job.name.startsWith("export-");
  return [
    "json",
    ...(job.change === "erased" ? ["yes"] : []),
    ...(isExport ? ["raw", "bom"] : []),
  ];
}

const usage = ({ name, parameter, change }: Job | Task) =>
  `${name}${parameter ? ` <${parameter}>` : ""}${change === "erased" ? " [--yes]" : ""}`;

/**
 * Runs a file of supabase/queries, by name, or another task on the database
 * that has the waiting list. Results go to stdout, counts and errors to stderr.
 *
 * @returns the exit status
 */
export async function main(args: string[], io: Io): Promise<number> {
  const files = readJobs(io.folders.queries);
  const jobs = [...files, ...tasks].sort((a, b) => (a.name < b.name ? -1 : 1));
  const list = [
    "npm run waitlist -- <job>\n",
    ...jobs.map((job) => `  ${usage(job).padEnd(30)}${job.description}`),
    help,
  ].join("\n");
  try {
    const { values, positionals } = parseArgs({
      args,
      options,
      allowPositionals: true,
    });
    const [name, argument, ...more] = positionals;
    if (name === undefined) {
      io.stdout.write(`${list}\n`);
      return 0;
    }
    const job = jobs.find((known) => known.name === name);
    if (!job) throw new Error(`There is no job ${name}.\n\n${list}`);
    if (Boolean(job.parameter) !== Boolean(argument) || more.length > 0) {
      throw new Error(`Usage: npm run waitlist -- ${usage(job)}`);
    }
    const other = Object.keys(values).find(
      (option) => !optionsOf(job).includes(option),
    );
    if (other) throw new Error(`The job ${name} has no option --${other}.`);

    const store = openStore(io);
    try {
      if (job.change === "erased" && !values.yes) await ask(job, argument, io);
      if (!("options" in job)) {
        return await run({ job, argument }, values, store, io);
      }
      const jobNamed = (needed: string) => {
        const file = files.find((known) => known.name === needed);
        if (!file) throw new Error(`There is no job ${needed}.`);
        return file;
      };
      const context = { store, io, jobNamed, options: values };
      return await job.run(context, argument ?? "");
    } finally {
      await store.close();
    }
  } catch (error) {
    // It may quote a visitor or a server.
    io.stderr.write(`${visible((error as Error).message)}\n`);
    return 1;
  }
}

async function run(
  { job, argument }: Asked,
  values: Format,
  store: ListStore,
  io: Io,
): Promise<number> {
  if (job.name === "erase-person" && argument) remember(argument, io);
  const isRaw = Boolean(values.raw || values.json);
  const { results, isSiteRunning } = await store.run({ job, argument, isRaw });
  const status = await print(
    job,
    job.name === "migrations"
      ? compareFiles(results, io.folders.migrations)
      : results,
    io,
    values,
  );
  if (isSiteRunning && job.name === "dump") {
    io.stderr.write(
      "The site is running: the dump lacks what it stores later.\n",
    );
  }
  return status;
}

/** A backup that is restored later leaves this person out. */
function remember(email: string, { env }: Io): void {
  // Without a folder there is nothing to erase, which the job says.
  if (!env.DATABASE_URL && !existsSync(env.DATA_DIR)) return;
  const folder = backupFolder(env);
  try {
    openErasedPeople(folder).add(email);
  } catch (error) {
    throw new Error(
      `Nothing was erased, because ${JSON.stringify(folder)} cannot keep the list of erased people: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

/** Turns what was applied into a list of the files with their states. */
async function* compareFiles(
  applied: AsyncIterable<JobResult>,
  folder: string,
): AsyncGenerator<JobResult> {
  for await (const { rows } of applied) {
    const known = rows.map(([version, name, statements]) => ({
      version: String(version),
      name: String(name),
      statements: String(statements),
    }));
    const states = migrationStates(known, folder);
    yield {
      columns: ["migration", "state"],
      rows: states.map(({ file, state }) => [file, state]),
    };
  }
}

async function ask(
  { description, parameter }: Job | Task,
  argument = "",
  { stdin, stderr }: Io,
) {
  if (!stdin.isTTY) {
    throw new Error("This erases rows: without a terminal, add --yes.");
  }
  const terminal = createInterface(stdin, stderr);
  const whose = parameter ? `${parameter}: ${visible(argument)}\n` : "";
  const answer = await terminal.question(
    `${description}\n${whose}Erase? Type yes: `,
  );
  terminal.close();
  if (answer.trim() !== "yes") throw new Error("Nothing was erased.");
}
