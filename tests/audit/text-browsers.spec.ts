import { expect } from "playwright/test";
import { test } from "../support/fixtures/test";
import { attach, missingOf } from "auditor";
import { textBrowserFlows } from "./flows/text-browsers";

for (const { program, flow, run } of textBrowserFlows) {
  test(`${program}: ${flow}`, async ({ site, supabase }, testInfo) => {
    const missing = missingOf([program, "script"]);
    test.skip(missing.length > 0, `not installed: ${missing.join(", ")}`);
    const result = await run(site.url, supabase);
    await attach(testInfo, "text-browser", result);
    expect(result.problems).toEqual([]);
  });
}
