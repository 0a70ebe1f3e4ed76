import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "playwright/test";
import { databaseFolders } from "~/data/database-folders";
import { openDatabase } from "~/embedded-supabase/database.server";
import { readJobs } from "~/embedded-supabase/jobs.server";
import { ask } from "../support/fixtures/ask";
import { startSite } from "../support/fixtures/site";
import type { TestSite } from "../support/fixtures/site";
import { temporaryFolder } from "../support/fixtures/supabase";
import { waitlistArguments } from "../support/fixtures/waitlist";

/** MESSAGES=30000 takes ten minutes; a job that keeps all of these fails, too. */
const messages = Number(process.env.MESSAGES ?? 6000);
const signups = 10_000;

const folder = temporaryFolder();
const dataDir = path.join(folder, "data");
test.afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Fills the tables with messages of 5,000 four-byte characters. One person
 * wrote a quarter of them.
 */
async function fill() {
  const randomCharacter = () =>
    String.fromCodePoint(0x10000 + Math.floor(Math.random() * 0xe0000));
  const characters = Array.from({ length: 10_000 }, randomCharacter).join("");
  const { sql, close } = await openDatabase(dataDir, databaseFolders);
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

test(
  `no job on ${messages} long messages costs the site memory, or its visitors time`,
  { tag: "@measures" },
  async () => {
    mkdirSync(dataDir, { mode: 0o700 });
    const id = await fill();
    const answers: Record<string, { args?: string[]; says: string }> = {
      signups: { says: "417 rows" },
      unanswered: { says: `50 rows, and ${messages - 50} more` },
      "export-signups": { says: `${signups} rows` },
      "export-messages": { says: `${messages} rows` },
      dump: {
        says: `-- beta_signups: ${signups}, contact_messages: ${messages}`,
      },
      answered: { args: [id], says: "1 row updated" },
      "erase-person": {
        args: ["robin-2@example.com", "--yes"],
        says: `${messages / 4} rows erased`,
      },
      "erase-old-messages": {
        args: ["--yes"],
        says: `${messages / 2} rows erased`,
      },
    };
    const site = await startSite({
      DATA_DIR: dataDir,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(withoutSync)}`,
    });
    // A process renders its first page slowly, with or without a job.
    await ask(`${site.url}/`);
    // Meanwhile a client requests everything and reads nothing.
    const socketPath = path.join(dataDir, "jobs.sock");
    const deaf = request({ socketPath, method: "POST" });
    deaf.on("error", () => {}).end('{"job":"export-messages"}');
    await once(deaf, "response");

    // Erasing comes last, because the other jobs need the rows.
    const jobs = readJobs(databaseFolders.queries).sort(
      (a, b) => Number(Boolean(a.change)) - Number(Boolean(b.change)),
    );
    for (const { name } of jobs) {
      const { args = [], says } = answers[name] ?? { says: "" };
      let isDone = false;
      const running = run([name, ...args]).finally(() => (isDone = true));
      const times: number[] = [];
      while (!isDone) {
        const before = processorTime(site);
        const { status } = await ask(`${site.url}/`);
        if (status !== 200)
          throw new Error(`A visitor was answered ${status}.`);
        times.push(processorTime(site) - before);
      }
      expect(await running, name).toContain(says);
      const longest = Math.max(...times);
      const peak = peakMemory(site);
      console.log(
        `${name}: ${times.length} GETs, the longest wait ${Math.round(longest)} ms of the site's CPU time; the site's peak ${Math.round(peak)} MiB`,
      );
      expect(longest, name).toBeLessThan(500);
      expect(peak, name).toBeLessThan(350);
    }
    // Its job is still running, and does not keep the site from ending.
    expect(await site.stop()).toBe(0);
  },
);
