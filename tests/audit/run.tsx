import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { chromium } from "playwright";
import { findBrowser } from "../../tools/browser.js";
import { findings, runAxe } from "./axe";
import { ReportPage } from "./report";
import { folder } from "./results";
import type { Report } from "./results";

// `npm run audit`: every cell, then the report, which is accessible itself.

rmSync(folder, { recursive: true, force: true });
const { status } = spawnSync(
  process.execPath,
  [
    "node_modules/playwright/cli.js",
    ...["test", "--project=audit"],
    "--reporter=./tests/audit/collect.ts",
    ...process.argv.slice(2),
  ],
  { stdio: "inherit" },
);

const file = path.resolve(folder, "index.html");
const report = JSON.parse(
  readFileSync(`${folder}/report.json`, "utf8"),
) as Report;
writeFileSync(
  file,
  `<!doctype html>${renderToStaticMarkup(<ReportPage report={report} />)}`,
);

const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
const context = await browser.newContext({
  viewport: { width: 320, height: 640 },
});
const page = await context.newPage();
await page.goto(`file://${file}`);
const { violations } = findings(await runAxe(page));
await browser.close();
for (const violation of violations) console.log(`✘ the report: ${violation}`);

console.log(`${folder}/index.html`);
process.exitCode = status === 0 && violations.length === 0 ? 0 : 1;
