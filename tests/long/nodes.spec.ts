import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "playwright/test";
import type { Page } from "playwright/test";
import { hero } from "~/content/landing";
import { contactToasts } from "~/forms/contact";
import { signupToasts } from "~/forms/signup";
import { findNode, releases } from "../../tools/nodes.js";
import { fillContact, sendContact } from "../support/fixtures/contact";
import { copyProject } from "../support/fixtures/project-copy";
import { startSite } from "../support/fixtures/site";
import { databaseFolder } from "../support/fixtures/supabase";
import { newAddress, scriptIsThere } from "../support/fixtures/test";
import { waitlist } from "../support/fixtures/waitlist";

/** Builds as `npm run build` does with this Node first in PATH. */
function buildWith(node: string): string {
  const folder = copyProject();
  const PATH = `${path.dirname(node)}${path.delimiter}${process.env.PATH}`;
  const env = { NODE_ENV: "production" as const, PATH };
  execFileSync("npm", ["run", "build"], { cwd: folder, env, stdio: "pipe" });
  return folder;
}

const toast = (page: Page) => page.getByRole("main").getByRole("dialog");

async function signUp(page: Page, email: string) {
  await page
    .locator("form")
    .filter({ has: page.getByRole("button", { name: hero.form.button }) })
    .getByLabel("Email address")
    .fill(email);
  await page.keyboard.press("Enter");
  await expect(toast(page)).toContainText(signupToasts.stored.title);
}

async function writeMessage(page: Page, email: string) {
  await fillContact(page, { email });
  await sendContact(page);
  await expect(toast(page)).toContainText(contactToasts.storedFor(email).title);
}

for (const release of releases) {
  const node = findNode(release);
  if (!node) {
    test(`the site on Node ${release}`, () => {
      test.skip(true, "tools/install-nodes.js has not installed it");
    });
    continue;
  }
  test(`built and run by Node ${release}, the site keeps both modes' submissions across a kill`, async ({
    browser,
  }) => {
    const cwd = buildWith(node);
    const settings = { DATA_DIR: databaseFolder() };
    const first = await startSite(settings, { node, cwd });
    const emails: string[] = [];
    for (const javaScriptEnabled of [true, false]) {
      const page = await browser.newPage({
        baseURL: first.url,
        javaScriptEnabled,
      });
      for (const [url, send] of [
        ["/", signUp],
        ["/contact", writeMessage],
      ] as const) {
        const email = newAddress();
        await page.goto(url);
        if (javaScriptEnabled) await scriptIsThere(page);
        await send(page, email);
        emails.push(email);
      }
      await page.close();
    }
    await first.stop("SIGKILL");

    const second = await startSite(settings, { node, cwd });
    const { stdout } = await waitlist(["dump"], settings);
    for (const email of emails) expect(stdout.split(email)).toHaveLength(2);
    expect(await second.stop()).toBe(0);
    // A warning from Node would be a line that is not JSON.
    expect(first.output() + second.output()).not.toMatch(/^(?!\{)./m);
    for (const folder of [cwd, settings.DATA_DIR]) {
      rmSync(folder, { recursive: true });
    }
  });
}
