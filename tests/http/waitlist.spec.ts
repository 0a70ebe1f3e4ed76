import { once } from "node:events";
import { connect } from "node:net";
import path from "node:path";
import { expect } from "playwright/test";
import { slowness } from "../support/fixtures/pace";
import { startSite } from "../support/fixtures/site";
import { newAddress, test } from "../support/fixtures/test";
import { runWaitlist, waitlist } from "../support/fixtures/waitlist";

test("an operator's jobs run through the site, which keeps taking signups, and end with it", async () => {
  const site = await startSite({ RATE_LIMIT_PER_MINUTE: "0" });
  const env = { DATA_DIR: site.dataDir };
  let isDone = false;
  const signups = (async () => {
    let count = 0;
    for (; !isDone; count += 1) {
      const answer = await fetch(site.url, {
        method: "POST",
        body: new URLSearchParams({
          email: newAddress(),
          signup_source: "hero_section",
        }),
        redirect: "manual",
      });
      expect(answer.status).toBe(303);
    }
    return count;
  })();
  // This client never finishes its request.
  const hanging = connect(path.join(site.dataDir, "jobs.sock"));
  await once(hanging, "connect");
  hanging.on("error", () => {});
  const half =
    'POST / HTTP/1.1\r\nHost: site\r\nContent-Length: 17\r\n\r\n{"job":';
  await new Promise((sent) => hanging.write(half, sent));

  const dump = await runWaitlist(["dump"], env);
  expect(dump.status).toBe(0);
  for (const job of ["signups", "export-signups"]) {
    expect(await waitlist([job], env)).toMatchObject({ status: 0 });
  }
  isDone = true;
  const stored = await signups;
  expect(stored).toBeGreaterThan(0);
  const { stderr } = await waitlist(["export-signups"], env);
  expect(stderr).toBe(`${stored} rows\n`);
  expect(site.output()).toContain('"job":"export-signups"');

  const started = performance.now();
  expect(await site.stop()).toBe(0);
  const took = performance.now() - started;
  expect(took).toBeLessThan(1_000 * slowness());
  hanging.destroy();
});
