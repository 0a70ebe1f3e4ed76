import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { databaseFolders } from "~/database/database-folders";
import { openMigratedDatabase } from "#supabase";
import { ask } from "../../../tests/support/visitors/ask";
import { startSite } from "../../../tests/support/servers/site";
import type { TestSite } from "../../../tests/support/servers/site";
import { waitlistArguments } from "#operator/testing";
import { temporaryFolder } from "#supabase/testing";

/** MESSAGES=30000 takes ten minutes; a job that keeps all of these fails, too. */
const messages = Number(process.env.MESSAGES ?? 6000);
const signups = 10_000;

/**
 * In milliseconds: a shorter wait may go unseen. Without a pause, the visits would
 * take a core from the job.
 */
const betweenVisits = 5;

const folder = temporaryFolder();
const dataDir = path.join(folder, "data");
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Fills the tables with messages of 5,000 four-byte characters. One person
 * wrote a quarter of them.
 */
async function fill() {
  const randomCharacter = () =>
    String.fromCodePoint(0x10000 + Math.floor(Math.random() * 0xe0000));
  const characters = Array.from({ length: 10_000 }, randomCharacter).join("");
  const { sql, close } = await openMigratedDatabase(dataDir, databaseFolders);
  for (let from = 0; from < messages; from += 500) {
    // Slices of one random text are quick to make and do not compress.
    await sql.query(
      `insert into contact_messages (name, email, subject, message, created_at)
       select 'Robin',
         'robin-' || case number % 4 when 2 then 2 else number end || '@example.com',
         'Hello',
         substr($1, 1 + number % 5000, 5000),
         now() - number % 2 * interval '2 years' - number * interval '1 second'
       from generate_series($2::int, $2::int + 499) as number`,
      [characters, from],
    );
  }
  await sql.query(
    `insert into beta_signups (email, signup_source, created_at)
     select 'raver-' || number || '@example.com', 'hero_section', date_trunc('day', now()) - number * interval '1 hour'
     from generate_series(1, $1::int) as number`,
    [signups],
  );
  const { rows } = await sql.query<{ id: string }>(
    "select id from contact_messages order by created_at desc limit 1",
  );
  await close();
  return rows[0]?.id ?? "";
}

/** @returns the process's peak memory in MiB */
const peakMemory = ({ pid }: TestSite) =>
  Number(
    /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1],
  ) / 1024;

/**
 * CPU time that the site's event loop has used, in milliseconds. Other load on
 * the machine does not add to it.
 */
const processorTime = ({ pid }: TestSite) =>
  Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8")) /
  1e6;

/**
 * A sync depends on the disk: now and then it takes more than a second, after
 * all that this test writes. It does not count as a job's cost.
 */
const withoutSync = `
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  fs.fsyncSync = () => {};
  syncBuiltinESMExports();`;

/** @returns the first line that the job prints to stderr */
async function run(args: string[]) {
  const child = spawn(process.execPath, [...waitlistArguments, ...args], {
    env: { NODE_ENV: "test", PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const closed = once(child, "close");
  const said = await text(child.stderr);
  await closed;
  return said.split("\n")[0];
}

test(`no job on ${messages} long messages costs the site memory, or its visitors time`, async () => {
  mkdirSync(dataDir, { mode: 0o700 });
  const id = await fill();
  const jobs: [args: string[], says: string, longest?: number][] = [
    [["signups"], "417 rows"],
    [["stats"], "rows"],
    [["unanswered"], `50 rows, and ${messages - 50} more`],
    [["export-signups"], `${signups} rows`],
    [["export-messages"], `${messages} rows`],
    [
      ["backup", "--untried"],
      `Written: beta_signups: ${signups}, contact_messages: ${messages}`,
    ],
    [["answered", id], "1 row updated"],
    // Visitors wait while the files are rewritten.
    [
      ["erase-person", "robin-2@example.com", "--yes"],
      `${messages / 4} rows erased`,
      3000,
    ],
    [["erase-old-messages", "--yes"], `${messages / 2} rows erased`, 3000],
  ];
  const site = await startSite({
    DATA_DIR: dataDir,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(withoutSync)}`,
  });
  // A process renders its first page slowly, with or without a job.
  await ask(`${site.url}/`);
  // Some seconds after its start, the site vacuums once.
  for (const [args, says, most = 2000] of jobs) {
    const name = args[0] ?? "";
    let isDone = false;
    const running = run(args).finally(() => (isDone = true));
    const times: number[] = [];
    while (!isDone) {
      const before = processorTime(site);
      const { status } = await ask(`${site.url}/`);
      if (status !== 200) throw new Error(`A visitor was answered ${status}.`);
      times.push(processorTime(site) - before);
      await pause(betweenVisits);
    }
    expect(await running, name).toContain(says);
    const longest = Math.max(...times);
    const peak = peakMemory(site);
    console.log(
      `${name}: ${times.length} GETs, the longest wait ${Math.round(longest)} ms of the site's CPU time; the site's peak ${Math.round(peak)} MiB`,
    );
    expect(longest, name).toBeLessThan(most);
    expect(peak, name).toBeLessThan(350);
  }
  expect(await site.stop()).toBe(0);
});
