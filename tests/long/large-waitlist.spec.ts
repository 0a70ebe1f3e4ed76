import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "playwright/test";
import { databaseFolders } from "~/database/database-folders";
import { openMigratedDatabase } from "#supabase";
import { waitlistArguments } from "#operator/testing";
import { databaseFolder } from "#supabase/testing";
import { startSite } from "../support/servers/site";
import type { TestSite } from "../support/servers/site";

/** A job that keeps all of these in memory fails. */
const messages = 6000;
const signups = 10_000;

/**
 * In milliseconds: a shorter wait may go unseen. Without a pause, the visits would
 * take a core from the job.
 */
const betweenVisits = 5;

/**
 * Fills the tables with messages of 5,000 four-byte characters, of which one person
 * wrote a quarter.
 *
 * @returns the id of one of them
 */
async function fill(folder: string) {
  // Slices of one random text are quick to make and do not compress.
  const characters = Array.from({ length: 10_000 }, () =>
    String.fromCodePoint(0x10000 + Math.floor(Math.random() * 0xe0000)),
  ).join("");
  const { sql, close } = await openMigratedDatabase(folder, databaseFolders);
  for (let from = 0; from < messages; from += 500) {
    await sql.query(
      `insert into contact_messages (name, email, message, created_at)
       select 'Robin',
         'robin-' || case number % 4 when 2 then 2 else number end || '@example.com',
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

const read = ({ pid }: TestSite, file: string) =>
  readFileSync(`/proc/${pid}/${file}`, "utf8");

/** The process's peak memory in MiB. */
const peakMemory = (site: TestSite) =>
  Number(/VmHWM:\s+(\d+)/.exec(read(site, "status"))?.[1]) / 1024;

/**
 * CPU time that the site's event loop has used, in milliseconds. Other load on
 * the machine does not add to it.
 */
const processorTime = (site: TestSite) =>
  Number.parseInt(read(site, `task/${site.pid}/schedstat`)) / 1e6;

/** Runs a job, whose output would fill this process's memory. @returns what it says */
async function run(DATA_DIR: string, job: string[]) {
  const child = spawn(process.execPath, [...waitlistArguments, ...job], {
    env: { NODE_ENV: "test", PATH: process.env.PATH, DATA_DIR },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const closed = once(child, "close");
  const said = await text(child.stderr);
  await closed;
  return said;
}

test(`no job on ${messages} long messages costs the site memory, or its visitors time`, async () => {
  const folder = databaseFolder();
  const id = await fill(folder);
  const jobs: [job: string[], says: string, longest?: number][] = [
    [["signups"], "417 rows"],
    [["stats"], "rows"],
    [["unanswered"], `${messages} rows`],
    [["export-signups"], `${signups} rows`],
    [["export-messages"], `${messages} rows`],
    [
      ["backup"],
      `Written: beta_signups: ${signups}, contact_messages: ${messages}`,
    ],
    [["answered", id], "1 row updated"],
    [["person", "robin-2@example.com"], `${messages / 4} rows`],
    [
      ["erase-person", "robin-2@example.com", "--yes"],
      `${messages / 4} rows erased`,
    ],
    // Visitors wait while the files are rewritten.
    [["erase-old-messages", "--yes"], `${messages / 2} rows erased`, 3000],
  ];
  const site = await startSite({ DATA_DIR: folder });
  // A process renders its first page slowly, with or without a job.
  await fetch(site.url);
  // Some seconds after its start, the site vacuums once.
  for (const [job, says, most = 2000] of jobs) {
    const [name] = job;
    let isDone = false;
    const running = run(folder, job).finally(() => (isDone = true));
    let longest = 0;
    while (!isDone) {
      const before = processorTime(site);
      expect((await fetch(site.url)).status, name).toBe(200);
      longest = Math.max(longest, processorTime(site) - before);
      await pause(betweenVisits);
    }
    expect(await running, name).toContain(says);
    expect(longest, name).toBeLessThan(most);
    expect(peakMemory(site), name).toBeLessThan(350);
  }
  expect(await site.stop()).toBe(0);
  rmSync(folder, { recursive: true });
});
