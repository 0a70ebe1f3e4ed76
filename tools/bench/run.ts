import { spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startSite } from "../../tests/support/servers/site";
import { freePort, temporaryFolder } from "#supabase/testing";
import { answersPerSecond, longestMs, signupsPerSecond } from "./load";
import { record } from "./record";

// `npm run bench` measures the site and a bare Node server that sends the same
// bytes, in turns. The ratios can be compared from day to day. What a page and a refusal
// cost is measured by tests/long/costs.spec.ts.

const rounds = 3;
const scriptFolder = "build/client/assets";
const script = `/assets/${largest(scriptFolder)}`;

const folder = temporaryFolder();
const dataDir = path.join(folder, "data");
const env = { DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: "0" };

// The first site creates the folder, and its answers are recorded.
const first = await startSite(env);
for (let time = 0; time < 2; time++) await fetch(first.url);
const form = "email=raver@example.com&signup_source=hero_section";
const post = await record(first.url, { form });
const [cookie = ""] = String(post.headers["set-cookie"]).split(";");
// The first request renders the page with the toast, and later ones are cached.
await record(first.url, { cookie });
const answers = {
  post,
  "/": await record(first.url),
  toast: await record(first.url, { cookie }),
  [script]: await record(first.url + script),
};
await first.stop();
const answersFile = path.join(folder, "answers.json");
writeFileSync(answersFile, JSON.stringify(answers));

interface Round {
  start: number;
  memory: number;
  longest: Pair;
  gets: Pair;
  scripts: Pair;
  signups: Pair;
}
interface Pair {
  site: number;
  bare: number;
}

const taken: Round[] = [];
for (let round = 0; round < rounds; round++) {
  const startedAt = performance.now();
  const site = await startSite(env);
  const start = performance.now() - startedAt;
  const bare = await startBareServer();
  const both = async (measure: (url: string) => Promise<number>, at = "/") => ({
    site: await measure(site.url + at),
    bare: await measure(bare.url + at),
  });
  await fetch(site.url);
  taken.push({
    start,
    longest: await both(longestMs),
    gets: await both((url) => answersPerSecond(url)),
    scripts: await both((url) => answersPerSecond(url), script),
    signups: await both(signupsPerSecond),
    memory: residentMemory(site.pid),
  });
  bare.stop();
  await site.stop();
}
rmSync(folder, { recursive: true });

const rate = (name: string, of: (round: Round) => Pair) => [
  name,
  Math.round(median(taken.map((round) => of(round).site))).toLocaleString("en"),
  median(taken.map((round) => of(round).site / of(round).bare)).toFixed(3),
];
console.log(`
Medians of ${rounds} rounds.

${table([
  ["", "per second", "of a bare Node server"],
  rate("GET /, br, 32 connections", ({ gets }) => gets),
  rate("the largest script, br, 32 connections", ({ scripts }) => scripts),
  rate("signups and their pages, 8 visitors", ({ signups }) => signups),
])}

GET / over one connection, 99 of 100 within: ${median(taken.map(({ longest }) => longest.site)).toFixed(1)} ms, of the bare server ${median(taken.map(({ longest }) => longest.bare)).toFixed(1)} ms.
Start on existing data: ${median(taken.map(({ start }) => start)).toFixed(0)} ms. Memory after the load: ${median(taken.map(({ memory }) => memory)).toFixed(0)} MiB.`);

async function startBareServer() {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    process.execPath,
    [
      "--import",
      "tsx",
      "tools/bench/bare-server.ts",
      answersFile,
      String(port),
    ],
    { stdio: "inherit" },
  );
  const isThere = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  while (!(await isThere())) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { url, stop: () => child.kill() };
}

/** @returns MiB, on Linux */
function residentMemory(pid = 0): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

function largest(of: string): string {
  const size = (name: string) => readFileSync(path.join(of, name)).byteLength;
  const scripts = readdirSync(of).filter((name) => name.endsWith(".js"));
  return scripts.sort((a, b) => size(b) - size(a))[0] ?? "";
}

function median(numbers: number[]): number {
  return numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? NaN;
}

function table(rows: string[][]): string {
  const [head = [], ...body] = rows;
  const rule = head.map((_, index) => (index ? "--:" : ":--"));
  return [head, rule, ...body]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}
