import { expect } from "playwright/test";
import { acid } from "@kandi/auditor";
import { leaveEmpty } from "~/forms/answer";
import { honeypot } from "~/forms/definition";
import { triedForms } from "../audit/flows/forms";
import { fillIn, isStoredOnce } from "../support/fixtures/delivery";
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

test("a form whose honeypot an extension filled in is refused once, and then stored", async ({
  page,
  supabase,
  toast,
  javaScriptEnabled,
}) => {
  const when = javaScriptEnabled ? "after" : "before";
  const form = await fillIn({ page, supabase }, when);
  await form.element
    .locator(`[name=${honeypot.name}]`)
    .evaluate((field: HTMLInputElement) => (field.value = "x"));
  await form.press();
  await expect(toast).toContainText(leaveEmpty.text);
  await form.press();
  await isStoredOnce(form);
});
