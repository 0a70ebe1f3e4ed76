import { spawn } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { request, type APIRequestContext } from "playwright";
import { firstLines, Unmeasured } from "./log";
import { kill } from "./programs";

const timeoutMs = 60_000;

/** @returns the status that an address answers, or why it answers none */
async function ask(visitor: APIRequestContext, url: string, timeout: number) {
  const get = (url: string) =>
    visitor.get(url, { timeout, maxRedirects: 0 }).then(
      (response) => response.status(),
      (error) => firstLines(error).split("\n")[0] ?? "",
    );
  const answer = await get(url);
  const { hostname } = new URL(url);
  const isHere = /^(?:localhost|127\.0\.0\.1)$/.test(hostname);
  if (!isHere || !String(answer).includes("REFUSED")) return answer;
  const other = url.replace(hostname, "[::1]");
  const there = await get(other);
  if (typeof there === "string") return answer;
  // It may have begun to listen at both meanwhile.
  const again = await get(url);
  if (typeof again === "number") return again;
  // A browser looks for localhost at both, whatever the machine's names say.
  return hostname === "localhost" ? there : `it answers at ${other} alone`;
}

/** Browsers take a certificate of one's own, too. */
const newVisitor = () => request.newContext({ ignoreHTTPSErrors: true });

/** @throws Unmeasured where nobody listens */
export async function expectAnswer(url: string) {
  const visitor = await newVisitor();
  const answer = await ask(visitor, url, timeoutMs);
  await visitor.dispose();
  // Whatever else is wrong, a browser may still get an answer.
  const [code] = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN/.exec(String(answer)) ?? [];
  if (code)
    throw new Unmeasured("StartFailed", `Nobody answers at ${url}: ${code}`);
}

/** Whether waiting helps: what stands before a server answers 502 to 504 at first. */
const isEarly = (answer: number | string) =>
  /^50[2-4]$|REFUSED|RESET|hang up|Timeout/.test(String(answer));

/** Starts the site, waits until it answers, and returns what ends it. */
export async function startSite(command: string, url: string) {
  const child = spawn(command, { shell: true, detached: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => (output += chunk));
  const end = () => kill(child, "SIGTERM");
  process.once("exit", end);
  const visitor = await newVisitor();
  const deadline = Date.now() + timeoutMs;
  let answer: number | string = "";
  let ended = child.exitCode ?? child.signalCode;
  while (ended === null && Date.now() < deadline) {
    answer = await ask(visitor, url, Math.max(1, deadline - Date.now()));
    if (!isEarly(answer)) break;
    await setTimeout(100);
    ended = child.exitCode ?? child.signalCode;
  }
  await visitor.dispose();
  if (ended === null && typeof answer === "number" && !isEarly(answer))
    return end;
  end();
  const what =
    ended === null
      ? `does not answer at ${url} (${answer})`
      : `ended with ${ended}`;
  const said = `"${command}" ${what}. It printed: ${output.slice(-500) || "nothing"}`;
  throw new Unmeasured("StartFailed", said);
}
