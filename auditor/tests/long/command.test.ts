import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, test as anyTest, vi } from "vitest";
import { startSite } from "../../start";
import { freePort, temporaryFolder } from "../../programs";
import type { Report } from "../../site";

const folder = temporaryFolder();
afterAll(() => fs.rmSync(folder, { recursive: true }));
const at = (name: string) => path.join(folder, name);
const read = (name: string) => fs.readFileSync(at(name), "utf8");
const write = (name: string, text: string) => fs.writeFileSync(at(name), text);
process.env.PORT = String(await freePort());
const url = `http://127.0.0.1:${process.env.PORT}`;
/** Describes a site in JavaScript. */
const describe = (name: string, more: string) =>
  write(name, `export default { baseURL: "${url}", ${more} };`);

/** @returns its status, then its output */
function call(command: string, args: string, env = {}, cwd = folder) {
  const { status, stdout, stderr } = spawnSync(command, args.split(" "), {
    cwd,
    env: { ...process.env, NODE_ENV: "test", CI: "", ...env },
    encoding: "utf8",
  });
  return `${status}\n${stdout}${stderr}`;
}
const command = at("node_modules/.bin/two-modes-audit");
const run = (args: string, env = {}) => call(command, args, env);
const inShell = (line: string) =>
  spawnSync(line, { cwd: folder, shell: true }).status;

/** Audits, which ends with this status, and reads what was said and the report. */
function audit(args: string, status: number, env = {}) {
  const said = run(`${args} --out out`, env);
  expect(said).toMatch(new RegExp(`^${status}\n`));
  return { said, ...(JSON.parse(read("out/report.json")) as Report) };
}

/** The findings up to AA, `modes` and `forms` included, as lines. */
const grave = (issues: Report["issues"]) =>
  issues
    .filter(({ level }) => level !== "AAA" && level !== "advice")
    .map(({ level, rule, selector, seen: [first] }) =>
      [level, rule, first?.state, selector].join(" "),
    )
    .sort();

// The auditor as it is packed, in an empty folder.
const packed = call("npm", `pack --pack-destination ${folder}`, {}, "auditor");
const [tarball = packed] = /\S+\.tgz$/m.exec(packed.trim()) ?? [];
const flags = "--prefer-offline --no-audit --no-fund";
const added = call("npm", `install ${flags} ./${tarball}`);
/** The registry cannot be reached. */
const isAlone = /code E(NOTFOUND|AI_AGAIN|CONNREFUSED|TIMEDOUT)/.test(added);
const test = anyTest.skipIf(isAlone);

/** The first block of README.md in TypeScript. */
const [, example = ""] =
  /```ts\n([^]*?)```/.exec(fs.readFileSync("auditor/README.md", "utf8")) ?? [];
write("library.audit.ts", example);
fs.copyFileSync("auditor/tests/cases-server.mjs", at("cases-server.mjs"));

// Pages that take little time, with a link, a form and pictures without alt, and reports.
const tiny = `import { readFileSync } from "node:fs";
import { createServer } from "node:http";
const pictures = '<img src="x">'.repeat(process.env.PICTURES ?? 1);
const page = '<!doctype html><html lang="en"><title>Tiny</title><main><h1>Tiny</h1><a href="/next">Next</a><form><button>Send</button></form>' + pictures + '</main>';
createServer(({ url }, response) =>
  url.startsWith("/first/")
    ? response.end(readFileSync("." + url))
    : response.writeHead(url === "/gone" ? 404 : 200, { "content-type": "text/html" }).end(page),
).listen(process.env.PORT);`;
write("tiny.mjs", tiny);

test("nothing is found at A and AA where nothing is wrong", () => {
  // form-tests.test tries a form in which nothing is wrong.
  describe(
    "good.mjs",
    `start: "node cases-server.mjs",
    states: ["", "about", "feedback"].map((page) => ({ name: page, path: "/good/" + page })),
    differences: [{ states: /feedback/, lines: /characters left/, because: "It helps while one types." },
      { states: /about/, lines: /‘Save note’/, because: "Notes stay in the browser." }]`,
  );
  const { failures, issues, visited } = audit("good.mjs", 0);
  expect(visited).toHaveLength(6);
  expect(failures).toEqual([]);
  expect(grave(issues)).toEqual([]);
});

