import { expect } from "playwright/test";
import { questionToast, suggestionLabel } from "~/forms/toasts";
import { signupToasts } from "~/forms/signup";
import {
  fillIn,
  isStoredOnce,
  losePosts,
  rowsOf,
  waiting,
} from "../support/visitors/delivery";
import { newSlip, test } from "../support/visitors/test";

test("a question that is answered without a network is stored once as it was answered", async ({
  page,
  supabase,
  toast,
}) => {
  for (const answer of ["yes", "no"]) {
    const { typed, meant } = newSlip();
    const form = await fillIn({ page, supabase }, typed);
    await form.press();
    await expect(toast).toContainText(questionToast(meant).text);
    const comeBack = await losePosts(page);
    const use = form.element.getByRole("button", {
      name: suggestionLabel(meant),
    });
    const address = answer === "yes" ? meant : typed;
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await (answer === "yes" ? use.click() : form.press());
    await expect(waiting(page)).toBeVisible();
    await expect(form.email).toHaveValue(address);
    const name = await form.email.getAttribute("id");
    const body = new URLSearchParams((await sent).postData() ?? "");
    expect(body.get(name ?? "")).toBe(answer === "yes" ? meant : null);
    comeBack();
    await form.press();
    await isStoredOnce({ ...form, address });
    expect(await rowsOf({ ...form, address: typed })).toHaveLength(
      answer === "yes" ? 0 : 1,
    );
  }
});

test("a suggestion stays in its field if it is not stored, and is stored by the next press", async ({
  page,
  supabase,
  toast,
}) => {
  const { typed, meant } = newSlip();
  const form = await fillIn({ page, supabase }, typed);
  await form.press();
  await expect(toast).toContainText(questionToast(meant).text);
  supabase.behave(() => Promise.reject(new Error("down")));
  await page.getByRole("button", { name: suggestionLabel(meant) }).click();
  await expect(toast).toContainText(signupToasts.failed.text);
  await expect(form.email).toHaveValue(meant);
  supabase.behave(() => Promise.resolve());
  await form.press();
  await isStoredOnce({ ...form, address: meant });
});

test("an address is cleaned where it is pasted, so that the browser sends it, and its beads are counted anew", async ({
  page,
  supabase,
  toast,
}) => {
  for (const [before, after] of [
    ["mailto:", "?subject=Kandi"],
    ["Ann Raver <", ">"],
    ["\u202a", "\u202c"],
    ["\u200b ", "."],
    ["", ",\u200b"],
    ["“", "”."],
    ["**", "**"],
    ["mailto://", "?cc=b%40example.com"],
    ["ａ", ""],
  ] as const) {
    const form = await fillIn({ page, supabase });
    await form.email.fill("");
    await form.email.focus();
    await page.keyboard.insertText(before + form.address + after);
    await page.keyboard.press("Enter");
    await expect(toast).toContainText(signupToasts.stored.title);
    const address = before.normalize("NFKC") === "a" ? `a${form.address}` : "";
    expect(
      await rowsOf({ ...form, address: address || form.address }),
    ).toHaveLength(1);
  }

  const { email } = await fillIn({ page, supabase });
  await email.fill("");
  await email.focus();
  await page.keyboard.insertText("mailto:ann%2B6@example.com");
  await email.blur();
  await expect(email).toHaveValue("ann+6@example.com");
  await expect(page.locator(".field").first()).toHaveAttribute(
    "style",
    /--typed: ?17; ?--tied: ?1/,
  );
  for (const typed of [
    ...["ann", "ann@", "@example.com", "ann@bob@example.com"],
    ...["ann@example.com;bob@example.com", "ann@example.com/bob"],
  ]) {
    await email.fill(typed);
    await email.blur();
    await expect(email).toHaveValue(typed);
  }
  // Two cells of a sheet are not one address.
  await email.fill("");
  await email.focus();
  await page.keyboard.insertText("Ann\tann@my\u2013site.com");
  await email.blur();
  await expect(email).toHaveValue("Ann ann@my-site.com");
});
