import { rmSync } from "node:fs";
import { setTimeout as after } from "node:timers/promises";
import { expect, test } from "playwright/test";
import { databaseFolders } from "~/data/database-folders";
import { openEmbeddedSupabase } from "#supabase";
import { contactForm } from "~/forms/contact";
import { neededFields } from "../support/fixtures/forms";
import { startSite } from "../support/fixtures/site";
import { temporaryFolder } from "../support/fixtures/supabase";

const kills = 10;
const connections = 4;
/** The nth kill comes after n times as many milliseconds of load. */
const step = 110;

interface Submission {
  path: string;
  email: string;
  fields: Record<string, string>;
}

let counter = 0;

/** A signup; every fifth is a message, which no unique index protects. */
function nextSubmission(): Submission {
  const email = `raver-${counter++}@example.com`;
  const key = { idempotency_key: crypto.randomUUID() };
  return counter % 5 === 0
    ? {
        path: "/contact",
        email,
        fields: { ...key, ...neededFields(contactForm, email) },
      }
    : {
        path: "/",
        email,
        fields: { ...key, email, signup_source: "hero_section" },
      };
}

async function post(url: string, { path, fields }: Submission) {
  const answer = await fetch(url + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
    signal: AbortSignal.timeout(10_000),
  });
  return answer.status;
}

test("no signup that was answered is lost or duplicated when the site is killed under load", async () => {
  const folder = temporaryFolder();
  const settings = { DATA_DIR: folder, RATE_LIMIT_PER_MINUTE: "0" };
  const acknowledged: Submission[] = [];
  const sentAgain: Submission[] = [];
  let running = await startSite(settings);
  try {
    for (let kill = 1; kill <= kills; kill++) {
      const site = running;
      const unanswered: Submission[] = [];
      const before = acknowledged.length;
      const load = Array.from({ length: connections }, async () => {
        for (;;) {
          const submission = nextSubmission();
          try {
            const status = await post(site.url, submission);
            if (status !== 303)
              throw new Error(`A form was answered ${status}.`);
            acknowledged.push(submission);
          } catch (error) {
            // fetch throws a TypeError when the connection is cut.
            if (!(error instanceof TypeError)) throw error;
            unanswered.push(submission);
            return;
          }
        }
      });
      await Promise.race([after(kill * step), Promise.all(load)]);
      // A busy machine may not have answered yet.
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before);
      await site.stop("SIGKILL");
      await Promise.all(load);

      running = await startSite(settings);
      for (const submission of unanswered) {
        expect([303, 409]).toContain(await post(running.url, submission));
        sentAgain.push(submission);
      }
    }
    expect(await running.stop()).toBe(0);

    const stored = await storedIn(folder);
    const all = [...acknowledged, ...sentAgain];
    expect(all.filter((one) => stored(one) !== 1)).toEqual([]);
    expect(stored.total).toBe(all.length);
  } finally {
    await running.stop("SIGKILL");
    rmSync(folder, { recursive: true });
  }
});

/** @returns a function that counts the rows of a submission */
async function storedIn(folder: string) {
  const supabase = await openEmbeddedSupabase(folder, databaseFolders);
  try {
    // Without index scans, a damaged index cannot hide a row.
    await supabase.database.query("set enable_indexscan = off");
    await supabase.database.query("set enable_indexonlyscan = off");
    await supabase.database.query("set enable_bitmapscan = off");
    const { rows } = await supabase.database.query<{ email: string }>(
      "select email from beta_signups union all select email from contact_messages",
    );
    const counts = new Map<string, number>();
    for (const { email } of rows)
      counts.set(email, (counts.get(email) ?? 0) + 1);
    return Object.assign(({ email }: Submission) => counts.get(email) ?? 0, {
      total: rows.length,
    });
  } finally {
    await supabase.close();
  }
}