test("the example of README runs in an empty folder and finds each defect once, with its place; without a new one, the status is 0", () => {
  const { said, issues, failures } = audit("library.audit.ts", 1);
  expect(failures).toEqual([]);
  const email = `input[name="email"]`;
  const form = "body > main > form";
  // The counter of /feedback, which the example declares, is none of them.
  expect(said).toContain("✘ A 3.1.1 page-language: ");
  expect(grave(issues)).toEqual(
    [
      `A label /feedback ${form} > div:nth-of-type(1) > ${email}`,
      "AA contrast / body > main > p:nth-of-type(1)",
      "A keyboard-trap /about body > main > div > input",
      `A silent-error /feedback: "Send" tried ${form} > div:nth-of-type(1) > ${email}`,
      `modes form-without-script /feedback: "Send" tried ${form}`,
      `forms form: network gone /feedback: "Send" tried ${form}`,
      `forms form: slow server /feedback: "Send" tried ${form}`,
      "modes difference / body > main > p:nth-of-type(4)",
      "modes needs-script / body > main > div:nth-of-type(2)",
      "A page-language /about html",
      "A mouse-only / body > main > div:nth-of-type(2)",
      "AA silent-status /about body > main > p:nth-of-type(3)",
      "A image-alt / iframe body > main > img",
    ].sort(),
  );
  const advice = issues.filter(({ rule }) => rule === "heading-order");
  expect(advice.map(({ selector }) => selector)).toEqual(["body > main > h4"]);
  expect(read("out/report.html")).toContain("Call us: 555 0100");
  fs.renameSync(at("out"), at("first"));
  const again = "library.audit.ts -g saved --baseline first/report.json";
  expect(audit(again, 0).issues).not.toEqual([]);
  audit("library.audit.ts -g nowhere", 2);
  // The report has many defects, but none itself at A and AA.
  describe(
    "report.mjs",
    `start: "node tiny.mjs", states: [{
      name: "report", path: "/first/report.html",
      reach: ({ page }) => page.locator("details").evaluateAll((all) => all.forEach((one) => { one.open = true; })),
    }]`,
  );
  expect(audit("report.mjs", 0).visited).toHaveLength(2);
});

test("beside a picture without alt that a baseline has, a second one is new", () => {
  const states = `[{ name: "/", path: "/" }]`;
  describe("pictures.mjs", `start: "node tiny.mjs", states: ${states}`);
  audit("pictures.mjs", 1);
  fs.renameSync(at("out/report.json"), at("earlier.json"));
  const again = "pictures.mjs --baseline earlier.json";
  expect(audit(again, 0).issues).not.toEqual([]);
  const { issues } = audit(again, 1, { PICTURES: "2" });
  const failing = issues.filter(({ fails }) => fails);
  expect(failing.map(({ rule }) => rule)).toEqual(["image-alt"]);
});

test("an address is enough: its links are followed", async () => {
  const stop = await startSite(`node ${at("tiny.mjs")}`, url);
  const { visited, judged } = audit(`${url} --pages 2`, 1);
  // A reader may close the pipe.
  inShell(`${command} ${url} --pages 1 --out piped | true`);
  stop();
  expect(read("piped/report.json")).toContain('"rule": "image-alt"');
  // No form was described, and none was sent.
  expect(judged.map(({ rule }) => rule)).not.toContain("silent-error");
  const states = [...new Set(visited.map(({ state }) => state))];
  expect(states).toEqual(["/", "/next"]);
});

