import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test as anyTest, vi } from "vitest";
import { startSite } from "../../start";
import { freePort, temporaryFolder } from "../../programs";
import type { Description, Report } from "../../site";
import { grave } from "../cases";

const folder = temporaryFolder();
afterAll(() => fs.rmSync(folder, { recursive: true }));
const at = (name: string) => path.join(folder, name);
const read = (name: string) => fs.readFileSync(at(name), "utf8");
const write = (name: string, text: string) => fs.writeFileSync(at(name), text);
const describe = (name: string, site: Description) =>
  write(name, `export default ${JSON.stringify(site)};`);
const reportIn = (name: string) =>
  JSON.parse(read(`${name}/report.json`)) as Report;

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

// The auditor as it is packed, in an empty folder.
const packed = call("npm", `pack --pack-destination ${folder}`, {}, "auditor");
const [tarball = packed] = /\S+\.tgz$/m.exec(packed.trim()) ?? [];
const flags = "--prefer-offline --no-audit --no-fund";
const said = call("npm", `install ${flags} ./${tarball}`);
/** The registry cannot be reached. */
const isAlone = /code E(NOTFOUND|AI_AGAIN|CONNREFUSED|TIMEDOUT)/.test(said);
const test = anyTest.skipIf(isAlone);

/** The first block of README.md in TypeScript. */
const [, example = ""] =
  /```ts\n([^]*?)```/.exec(fs.readFileSync("auditor/README.md", "utf8")) ?? [];
const server = "cases-server.mjs";

/** A page that takes little time, with a link, a form and a defect. */
const tiny = `import { createServer } from "node:http";
const page = '<!doctype html><html lang="en"><title>Tiny</title><main><h1>Tiny</h1><a href="/next">Next</a><form><button>Send</button></form><img src="x"></main>';
createServer(({ url }, response) =>
  response.writeHead(url === "/gone" ? 404 : 200, { "content-type": "text/html" }).end(page),
).listen(process.env.PORT);`;

/** The half of it without defects, described in JavaScript. */
const good = `export default {
  baseURL: "http://127.0.0.1:" + process.env.PORT,
  start: "node ${server}",
  states: ["", "about", "feedback"].map((page) => ({ name: page, path: "/good/" + page })),
  differences: [{ states: /feedback/, lines: /characters left/, because: "It helps while one types." }],
};`;

let PORT = "";
beforeAll(async () => {
  write("tiny.mjs", tiny);
  write("library.audit.ts", example);
  write("good.mjs", good);
  write(server, fs.readFileSync(`auditor/tests/${server}`, "utf8"));
  PORT = String(await freePort());
});

test("nothing is found at A and AA where nothing is wrong", () => {
  // form-tests.test tries a form in which nothing is wrong.
  expect(run("good.mjs --out good", { PORT })).toMatch(/^0\n/);
  const { failures, issues, visited } = reportIn("good");
  expect(visited).toHaveLength(6);
  expect(failures).toEqual([]);
  expect(grave(issues)).toEqual([]);
});

test("the example of README runs in an empty folder and finds each defect once, with its place; without a new one, the status is 0", () => {
  const said = run("library.audit.ts --out first", { PORT });
  expect(said).toMatch(/^1\n/);
  const { issues, failures } = reportIn("first");
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
      "A page-language /about html",
      "A mouse-only / body > main > div:nth-of-type(2)",
      "AA silent-status /about body > main > p:nth-of-type(3)",
      "A image-alt / iframe body > main > img",
    ].sort(),
  );
  const advice = issues.filter(({ rule }) => rule === "heading-order");
  expect(advice.map(({ selector }) => selector)).toEqual(["body > main > h4"]);
  expect(read("first/report.html")).toContain("Call us: 555 0100");
  const baseline = "-g saved --baseline first/report.json";
  const again = run(`library.audit.ts --out again ${baseline}`, { PORT });
  expect(again).toMatch(/^0\n/);
  expect(reportIn("again").issues).not.toEqual([]);
  const none = run("library.audit.ts --out none -g nowhere", { PORT });
  expect(none).toMatch(/^2\n/);
});

test("an address is enough: its links are followed", async () => {
  const free = await freePort();
  const url = `http://127.0.0.1:${free}`;
  const stop = await startSite(`PORT=${free} node ${at("tiny.mjs")}`, url);
  const said = run(`${url} --pages 2 --out address`);
  // A reader may close the pipe.
  inShell(`${command} ${url} --pages 1 --out piped | true`);
  stop();
  expect(reportIn("piped").visited).not.toEqual([]);
  expect(said).toMatch(/^1\n/);
  const { visited, judged } = reportIn("address");
  // No form was described, and none was sent.
  expect(judged.map(({ rule }) => rule)).not.toContain("silent-error");
  const states = [...new Set(visited.map(({ state }) => state))];
  expect(states).toEqual(["/", "/next"]);
});

