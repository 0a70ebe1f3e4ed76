import { createInterface } from "node:readline/promises";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { write } from "../output";
import { visible } from "./format";
import { options } from "./job";
import type { Job, Options, Terminal } from "./job";
import { jobs } from "./jobs";
import { openStore } from "./store";

const wordsOf = ({ parameters = "" }: Job) =>
  parameters.split(" ").filter(Boolean);

const usage = (job: Job) =>
  [
    job.name,
    ...wordsOf(job).map((word) => word.replace(/[^.]+/, "<$&>")),
    ...(job.options.includes("yes") ? ["[--yes]"] : []),
  ].join(" ");

const help = `npm run waitlist -- <job>

${jobs.map((job) => `  ${usage(job).padEnd(33)}${job.description}`).join("\n")}

Many ids, or addresses, may also come from stdin, a line each.
Options: --yes erases without asking, --json prints a line of JSON for each row,
--all shows every row. Messages are chosen by --containing <text>,
--from <address or domain> and --since <time in UTC>. With --aliases, a person is
also the addresses that probably belong to the same mailbox.
An export takes --since, --semicolon, by which German, French and Nordic Excel
opens it, --bom, for other spreadsheets, or --raw, without their apostrophes.
A backup takes --keep <days>.`;

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
    const [name, ...typed] = positionals;
    if (name === undefined || wantsHelp) {
      await write(terminal, `${help}\n`);
      return 0;
    }
    const job = jobs.find((known) => known.name === name);
    if (!job) throw new Error(`There is no job ${name}.\n\n${help}`);
    const other = Object.keys(given).find(
      (option) => !job.options.some((known) => known === option),
    );
    if (other) throw new Error(`The job ${name} has no option --${other}.`);
    const words = await readWords(job, typed, given, terminal);
    if (job.asks && !given.yes) await ask(job, words, terminal);

    job.prepare?.(terminal, given);
    const store = await openStore(terminal, job.opening ?? {});
    try {
      await job.run({ store, terminal, options: given }, words);
    } finally {
      await store.close();
    }
    return 0;
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

/** @throws Error with the usage if there are too few or too many */
async function readWords(
  job: Job,
  typed: string[],
  { containing, from, since }: Options,
  { stdin }: Terminal,
): Promise<string[]> {
  const names = wordsOf(job);
  const takesMany = names.at(-1)?.endsWith("...");
  const isFiltered = (containing ?? from ?? since) !== undefined;
  const words =
    takesMany && typed.length === 0 && !isFiltered && !stdin.isTTY
      ? (await text(stdin)).split("\n").map((line) => line.trim())
      : typed;
  const found = words.filter(Boolean);
  const isRight = takesMany
    ? found.length > 0 || isFiltered
    : found.length === names.length;
  if (isRight) return found;
  throw new Error(`Usage: npm run waitlist -- ${usage(job)}`);
}

async function ask(job: Job, words: string[], terminal: Terminal) {
  const { stdin, stderr } = terminal;
  if (!stdin.isTTY) {
    throw new Error("This erases rows: without a terminal, add --yes.");
  }
  const prompt = createInterface(stdin, stderr);
  const [name = ""] = wordsOf(job);
  const whose = words.length
    ? `${name.replace("...", "")}: ${visible(words.join(", "))}\n`
    : "";
  const answer = await prompt.question(
    `${job.description}\n${whose}Erase? Type yes: `,
  );
  prompt.close();
  if (answer.trim() !== "yes") throw new Error("Nothing was erased.");
}
