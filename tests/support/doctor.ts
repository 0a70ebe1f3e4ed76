import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { freePort } from "./site";

/** What `npm run doctor` gives to Node, without the developer's own settings. */
const [, ...commandLine] = packageJson.scripts.doctor.split(" ");
const doctorArguments = commandLine.filter(
  (word) => !word.startsWith("--env-file"),
);

interface Line {
  ok: boolean;
  text: string;
}

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
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const [status] = (await once(child, "close")) as [number | null];
  const lines = new Map<string, Line>();
  for (const line of output.split("\n")) {
    const [, mark, name = "", text = ""] =
      /^([✓✗]) (.{24}) (.*)$/.exec(line) ?? [];
    if (mark) lines.set(name.trim(), { ok: mark === "✓", text });
  }
  return { status, output, lines };
}