test("what could not be measured has a name, with status 2, and the rest is measured", () => {
  // One function cannot be put back, and the last page is higher than a picture can show.
  describe(
    "partly.mjs",
    `start: "node tiny.mjs", states: Object.entries({
      "/": "",
      "/gone": "",
      "/lost": "window.lost()",
      "/odd": "document.title = 'Odd'; Object.defineProperty(Element.prototype, 'getClientRects', { configurable: false, value: () => { throw new Error('odd'); } })",
      "/tall": "document.body.style.height = '32000px'",
    }).map(([path, script]) => ({
      name: path, path, only: { mode: "javascript", because: "It takes a script." },
      reach: ({ page }) => page.evaluate(script),
    }))`,
  );
  const { failures, issues } = audit("partly.mjs", 2);
  const names = failures.map(({ name, state }) => `${name} ${state}`);
  expect([...new Set(names)].sort()).toEqual([
    "PageNotFound /gone",
    "PartNotMeasured /odd",
    "PartNotMeasured /tall",
    "StateNotReached /lost",
  ]);
  const tall = failures.filter(({ state }) => state === "/tall");
  const part = "contrast and focus, at 1280 px";
  expect(tall).toEqual([expect.objectContaining({ part })]);
  const seen = issues.flatMap((one) => one.seen.map(({ state }) => state));
  expect(seen).toEqual(expect.arrayContaining(["/", "/tall"]));
});

test("a start that fails is named, with status 2, in the report, too", () => {
  describe("start.mjs", `start: "exit 3"`);
  const { said, failures } = audit("start.mjs", 2);
  expect(said).toContain("StartFailed");
  expect(failures).toMatchObject([{ name: "StartFailed" }]);
});

test("an audit that is stopped ends the site that it has started", async () => {
  const start = "trap 'echo > ended' TERM; echo > begun; sleep 1000 & wait";
  describe("stopped.mjs", `start: "${start}"`);
  const audit = spawn(command, ["stopped.mjs"], { cwd: folder });
  await vi.waitFor(() => read("begun"), 60_000);
  audit.kill();
  expect(await once(audit, "close")).toEqual([2, null]);
  await vi.waitFor(() => read("ended"), 60_000);
});

test("what keeps an audit from its start is said in one line, with status 2", () => {
  write("broken.mjs", "throw new Error('no');");
  fs.mkdirSync(at("bin"));
  fs.symlinkSync(process.execPath, at("bin/node"));
  const noBrowser = { PATH: at("bin"), PLAYWRIGHT_BROWSERS_PATH: at("none") };
  for (const [args, said, env] of [
    ["--nope", "Unknown option '--nope'"],
    ["broken.mjs", "DescriptionNotLoaded: broken.mjs: no"],
    ["example.org", "An address begins with https://"],
    [`${url} ${url}`, "Only one site"],
    [`${url} --baseline broken.mjs`, "--baseline: broken.mjs: Unexpected"],
    [`${url} --pages x`, "--pages: x is no number and no file"],
    [`${url} --header secret`, "--header: It has the form NAME:VALUE."],
    [`${url} --cookie secret`, "--cookie: It has the form NAME=VALUE."],
    [`${url} --level B`, "--level: no B"],
    [url, "apt-get install chromium", noBrowser],
    [url, "CHROMIUM_PATH: no /nowhere", { CHROMIUM_PATH: "/nowhere" }],
    [url, "does not start", { CHROMIUM_PATH: process.execPath }],
  ] as const) {
    const [status, line, ...more] = run(args, env).trim().split("\n");
    expect([status, more]).toEqual(["2", []]);
    expect(line).toContain(said);
  }
  const nobody = `✘ StartFailed: Nobody answers at ${url}: ECONNREFUSED\n`;
  expect(run(url)).toContain(`2\n${nobody}`);
});

test("--help says how to describe a site, and --version which one it is", () => {
  expect(run("--version")).toBe(`0\n${/[\d.]+(?=\.tgz)/.exec(tarball)?.[0]}\n`);
  expect(inShell(`${command} --help > /dev/full`)).toBe(2);
  const said = run("--help");
  expect(said).toMatch(/^0\n/);
  for (const word of ["baseURL", "start", "states", "forms", "--baseline"])
    expect(said).toContain(word);
});
