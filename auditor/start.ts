import { spawn } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { Unmeasured } from "./log";
import { kill } from "./programs";

const timeoutMs = 60_000;

/** @throws Unmeasured where nobody listens */
export async function expectAnswer(url: string) {
  const signal = AbortSignal.timeout(timeoutMs);
  await fetch(url, { method: "HEAD", signal }).catch((error: unknown) => {
    const { code } = (error as { cause?: { code?: string } }).cause ?? {};
    // Whatever else is wrong, a browser may still get an answer.
    if (code && ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"].includes(code))
      throw new Unmeasured("StartFailed", `Nobody answers at ${url}: ${code}`);
  });
}

/** Starts the site, waits until it answers, and returns what ends it. */
export async function startSite(command: string, url: string) {
  const child = spawn(command, { shell: true, detached: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => (output += chunk));
  const end = () => kill(child, "SIGTERM");
  process.once("exit", end);
  const deadline = Date.now() + timeoutMs;
  let ended = child.exitCode ?? child.signalCode;
  while (ended === null && Date.now() < deadline) {
    if (await fetch(url).catch(() => undefined)) return end;
    await setTimeout(100);
    ended = child.exitCode ?? child.signalCode;
  }
  end();
  const what =
    ended === null ? `does not answer at ${url}` : `ended with ${ended}`;
  const said = `"${command}" ${what}. It printed: ${output.slice(-500) || "nothing"}`;
  throw new Unmeasured("StartFailed", said);
}
