import { expect } from "playwright/test";
import { test } from "../support/fixtures/test";
import { missingOf } from "../../tools/auditor";
import { textBrowserFlows } from "./flows/text-browsers";

for (const { browser, flow, run } of textBrowserFlows) {
  test(`${browser}: ${flow}`, async ({ site, supabase }, testInfo) => {
    const missing = missingOf([browser, "script"]);
    test.skip(missing.length > 0, `not installed: ${missing.join(", ")}`);
    const result = await run(site.url, supabase);
    await testInfo.attach("text-browser", {
      body: JSON.stringify(result),
      contentType: "application/json",
    });
    expect(result.problems).toEqual([]);
  });
}
