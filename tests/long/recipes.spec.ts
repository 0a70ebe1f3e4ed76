import { rmSync } from "node:fs";
import { expect, test } from "playwright/test";
import type { Page } from "playwright/test";
import { contactToasts } from "~/forms/contact";
import { copyProject } from "../support/project/project-copy";
import { followRecipes } from "../support/project/recipes";
import { startSite } from "../support/servers/site";
import { runWaitlist } from "#operator/testing";
import { databaseFolder, runProgram } from "#supabase/testing";
import { newAddress } from "../support/visitors/test";

// The second test goes on where the first one ended.
test.describe.configure({ mode: "serial" });

const cwd = copyProject();
test.afterAll(() => rmSync(cwd, { recursive: true }));

test("a project that followed every recipe passes the checks", async () => {
  const files = followRecipes(cwd);
  const sources = files.filter((name) => /\.tsx?$/.test(name));
  const commands = [
    "npx tsc",
    `npx eslint --max-warnings 0 ${sources.join(" ")}`,
    `npx prettier --check --ignore-unknown ${files.join(" ")}`,
    // Other tests know nothing of a page or a form.
    "npx vitest run --maxWorkers=2 tests/unit/forms tests/unit/personal-data tests/unit/migrations",
    "NODE_ENV=production npx remix vite:build",
  ];
  const env = { NODE_ENV: "test" as const, PATH: process.env.PATH };
  const ended = await Promise.all(
    commands.map((command) => runProgram("sh", ["-c", command], { cwd, env })),
  );
  for (const { status, stdout, stderr } of ended)
    expect(status, stdout + stderr).toBe(0);
});

/** Fills in a form as a person does, and sends it. */
async function send(page: Page, values: Record<string, string>) {
  const main = page.getByRole("main");
  for (const [label, value] of Object.entries(values))
    await main.getByLabel(label, { exact: true }).fill(value);
  await main.locator("form[method=post] button").click();
}

test("the new field and the new form are stored in both modes, exported, and erased for one person", async ({
  browser,
}) => {
  // At its start the site applies the migrations that the template lacks.
  const settings = { DATA_DIR: databaseFolder() };
  const site = await startSite(settings, { node: process.execPath, cwd });
  const [scripted, plain] = [newAddress(), newAddress()];
  for (const email of [scripted, plain]) {
    const javaScriptEnabled = email === scripted;
    const baseURL = site.url;
    const page = await browser.newPage({ baseURL, javaScriptEnabled });
    const toast = page.getByRole("main").getByRole("dialog");
    await page.goto("/contact");
    await send(page, {
      ...{ Name: "Robin", Email: email, Message: "Hello." },
      "City (optional)": "Köln",
    });
    await expect(toast).toContainText(contactToasts.stored.title);

    for (const answer of ["Joined!", "on the press list already"]) {
      await page.goto("/press");
      await send(page, { Email: email });
      await expect(toast).toContainText(answer);
    }
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);

    await page.goto("/privacy");
    await expect(page.getByText("your city, if you gave one;")).toBeVisible();
    await expect(page.getByText("your address for news;")).toBeVisible();
    await page.close();
  }

  const job = (...args: string[]) => runWaitlist(args, settings, cwd);
  expect(await job("check")).toMatchObject({ status: 0 });
  const { stderr } = await job("backup");
  expect(stderr).toMatch(/Restored on trial: .*\bpress_contacts: 2\b/);
  const erased = await job("erase-person", scripted.toUpperCase(), "--yes");
  expect(erased.stderr).toMatch(/^2 rows erased\n/);
  const messages = (await job("export-messages")).stdout;
  const contacts = (await job("export-press-contacts")).stdout;
  expect(messages).toMatch(new RegExp(`${plain}.*Köln`));
  expect(contacts).toContain(plain);
  expect(messages + contacts).not.toContain(scripted);
  expect(await site.stop()).toBe(0);
  rmSync(settings.DATA_DIR, { recursive: true });
});
