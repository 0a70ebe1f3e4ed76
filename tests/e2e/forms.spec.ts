import { expect } from "playwright/test";
import { acid } from "@kandi/auditor";
import { triedForms } from "../audit/flows/forms";
import { test } from "../support/fixtures/test";

// `npm run audit` tries the others, too.
for (const form of triedForms.slice(0, 1)) {
  test(`the form "${form.button}" stands what browsers, networks and people do to it, is stored once, and says so`, async ({
    browser,
    site,
    supabase,
    javaScriptEnabled,
  }) => {
    const mode = javaScriptEnabled ? "javascript" : "no-javascript";
    const stage = { baseURL: site.url, supabase };
    const verdicts = await acid(browser, form, mode, stage);
    const others = verdicts.filter(({ verdict }) => verdict !== "passed");
    expect(others).toEqual([]);
  });
}
