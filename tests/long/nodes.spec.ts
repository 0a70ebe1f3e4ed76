import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "playwright/test";
import { findNode, releases } from "../../tools/nodes.js";
import { messageFields, post, signupFields } from "../support/visitors/post";
import { copyProject } from "../support/project/project-copy";
import { startSite } from "../support/servers/site";
import { waitlist } from "#operator/testing";
import { databaseFolder } from "#supabase/testing";
import { newAddress } from "../support/visitors/test";

const oldest = findNode(releases[0] ?? "");
/** `npm run test:long` builds the site with the Node that runs this. */
const isBuilt = oldest === process.execPath;
/** Built by the oldest Node, and run by each. */
const cwd = isBuilt ? process.cwd() : copyProject();
test.describe.configure({ mode: "default" });
test.beforeAll(() => {
  if (!oldest || isBuilt) return;
  const PATH = `${path.dirname(oldest)}${path.delimiter}${process.env.PATH}`;
  const env = { NODE_ENV: "production" as const, PATH };
  execFileSync("npm", ["run", "build"], { cwd, env, stdio: "pipe" });
});
test.afterAll(() => {
  if (!isBuilt) rmSync(cwd, { recursive: true });
});

for (const release of releases) {
  test(`on Node ${release} both forms' rows survive a kill, and Node warns of nothing`, async () => {
    const node = findNode(release) ?? "";
    test.skip(!node, "tools/install-nodes.js has not installed it");
    const settings = { DATA_DIR: databaseFolder() };
    const first = await startSite(settings, { node, cwd });
    const emails: string[] = [];
    for (const [url, fields] of [
      ["/", signupFields],
      ["/contact", messageFields],
    ] as const) {
      const email = newAddress();
      const posted = await post(first.url + url, fields({ email }));
      expect(posted.status, url).toBe(303);
      emails.push(email);
    }
    await first.stop("SIGKILL");

    const second = await startSite(settings, { node, cwd });
    const signups = await waitlist(["export-signups"], settings);
    const messages = await waitlist(["export-messages"], settings);
    const rows = signups.stdout + messages.stdout;
    for (const email of emails) expect(rows.split(email)).toHaveLength(2);
    expect(await second.stop()).toBe(0);
    // A warning from Node would be a line that is not JSON.
    expect(first.output() + second.output()).not.toMatch(/^(?!\{)./m);
    rmSync(settings.DATA_DIR, { recursive: true });
  });
}
