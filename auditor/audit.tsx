/** @jsxRuntime automatic @jsxImportSource react */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { chromium } from "playwright";
import { findHeadless } from "./browser.js";
import { findings, runAxe } from "./measuring/axe";
import { AuditPage } from "./report/audit-page";
import { ConformancePage } from "./report/conformance-page";
import { coverageOf } from "./report/coverage";
import { unlisted } from "./report/criteria";
import { earlOf, earlProblems } from "./report/earl";
import { renderPage } from "./report/page";
import { readRecord } from "./report/record";
import { StatementPage } from "./report/statement-page";
import { folder } from "./results";
import type { Report, Run } from "./results";
import type { Site } from "./site";

const playwright = createRequire(import.meta.url).resolve(
  "playwright/package.json",
);

/**
 * Runs every spec of the project "audit", then writes the reports with people's
 * judgments. The report pages are accessible themselves, and report.json
 * conforms to EARL.
 *
 * @param options Playwright's
 */
export async function audit(
  site: Site,
  options: string[] = process.argv.slice(2),
) {
  const evaluation = readRecord(site);
  rmSync(folder, { recursive: true, force: true });
  const { status } = spawnSync(
    process.execPath,
    [
      path.join(path.dirname(playwright), "cli.js"),
      ...["test", "--project=audit"],
      // Two cores are enough, because a worker that listens to Orca mostly
      // waits.
      "--workers=4",
      `--reporter=${path.join(import.meta.dirname, "collect.ts")}`,
      ...options,
    ],
    { stdio: "inherit" },
  );

  const run = JSON.parse(readFileSync(`${folder}/results.json`, "utf8")) as Run;
  const report: Report = { ...run, site, ...(evaluation && { evaluation }) };
  const write = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text);
    console.log(path.join(folder, name));
  };

  const earl = JSON.stringify(earlOf(report), null, 1);
  write("report.json", earl);
  const problems = [
    ...earlProblems(earl).map((problem) => `report.json: ${problem}`),
    ...unlisted(
      Object.values(report.results)
        .flat()
        .flatMap((result) => result.problems),
    ).map(
      (finding) => `criteria.ts does not list the criterion of: ${finding}`,
    ),
  ];

  const browser = await chromium.launch({
    executablePath: findHeadless(),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  const context = await browser.newContext({
    viewport: { width: 320, height: 640 },
  });
  const page = await context.newPage();
  const { isWhole, sentence } = coverageOf(report);
  // A partial audit claims nothing about the site.
  const claims = {
    "conformance.html": <ConformancePage report={report} />,
    "statement.html": <StatementPage report={report} />,
  };
  for (const [name, content] of Object.entries({
    ...(isWhole && claims),
    "index.html": <AuditPage report={report} />,
  })) {
    write(name, renderPage(content));
    await page.goto(`file://${path.resolve(folder, name)}`);
    const { violations } = findings(await runAxe(page));
    problems.push(...violations.map((violation) => `${name}: ${violation}`));
  }
  await browser.close();

  for (const problem of problems) console.log(`✘ ${problem}`);
  if (problems.length === 0) console.log("report.json keeps to EARL 1.0");
  console.log(sentence);
  process.exitCode = status === 0 && problems.length === 0 ? 0 : 1;
}
