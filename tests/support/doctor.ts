import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "playwright/test";
import packageJson from "../../package.json" with { type: "json" };
import { freePort } from "./site";

/** What `npm run doctor` gives to Node, without the developer's own settings. */
const [, ...commandLine] = packageJson.scripts.doctor.split(" ");
const doctorArguments = commandLine.filter(
  (word) => !word.endsWith("load-env.js"),
);

/** Runs the doctor's command with this environment alone. */
export async function runDoctor(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, doctorArguments, {
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      HOST: "127.0.0.1",
      PORT: String(await freePort()),
      DATA_DIR: path.join(tmpdir(), "kandi-never-made"),
      ...env,
    },
  });
  let printed = "";
  child.stdout.on("data", (chunk) => (printed += chunk));
  child.stderr.on("data", (chunk) => (printed += chunk));
  const [status] = (await once(child, "close")) as [number | null];
  // The columns are for people.
  const output = printed.replace(/ +/g, " ");
  return { status, output, problems: output.match(/^✗.*$/gm) ?? [] };
}

/** Runs the doctor, and expects these problems in this order, and no others. */
export async function expectProblems(
  env: Record<string, string>,
  ...expected: string[]
) {
  const { status, output, problems } = await runDoctor(env);
  const containing = expected.map((text) => expect.stringContaining(text));
  expect(problems, output).toEqual(containing);
  expect(status).toBe(problems.length > 0 ? 1 : 0);
  return output;
}
