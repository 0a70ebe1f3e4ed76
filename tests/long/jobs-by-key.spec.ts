import { rmSync } from "node:fs";
import { expect, test } from "playwright/test";
import { databaseFolders } from "~/data/database-folders";
import { openDatabase } from "~/embedded-supabase/database.server";
import { readJobs, runJob } from "~/embedded-supabase/jobs.server";
import { databaseFolder } from "../support/fixtures/supabase";

const folder = databaseFolder();
test.afterAll(() => rmSync(folder, { recursive: true }));

/** Visitors wait for a batch. Sorting or reading a whole table takes longer. */
const mostMilliseconds = 50;

/** Enough to measure. A job on these tables has thousands. */
const mostBatches = 60;

const fill = `
  insert into beta_signups (email, signup_source, created_at)
    select 'raver-' || number || '@example.com', 'hero_section', now() - number * interval '1 minute'
    from generate_series(1, 200000) as number;
  insert into contact_messages (name, email, message, created_at, answered_at)
    select 'Robin', 'robin-' || number % 1000 || '@example.com', repeat('Hello. ', 50),
      now() - number * interval '1 minute',
      case when number % 100 > 0 then now() end
    from generate_series(1, 100000) as number`;

const processorMilliseconds = (since?: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

test(
  "each batch of a job is short, even with 200,000 signups and 100,000 messages",
  { tag: "@measures" },
  async () => {
    const { sql, close } = await openDatabase(folder, databaseFolders);
    await sql.exec(fill);
    const argument = {
      answered: "00000000-0000-0000-0000-000000000000",
      "erase-person": "robin-7@example.com",
    };
    const taken: Record<string, number> = {};
    const jobs = readJobs(databaseFolders.queries);
    // The cost of `check` does not depend on the size of the tables.
    for (const job of jobs.filter(({ name }) => name !== "check")) {
      const batches = runJob(
        sql,
        job,
        argument[job.name as keyof typeof argument],
      );
      const times: number[] = [];
      let before = process.cpuUsage();
      while (times.length < mostBatches && !(await batches.next()).done) {
        times.push(processorMilliseconds(before));
        before = process.cpuUsage();
      }
      times.sort((a, b) => a - b);
      taken[job.name] = times[Math.floor(times.length * 0.95)] ?? Infinity;
    }
    await close();
    console.log("The 95th percentile of a batch in ms of CPU time:", taken);
    for (const [name, milliseconds] of Object.entries(taken)) {
      expect(milliseconds, name).toBeLessThan(mostMilliseconds);
    }
  },
);
