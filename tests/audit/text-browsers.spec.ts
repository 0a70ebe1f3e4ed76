import { expect } from "playwright/test";
import { test } from "../support/fixtures/test";
import { isInstalled } from "./terminal";
import { textBrowserFlows } from "./text-browsers";

for (const { browser, flow, run } of textBrowserFlows) {
  test(`${browser}: ${flow}`, async ({ site, supabase }, testInfo) => {
    const missing = [browser, "script"].filter((name) => !isInstalled(name));
    test.skip(missing.length > 0, `not installed: ${missing.join(", ")}`);
    const result = await run(site.url, supabase);
    await testInfo.attach("text-browser", {
      body: JSON.stringify(result),
      contentType: "application/json",
    });
    expect(result.problems).toEqual([]);
  });
}