/** Failures to measure, by their name and state. */
const broken = {
  "PageNotFound /gone": "",
  "StateNotReached /lost": "reach: () => Promise.reject(new Error('lost'))",
  "PartNotMeasured /odd":
    "only, reach: ({ page }) => page.evaluate(() => { document.title = 'Odd'; Element.prototype.getClientRects = () => { throw new Error('odd'); }; })",
  // More than a picture can show.
  "PartNotMeasured /tall":
    "only, reach: ({ page }) => page.evaluate(() => { document.body.style.height = '32000px'; })",
};

test("what could not be measured has a name, with status 2, and the rest is measured", async () => {
  const states = [...Object.entries(broken), ["Measured /", ""]].map(
    ([name = "", more = ""]) => {
      const [, path] = name.split(" ");
      return `{ name: "${path}", path: "${path}", ${more} }`;
    },
  );
  const free = await freePort();
  const where = `baseURL: "http://127.0.0.1:${free}", start: "node tiny.mjs"`;
  write(
    "partly.mjs",
    `const only = { mode: "javascript", because: "It takes a script." };
    export default { ${where}, states: [${states.join(", ")}] };`,
  );
  const said = run("partly.mjs --out partly", { PORT: String(free) });
  expect(said).toMatch(/^2\n/);
  const { failures, issues } = reportIn("partly");
  const names = failures.map(({ name, state }) => `${name} ${state}`);
  expect([...new Set(names)].sort()).toEqual(Object.keys(broken).sort());
  const tall = failures.filter(({ state }) => state === "/tall");
  const part = "contrast and focus, at 1280 px";
  expect(tall).toEqual([expect.objectContaining({ part })]);
  const seen = issues.flatMap((one) => one.seen.map(({ state }) => state));
  expect(seen).toEqual(expect.arrayContaining(["/", "/tall"]));
});

test("a start that fails is named, with status 2, in the report, too", () => {
  describe("start.mjs", { baseURL: "http://127.0.0.1:9", start: "exit 3" });
  expect(run("start.mjs --out out")).toMatch(/^2\n[^]*StartFailed/);
  expect(reportIn("out").failures).toMatchObject([{ name: "StartFailed" }]);
});

test("an audit that is stopped ends the site that it has started", async () => {
  const start = "trap 'echo > ended' TERM; echo > begun; sleep 1000 & wait";
  describe("stopped.mjs", { baseURL: "http://127.0.0.1:9", start });
  const audit = spawn(command, ["stopped.mjs"], { cwd: folder });
  await vi.waitFor(() => read("begun"), 60_000);
  audit.kill();
  expect(await once(audit, "close")).toEqual([2, null]);
  await vi.waitFor(() => read("ended"), 60_000);
});

test("what keeps an audit from its start is said in one line, with status 2", async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  write("broken.mjs", "throw new Error('no');");
  fs.mkdirSync(at("bin"));
  fs.symlinkSync(process.execPath, at("bin/node"));
  const noBrowser = { PATH: at("bin"), PLAYWRIGHT_BROWSERS_PATH: at("none") };
  for (const [args, said, env] of [
    ["--nope", "Unknown option '--nope'"],
    ["broken.mjs", "DescriptionNotLoaded: broken.mjs: no"],
    ["example.org", "An address begins with https://"],
    [`${url} ${url}`, "Only one site"],
    [
      `${url} --baseline broken.mjs`,
      "--baseline: broken.mjs: Unexpected token",
    ],
    [`${url} --pages x`, "--pages: x"],
    [`${url} --level B`, "--level: no B"],
    [url, "apt-get install chromium", noBrowser],
    [url, "CHROMIUM_PATH: no /nowhere", { CHROMIUM_PATH: "/nowhere" }],
    [url, "does not start", { CHROMIUM_PATH: process.execPath }],
  ] as const) {
    const [status, line, ...more] = run(args, env).trim().split("\n");
    expect([status, more]).toEqual(["2", []]);
    expect(line).toContain(said);
  }
  expect(run(url)).toMatch(
    new RegExp(`^2\n✘ StartFailed: Nobody answers at ${url}: ECONNREFUSED\n`),
  );
});

test("--help says how to describe a site, and --version which one it is", () => {
  expect(run("--version")).toBe(`0\n${/[\d.]+(?=\.tgz)/.exec(tarball)?.[0]}\n`);
  expect(inShell(`${command} --help > /dev/full`)).toBe(2);
  const said = run("--help");
  expect(said).toMatch(/^0\n/);
  for (const word of ["baseURL", "start", "states", "forms", "--baseline"])
    expect(said).toContain(word);
});
