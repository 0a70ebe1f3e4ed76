import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "playwright/test";
import type { Page } from "playwright/test";
import { databaseFolders } from "~/data/database-folders";
import { startPostgres } from "../support/fixtures/postgres";
import { copyProject } from "../support/fixtures/project-copy";
import { follow, readRecipes, runIn } from "../support/fixtures/recipes";
import { startSite } from "../support/fixtures/site";
import type { TestSite } from "../support/fixtures/site";
import { temporaryFolder } from "../support/fixtures/supabase";
import {
  newAddress,
  scriptIsThere,
  withoutBrowserCheck,
} from "../support/fixtures/test";
import { runWaitlist } from "../support/fixtures/waitlist";

// Each test goes on where the one before it ended.
test.describe.configure({ mode: "serial" });

const steps = readRecipes();
const cwd = copyProject();
const folder = temporaryFolder();
const settings = { DATA_DIR: path.join(folder, "data") };
let site: TestSite;
test.afterAll(() => {
  for (const made of [cwd, folder]) rmSync(made, { recursive: true });
});

test("each recipe's blocks fit the files that they name", () => {
  for (const step of steps) follow(cwd, step);
  const written = (recipe: string) =>
    new Set(
      steps
        .filter((step) => step.recipe === recipe && step.kind !== "run")
        .map(({ file }) => file),
    ).size;
  expect(written("A page")).toBe(3);
  expect(written("A field")).toBe(2);
  expect(written("A form")).toBe(5);
});

/** The auditor, the server, its settings, and the database's folder, log and disk. */
const unrelated = [
  "tests/unit/{auditor,server}/**",
  "tests/unit/commands/{backup,doctor}.test.ts",
  "tests/unit/embedded-supabase/{durability,failing-system,folder,group-commit,job-socket,template}.test.ts",
];

test("a project that followed the recipes passes the checks", () => {
  // As `npm run check`, without what no recipe changes.
  const files = [...new Set(steps.map(({ file }) => file))].join(" ");
  runIn(cwd, "npx tsc");
  runIn(cwd, "npx eslint app --max-warnings 0");
  runIn(cwd, `npx prettier --check --ignore-unknown ${files}`);
  // No recipe comes near what is left out.
  const excluded = unrelated.map((files) => ` --exclude="${files}"`).join("");
  runIn(cwd, `npm run test:unit --${excluded}`);
});

const emails = { js: newAddress(), plain: newAddress() };

const toast = (page: Page) => page.getByRole("main").getByRole("dialog");

/** Fills in a form as a person does, and sends it. */
async function send(page: Page, values: Record<string, string>) {
  const main = page.getByRole("main");
  for (const [label, value] of Object.entries(values)) {
    await main.getByLabel(label, { exact: true }).fill(value);
  }
  await withoutBrowserCheck(main.locator("form[method=post]"));
  await main.locator("form[method=post] button").click();
}

for (const [mode, email] of Object.entries(emails)) {
  test(`the new field and the new form are stored by a browser (${mode})`, async ({
    browser,
  }) => {
    if (mode === "js") {
      runIn(cwd, "npm run build", "production");
      site = await startSite(settings, { node: process.execPath, cwd });
      for (const { file, kind } of steps) {
        if (kind === "add" && file.startsWith(databaseFolders.migrations)) {
          expect(site.output()).toContain(path.basename(file));
        }
      }
    }
    const page = await browser.newPage({
      baseURL: site.url,
      javaScriptEnabled: mode === "js",
    });
    const open = async (url: string) => {
      await page.goto(url);
      if (mode === "js") await scriptIsThere(page);
    };
    await open("/contact");
    await send(page, {
      Name: "Robin",
      Email: email,
      "City (optional)": `Köln ${mode}`,
      Message: "Hello.",
    });
    await expect(toast(page)).toContainText("Message Sent!");

    await open("/press");
    const inquiry = { Name: "Alex", Email: email };
    await send(page, inquiry);
    await expect(toast(page)).toContainText("Please say what you need");
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
    await send(page, { "What you need": `A picture, ${mode}` });
    await expect(toast(page)).toContainText("Inquiry Sent!");

    await page.goto("/privacy");
    await expect(page.getByText("your city, if you gave one;")).toBeVisible();
    await expect(page.getByText("what you need;")).toBeVisible();
    await page.close();
  });
}

const job = (...args: string[]) => runWaitlist(args, settings, cwd);

test("the new rows move to another database, which keeps every promise", async () => {
  expect((await job("export-messages")).stdout).toContain("Köln plain");
  expect((await job("export-press-inquiries")).stdout).toMatch(
    /^id,name,email,note,created_at_utc\n[^]*"A picture, js"/,
  );
  expect(await job("check")).toMatchObject({ status: 0 });

  const { stdout } = await job("dump");
  const script = path.join(folder, "dump.sql");
  writeFileSync(script, stdout);
  const postgres = startPostgres();
  try {
    for (const { kind, file } of steps) {
      if (kind === "add" && file.startsWith(databaseFolders.migrations)) {
        postgres.psql(["-f", path.join(cwd, file)]);
      }
    }
    expect(postgres.psql(["-f", script])).toBe(
      "beta_signups|0|0\ncontact_messages|2|0\npress_inquiries|2|0\n",
    );
    expect(
      postgres.psql(
        [],
        `select email, city from contact_messages order by city;
         select email, name, note from press_inquiries order by note`,
      ),
    ).toBe(
      [
        `${emails.js}|Köln js\n${emails.plain}|Köln plain`,
        `${emails.js}|Alex|A picture, js\n${emails.plain}|Alex|A picture, plain\n`,
      ].join("\n"),
    );
    const target = { DATABASE_URL: postgres.url.href };
    expect(await runWaitlist(["check"], target, cwd)).toMatchObject({
      status: 0,
    });
  } finally {
    postgres.stop();
  }
});

test("a person's new rows are erased, and nobody else's", async () => {
  const erased = await job("erase-person", emails.js.toUpperCase(), "--yes");
  expect(erased.stderr).toBe("2 rows erased\n");
  const { stdout } = await job("dump");
  expect(stdout).not.toContain(emails.js);
  expect(stdout.split(emails.plain)).toHaveLength(3);
  expect(await site.stop()).toBe(0);
});
