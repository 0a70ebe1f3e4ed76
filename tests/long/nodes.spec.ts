import { rmSync } from "node:fs";
import { expect, test } from "playwright/test";
import { findNode, releases } from "../../tools/nodes.js";
import { messageFields, post, signupFields } from "../support/visitors/post";
import { startSite } from "../support/servers/site";
import { waitlist } from "#operator/testing";
import { databaseFolder, runProgram } from "#supabase/testing";
import { newAddress } from "../support/visitors/test";

// `npm run test:nodes` also builds the site on each of them.
for (const release of releases) {
  test(`on Node ${release} both forms' rows survive a kill, and Node warns of nothing`, async () => {
    const node = findNode(release) ?? "";
    test.skip(!node, "tools/install-nodes.js has not installed it");
    const settings = { DATA_DIR: databaseFolder() };
    const build = { node, cwd: process.cwd() };
    const first = await startSite(settings, build);
    const emails = [newAddress(), newAddress()] as const;
    for (const [path, fields] of [
      ["/", signupFields({ email: emails[0] })],
      ["/contact", messageFields({ email: emails[1] })],
    ] as const) {
      expect((await post(first.url + path, fields)).status, path).toBe(303);
    }
    await first.stop("SIGKILL");

    const second = await startSite(settings, build);
    // A proxy that nobody runs.
    const proxy = { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: "http://127.0.0.1:9" };
    const env = { ...process.env, ...proxy, PORT: new URL(second.url).port };
    const health = await runProgram(node, ["app/server/healthy.js"], { env });
    expect(health.status, health.stderr).toBe(0);
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
