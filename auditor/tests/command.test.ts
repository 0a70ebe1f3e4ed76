import { expect, test } from "vitest";
import { inFolder } from "./command";

const { run, write, reportIn } = inFolder();

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
