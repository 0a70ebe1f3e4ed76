import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { levels } from "./finding";
import { addressesIn } from "./lists";
import { firstLines } from "./log";
import manifest from "./package.json" with { type: "json" };
import type { Description, Report } from "./site";

const help = `Audits a website for accessibility, with JavaScript and without.

  two-modes-audit <address or description> [options]

It needs a Chromium, downloads nothing and asks for nothing. From an address, it
follows the links of the same origin, and sends no form. It presses buttons, but
none whose words leave or end something, and nothing that a press asks for leaves
the browser but style, script and pictures. A description is a
module (TypeScript or JavaScript) whose default export names
  name, baseURL   the site, and where it answers
  start           the command that starts it, unless it runs already
  states          every state that a visitor can reach: a name that begins with
                  the path, the path, and reach({ page, mode }), which leads
                  there from the opened page with Playwright
  forms           forms to try in fifteen ways, in both modes
  differences     where the modes may differ, each time for a reason
README.md has an example, and site.ts explains each part.

  --pages 20      how many pages to follow links to; or a file with an address a
                  line, or a sitemap or its address: those, and no others
  --level AA      A, AA, AAA or advice: what fails the audit
  --allow-script  the site may lose controls and pages without JavaScript
  --header 'NAME: VALUE', --cookie NAME=VALUE
                  what the site is sent, as behind a login, and nobody else; a
                  name and password may stand in the address
  --ignore SELECTOR
                  what is taken out of each page before it is measured
  --out DIR       the folder of report.html, .md, .csv, .json and .earl.json
  --press         press all buttons of an address, and let them fetch
  --listen        have Orca read and tab through each state (Linux)
  --baseline FILE an earlier report.json: only what is new fails
  -g PATTERN      only the states whose names match
  --version       the version of this tool

Exit status: 0 nothing (new) found, 1 issues, 2 something could not be measured.
`;

const options = {
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
  grep: { type: "string", short: "g" },
  pages: { type: "string", default: "20" },
  level: { type: "string" },
  out: { type: "string" },
  baseline: { type: "string" },
  "allow-script": { type: "boolean" },
  header: { type: "string", multiple: true },
  cookie: { type: "string", multiple: true },
  ignore: { type: "string" },
  listen: { type: "boolean" },
  press: { type: "boolean" },
} as const;
const allowPositionals = true;

/** @throws Error if it is no address, and the module exports no description */
async function readDescription(file: string): Promise<Description> {
  if (/^https?:\/\//i.test(file)) return { baseURL: file };
  const missing = "No such file. An address begins with https:// or http://.";
  if (!existsSync(file)) throw new Error(missing);
  const { href } = pathToFileURL(path.resolve(file));
  type Module = { default?: Module } & Description;
  const module = (await import(href)) as Module;
  // A module of a folder without "type": "module" is wrapped once more.
  const description = module.default?.default ?? module.default ?? module;
  if (!description.baseURL && !description.setUp)
    throw new Error("It exports no description as its default: no baseURL.");
  return description;
}

/** @returns how many pages, which, or a sitemap's address */
function readPages(pages: string) {
  if (/^\d+$/.test(pages) && Number(pages) > 0) return Number(pages);
  if (/^https?:/i.test(pages)) return pages;
  if (!existsSync(pages))
    throw new Error(`--pages: ${pages} is no number and no file`);
  return addressesIn(readFileSync(pages, "utf8"));
}

/** Adds what a visitor sends besides. What is wrong with it is not repeated: it is a secret. */
function withSecrets(
  site: Description,
  header: string[],
  cookie: string[],
): Description {
  const parts = (text: string, sign: string, option: string) => {
    const [name = "", ...rest] = text.split(sign);
    const own = [name.trim(), rest.join(sign).trim()] as const;
    try {
      new Headers([[rest[0] === undefined ? "" : own[0], own[1]]]);
    } catch {
      throw new Error(`${option}: It has the form NAME${sign}VALUE.`);
    }
    return own;
  };
  const { hostname: domain } = new URL(site.baseURL ?? "http://localhost");
  const cookies = cookie.map((one) => {
    const [name, value] = parts(one, "=", "--cookie");
    const rest = { path: "/", expires: -1, httpOnly: false, secure: false };
    return { name, value, domain, sameSite: "Lax", ...rest };
  });
  const storageState = { cookies, origins: [] };
  return {
    ...site,
    headers: Object.fromEntries(
      header.map((one) => parts(one, ":", "--header")),
    ),
    context: (number) => ({
      ...site.context?.(number),
      ...(cookies[0] && { storageState }),
    }),
  };
}

async function readBaseline(file: string) {
  const report = JSON.parse(readFileSync(file, "utf8")) as Report;
  if (!Array.isArray(report.issues)) throw new Error("It is no report.json.");
  return report;
}

/** @throws Error that says what was being read */
const about = <Result>(what: string, reading: Promise<Result>) =>
  reading.catch((error: unknown) => {
    throw new Error(`${what}: ${firstLines(error)}`);
  });

const stopping = new AbortController();

async function main() {
  const { values, positionals } = parseArgs({ allowPositionals, options });
  const { grep, out, listen, press, baseline: file } = values;
  const [subject = "", another] = positionals;
  if (values.version || values.help || !subject) {
    process.stdout.write(values.version ? `${manifest.version}\n` : help);
    return values.version || values.help ? 0 : 2;
  }
  if (another) throw new Error(`${another}: Only one site at a time.`);
  const pages = readPages(values.pages);
  const level = levels.find((level) => level === values.level);
  if (values.level && !level)
    throw new Error(`--level: no ${values.level}; ${levels.join(", ")}`);
  const baseline = file
    ? await about(`--baseline: ${file}`, readBaseline(file))
    : undefined;
  const what = `DescriptionNotLoaded: ${subject}`;
  const read = await about(what, readDescription(subject));
  const { header = [], cookie = [], ignore } = values;
  const description =
    header[0] || cookie[0] ? withSecrets(read, header, cookie) : read;
  // It takes a second to load, so what is wrong with the options comes first.
  const { exitStatus, run } = await import("./run");
  const { signal } = stopping;
  const allowScript = values["allow-script"];
  const chosen = {
    ...{ grep, out, listen, press, level, pages, baseline, signal },
    ...{ allowScript, ignore },
  };
  return exitStatus(await run(description, chosen));
}

function fail(error: unknown): never {
  console.error(firstLines(error).replaceAll("\n", " "));
  process.exit(2);
}

// A reader that closes the pipe, as head does, does not end the audit.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") fail(error);
});
// The site and the browsers end with this process. Playwright stops for SIGINT alone.
for (const signal of ["SIGTERM", "SIGHUP"])
  process.once(signal, () => {
    // The report says what was done; a flow or a start may take too long for it.
    stopping.abort();
    setTimeout(() => process.exit(2), 5000).unref();
  });
const status = await main().catch(fail);
// Node 20 may wait in a loop for handles of programs that have ended. An error
// of the output comes before.
setImmediate(() => process.exit(status));
