import { expect } from "playwright/test";
import { test } from "../support/fixtures/test";
import { textBrowserFlows } from "./text-browsers";

for (const { browser, flow, run } of textBrowserFlows) {
  test(`${browser}: ${flow}`, async ({ site, supabase }, testInfo) => {
    const result = await run(site.url, supabase);
    await testInfo.attach("text-browser", {
      body: JSON.stringify(result),
      contentType: "application/json",
    });
    expect(result.problems).toEqual([]);
  });
}
