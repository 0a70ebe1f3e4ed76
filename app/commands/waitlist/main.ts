import { createInterface } from "node:readline/promises";
import type { Readable } from "node:stream";
import { parseArgs } from "node:util";
import type { sqlFolders } from "~/data/sql-folders";
import { readJobs } from "~/embedded-supabase/jobs.server";
import type { Job, JobResult } from "~/embedded-supabase/jobs.server";
import { migrationStates } from "~/embedded-supabase/migrations.server";
import type { Env } from "~/server/check-env.server";
import { print } from "./print";
import type { Output } from "./print";
import { visible } from "./result-format";
import { openStore } from "./store";
import type { Asked } from "./store";

/** What the command reads and writes besides the database. */
export interface Io extends Output {
  env: Pick<
    Env,
    "DATABASE_URL" | "DATA_DIR" | "SUPABASE_ANON_KEY" | "SUPABASE_URL"
  >;
  folders: typeof sqlFolders;
  stdin: Readable & { isTTY?: boolean };
}

const usage = ({ name, parameter, change }: Job) =>
  `${name}${parameter ? ` <${parameter}>` : ""}${change === "erased" ? " [--yes]" : ""}`;

/**
 * Runs a file of supabase/queries, by name, on the database that has the
 * waiting list. Results go to stdout, counts and errors to stderr.
 *
 * @returns the exit status
 */
export async function main(args: string[], io: Io): Promise<number> {
  const jobs = readJobs(io.folders.queries);
  const list = [
    "npm run waitlist -- <job>\n",
    ...jobs.map((job) => `  ${usage(job).padEnd(30)}${job.description}`),
  ].join("\n");
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { yes: { type: "boolean" } },
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
    return await run({ job, argument }, values.yes ?? false, io);
  } catch (error) {
    // It may quote a visitor or a server.
    io.stderr.write(`${visible((error as Error).message)}\n`);
    return 1;
  }
}

async function run(asked: Asked, isSure: boolean, io: Io): Promise<number> {
  const { job, argument } = asked;
  const store = openStore(io);
  try {
    if (job.change === "erased" && !isSure) await ask(job, argument, io);
    const { results, isSiteRunning } = await store.run(asked);
    const status = await print(
      job,
      job.name === "migrations"
        ? compareFiles(results, io.folders.migrations)
        : results,
      io,
    );
    if (isSiteRunning && job.name === "dump") {
      io.stderr.write(
        "The site is running: the dump lacks what it stores later.\n",
      );
    }
    return status;
  } finally {
    await store.close();
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
  { description, parameter }: Job,
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
