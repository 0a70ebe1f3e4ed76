import { rmSync } from "node:fs";
import { expect, test } from "playwright/test";
import type { Page } from "playwright/test";
import { contactToasts } from "~/forms/contact";
import { copyProject } from "../support/project/project-copy";
import { followRecipes, runIn, untilAllEnd } from "../support/project/recipes";
import { startSite } from "../support/servers/site";
import { runWaitlist } from "#operator/testing";
import { databaseFolder } from "#supabase/testing";
import { newAddress, withoutBrowserCheck } from "../support/visitors/test";

// The second test goes on where the first one ended.
test.describe.configure({ mode: "serial" });

const cwd = copyProject();
test.afterAll(() => rmSync(cwd, { recursive: true }));

/** The specs that read texts, forms, pages, tables or styles. */
const specs = [
  ...["answers", "budgets", "documents", "failing-database", "mail"],
  ...["older-browsers", "page-cache", "rate-limit", "requests"],
  ...["every-field", "pages.spec"],
];

test("a project that followed every recipe passes the checks", async () => {
  const written = await followRecipes(cwd);
  expect(written["A drawing"]?.size).toBe(3);
  expect(written["A page"]?.size).toBe(3);
  expect(written["A field"]?.size).toBe(2);
  expect(written["A form"]?.size).toBe(5);

  const files = Object.values(written).flatMap((names) => [...names]);
  const sources = files.filter((name) => /\.tsx?$/.test(name));
  await untilAllEnd([
    runIn(cwd, "npx tsc"),
    runIn(cwd, `npx eslint --max-warnings 0 ${sources.join(" ")}`),
    runIn(cwd, `npx prettier --check --ignore-unknown ${files.join(" ")}`),
    runIn(cwd, "npx vitest run --maxWorkers=2"),
    runIn(cwd, "npm run build", "production"),
  ]);
  const projects = ["http", "javascript", "no-javascript"]
    .map((name) => `--project=${name}`)
    .join(" ");
  await untilAllEnd([
    runIn(
      cwd,
      `npx playwright test ${projects} --workers=2 ${specs.join(" ")}`,
    ),
    // A text browser gets as many keystrokes as a form's fields need.
    runIn(cwd, "node --import tsx tests/audit/run.ts -g '^(lynx|w3m)'"),
  ]);
});

/** Fills in a form as a person does, and sends it. */
async function send(page: Page, values: Record<string, string>) {
  const main = page.getByRole("main");
  for (const [label, value] of Object.entries(values)) {
    await main.getByLabel(label, { exact: true }).fill(value);
  }
  await withoutBrowserCheck(main.locator("form[method=post]"));
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

    await page.goto("/press");
    await send(page, { Name: "Alex", Email: email });
    await expect(toast).toContainText("Please say what you need");
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
    await send(page, { "What you need": "A picture" });
    await expect(toast).toContainText("Inquiry Sent!");

    await page.goto("/privacy");
    await expect(page.getByText("your city, if you gave one;")).toBeVisible();
    await expect(page.getByText("what you need;")).toBeVisible();
    await page.close();
  }

  const job = (...args: string[]) => runWaitlist(args, settings, cwd);
  expect(await job("check")).toMatchObject({ status: 0 });
  const { stderr } = await job("backup");
  expect(stderr).toMatch(/Restored on trial: .*\bpress_inquiries: 2\b/);
  const erased = await job("erase-person", scripted.toUpperCase(), "--yes");
  expect(erased.stderr).toMatch(/^2 rows erased\n/);
  const messages = (await job("export-messages")).stdout;
  const inquiries = (await job("export-press-inquiries")).stdout;
  expect(messages).toMatch(new RegExp(`${plain}.*Köln`));
  expect(inquiries).toContain(`Alex,${plain},A picture`);
  expect(messages + inquiries).not.toContain(scripted);
  expect(await site.stop()).toBe(0);
  rmSync(settings.DATA_DIR, { recursive: true });
});
