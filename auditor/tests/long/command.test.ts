import { copyFileSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort, startCases } from "../cases";
import { inFolder } from "../command";

const { folder, run, write, read, reportIn } = inFolder();

/** The first block of README.md in TypeScript. */
const [, example = ""] =
  /```ts\n([^]*?)```/.exec(readFileSync("auditor/README.md", "utf8")) ?? [];

let port = "";
let cases: Awaited<ReturnType<typeof startCases>>;
beforeAll(async () => {
  write("library.audit.ts", example);
  const server = "cases-server.mjs";
  copyFileSync(`auditor/tests/${server}`, path.join(folder, server));
  port = String(await freePort());
  cases = await startCases();
});
afterAll(() => cases.stop());

test("the example of README runs in an empty folder: 1 for its issues, and 0 for none that are new", () => {
  const first = run(["library.audit.ts", "--out", "first"], port);
  expect(first.status, first.said).toBe(1);
  const rules = reportIn("first").issues.map(({ rule }) => rule);
  expect(rules).toEqual(
    expect.arrayContaining(["contrast", "difference", "silent-error"]),
  );
  expect(read("first/report.html")).toContain("Call us: 555 0100");

  const again = run(
    [
      ...["library.audit.ts", "--out", "again", "-g", "saved"],
      ...["--baseline", "first/report.json"],
    ],
    port,
  );
  expect(reportIn("again").issues).not.toEqual([]);
  expect(again.status, again.said).toBe(0);

  const none = run(
    ["library.audit.ts", "--out", "none", "-g", "nowhere"],
    port,
  );
  expect(none.status, none.said).toBe(2);
});

test.each([
  ["good", 0],
  ["bad", 1],
])("an address is enough: the links of /%s/ are followed", (half, expected) => {
  const url = `${cases.url}/${half}/`;
  const { status, said } = run([url, "--pages", "2", "--out", half]);
  expect(status, said).toBe(expected);
  const { visited, judged } = reportIn(half);
  // No form was described, and none was sent.
  expect(judged.map(({ rule }) => rule)).not.toContain("silent-error");
  const states = [...new Set(visited.map(({ state }) => state))];
  expect(states).toEqual([`/${half}/`, `/${half}/about`]);
});

/** What goes wrong on the way, by the name that it gets. */
const broken = {
  PageNotFound: "{ name: '/gone', path: '/gone' }",
  StateNotReached:
    "{ name: '/: lost', path: '/', reach: () => Promise.reject(new Error('lost')) }",
  PartCrashed:
    "{ name: '/: odd', path: '/', reach: ({ page }) => page.evaluate(() => { Element.prototype.getClientRects = () => { throw new Error('odd'); }; }) }",
};

test("what could not be measured has a name, with status 2, and the rest is measured", () => {
  const states = [...Object.values(broken), "{ name: '/', path: '/' }"];
  write(
    "partly.mjs",
    `export default { baseURL: "${cases.url}/bad", states: [${states.join(", ")}] };`,
  );
  const { status, said } = run(["partly.mjs", "--out", "partly"], port);
  expect(status, said).toBe(2);
  const { failures, issues } = reportIn("partly");
  for (const name of Object.keys(broken)) {
    expect(said).toContain(name);
    expect(failures.map((failure) => failure.name)).toContain(name);
  }
  const seen = issues.flatMap((one) => one.seen.map(({ state }) => state));
  expect(seen).toContain("/");
});

test("a description that does not load is named, with status 2", () => {
  write("broken.mjs", "throw new Error('no');");
  const { status, said } = run(["broken.mjs"]);
  expect(status, said).toBe(2);
  expect(said).toContain("DescriptionNotLoaded");
});

test("a start that fails is named, with status 2, in the report, too", () => {
  write(
    "start.mjs",
    "export default { baseURL: 'http://127.0.0.1:9', start: 'exit 3', states: [] };",
  );
  const { status, said } = run(["start.mjs", "--out", "out"]);
  expect(status, said).toBe(2);
  expect(said).toContain("StartFailed");
  expect(reportIn("out").failures).toMatchObject([{ name: "StartFailed" }]);
});

test("--help says how to describe a site", () => {
  const { status, said } = run(["--help"]);
  expect(status).toBe(0);
  for (const word of ["baseURL", "start", "states", "forms", "--baseline"])
    expect(said).toContain(word);
});
