import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { write } from "../output";
import { visible } from "./format";
import type { Terminal, Job } from "./job";
import { jobs } from "./jobs";
import { openStore } from "./store";

const options = {
  help: { type: "boolean", short: "h" },
  yes: { type: "boolean" },
  json: { type: "boolean" },
  raw: { type: "boolean" },
  bom: { type: "boolean" },
  keep: { type: "string" },
  untried: { type: "boolean" },
  "clock-is-right": { type: "boolean" },
} as const;

const usage = ({ name, parameter, options }: Job) =>
  `${name}${parameter ? ` <${parameter}>` : ""}${options.includes("yes") ? " [--yes]" : ""}`;

const help = `npm run waitlist -- <job>

${jobs.map((job) => `  ${usage(job).padEnd(30)}${job.description}`).join("\n")}

Options: --yes erases without asking, --json prints a line of JSON for each row.
An export takes --bom, for spreadsheets, or --raw, without their apostrophes.
A backup takes --keep <days>, and --untried, which skips the trial. With
--clock-is-right, old backups and messages go even if nothing was written lately.`;

/**
 * Runs a job on the database that has the waiting list. Results go to stdout,
 * counts and errors to stderr.
 *
 * @returns the exit status
 */
export async function main(
  args: string[],
  terminal: Terminal,
): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    const { help: wantsHelp, ...given } = values;
    const [name, argument = "", ...more] = positionals;
    if (name === undefined || wantsHelp) {
      await write(terminal, `${help}\n`);
      return 0;
    }
    const job = jobs.find((known) => known.name === name);
    if (!job) throw new Error(`There is no job ${name}.\n\n${help}`);
    if (Boolean(job.parameter) !== Boolean(argument) || more.length > 0) {
      throw new Error(`Usage: npm run waitlist -- ${usage(job)}`);
    }
    const other = Object.keys(given).find(
      (option) => !job.options.some((known) => known === option),
    );
    if (other) throw new Error(`The job ${name} has no option --${other}.`);
    if (job.options.includes("yes") && !given.yes)
      await ask(job, argument, terminal);

    job.prepare?.(terminal, given);
    const store = await openStore(terminal, job.opening ?? {});
    try {
      return await job.run({ store, terminal, options: given }, argument);
    } finally {
      await store.close();
    }
  } catch (error) {
    // It may quote a visitor or a server.
    terminal.stderr.write(`${visible((error as Error).message)}\n`);
    return 1;
  }
}

/** @throws Error with the list of jobs for an option that none has */
function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const [problem] = (error as Error).message.split(". To specify");
    throw new Error(`${problem}.\n\n${help}`, { cause: error });
  }
}

async function ask(
  { description, parameter }: Job,
  argument: string,
  terminal: Terminal,
) {
  const { stdin, stderr } = terminal;
  if (!stdin.isTTY) {
    throw new Error("This erases rows: without a terminal, add --yes.");
  }
  const prompt = createInterface(stdin, stderr);
  const whose = parameter ? `${parameter}: ${visible(argument)}\n` : "";
  const answer = await prompt.question(
    `${description}\n${whose}Erase? Type yes: `,
  );
  prompt.close();
  if (answer.trim() !== "yes") throw new Error("Nothing was erased.");
}
