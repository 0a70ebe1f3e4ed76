import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { version } from "./audit";
import { findBrowser, findHeadless } from "./browser.js";
import { levels } from "./finding";
import type { Level } from "./finding";
import { exitStatus, run } from "./run";
import type { Description, Report } from "./site";

const help = `Audits a website for accessibility, with JavaScript and without.

  two-modes-audit <address or description> [options]

It needs a Chromium, downloads nothing and asks for nothing. From an address, it follows the links of the same origin, and sends no form. A
description is a module (TypeScript or JavaScript) whose default export names
  name, baseURL   the site, and where it answers
  start           the command that starts it, unless it runs already
  states          every state that a visitor can reach: a name that begins with
                  the path, the path, and reach({ page, mode }), which leads
                  there from the opened page with Playwright
  forms           forms to try in fifteen ways, in both modes
  differences     where the modes may differ, each time for a reason
README.md has an example, and site.ts explains each part.

  --pages 20      how many pages to follow links to
  --level AA      A, AA, AAA or advice: what fails the audit
  --out DIR       the folder of report.html, report.md and report.json
  --listen        have Orca read and tab through each state (Linux)
  --baseline FILE an earlier report.json: only what is new fails
  -g PATTERN      only the states whose names match
  --version       the version of this tool

Exit status: 0 nothing (new) found, 1 issues, 2 something could not be measured.
`;

/** @throws Error if the module exports none */
async function readDescription(file: string): Promise<Description> {
  const { href } = pathToFileURL(path.resolve(file));
  type Module = { default?: Module } & Description;
  const module = (await import(href)) as Module;
  // A module of a folder without "type": "module" is wrapped once more.
  const description = module.default?.default ?? module.default ?? module;
  if (!description.baseURL && !description.setUp)
    throw new Error("It exports no description as its default: no baseURL.");
  return description;
}

const options = {
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
  grep: { type: "string", short: "g" },
  pages: { type: "string", default: "20" },
  level: { type: "string" },
  out: { type: "string" },
  baseline: { type: "string" },
  listen: { type: "boolean" },
} as const;

/** @throws Error that names an option which does not exist, or lacks its value */
function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    const [what] = (error as Error).message.split(". ");
    throw new Error(`${what}. --help lists the options.`);
  }
}

async function main() {
  const { values, positionals } = readArguments();
  if (values.version) {
    console.log(version);
    return 0;
  }
  const [subject] = positionals;
  if (values.help || !subject) {
    process.stdout.write(help);
    return values.help ? 0 : 2;
  }
  const { grep, out, listen, baseline } = values;
  const pages = Number(values.pages);
  if (!(pages >= 1)) throw new Error(`--pages: ${values.pages} is no number`);
  const level = values.level as Level | undefined;
  if (level && !levels.includes(level))
    throw new Error(`--level: no ${level}; ${levels.join(", ")}`);
  if (!findHeadless() && !findBrowser())
    throw new Error(
      "There is no Chromium. Install one, as with: apt-get install chromium, or: npx playwright install chromium, or set CHROMIUM_PATH.",
    );
  const description = /^https?:\/\//.test(subject)
    ? { baseURL: subject }
    : await readDescription(subject).catch((error: unknown) => {
        throw new Error(`DescriptionNotLoaded: ${subject}: ${String(error)}`);
      });
  const report = await run(description, {
    ...{ grep, out, listen, level, pages },
    baseline: baseline
      ? (JSON.parse(readFileSync(baseline, "utf8")) as Report)
      : undefined,
  });
  return exitStatus(report);
}

const status = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 2;
});
// Node 20 may wait in a loop for handles of programs that have ended.
process.exit(status);
