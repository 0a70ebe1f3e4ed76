import { rmSync } from "node:fs";
import { setTimeout as after } from "node:timers/promises";
import { expect, test } from "playwright/test";
import { databaseFolders } from "~/database/database-folders";
import { openEmbeddedSupabase } from "#supabase";
import { messageFields, post, signupFields } from "../support/visitors/post";
import { startSite } from "../support/servers/site";
import { temporaryFolder } from "#supabase/testing";

const kills = 10;
const connections = 4;
/** The nth kill comes after n times as many milliseconds of load. */
const step = 110;

let counter = 0;

/** A signup; every fifth is a message, which no unique index protects. */
function nextSubmission() {
  const key = { idempotency_key: crypto.randomUUID() };
  return ++counter % 5 === 0
    ? { path: "/contact", fields: messageFields(key) }
    : { path: "/", fields: signupFields(key) };
}

type Submission = ReturnType<typeof nextSubmission>;

const send = async (url: string, { path, fields }: Submission) =>
  (await post(url + path, fields)).status;

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
            const status = await send(site.url, submission);
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
        expect([303, 409]).toContain(await send(running.url, submission));
        sentAgain.push(submission);
      }
    }
    expect(await running.stop()).toBe(0);

    const sent = [...acknowledged, ...sentAgain];
    const addresses = sent.map(({ fields }) => fields.email);
    expect(await storedIn(folder)).toEqual(addresses.sort());
  } finally {
    await running.stop("SIGKILL");
    rmSync(folder, { recursive: true });
  }
});

/** @returns the address of every row, in order */
async function storedIn(folder: string) {
  const supabase = await openEmbeddedSupabase(folder, databaseFolders);
  try {
    // Without index scans, a damaged index cannot hide a row.
    for (const scan of ["indexscan", "indexonlyscan", "bitmapscan"])
      await supabase.database.query(`set enable_${scan} = off`);
    const { rows } = await supabase.database.query<{ email: string }>(
      "select email from beta_signups union all select email from contact_messages",
    );
    return rows.map(({ email }) => email).sort();
  } finally {
    await supabase.close();
  }
}
