import { expect } from "playwright/test";
import { channels, faq as contactFaq } from "~/content/contact";
import { pages } from "~/content/pages";
import { privacyPolicy } from "~/content/privacy";
import { forms } from "~/forms/forms";
import { mail, plur } from "~/content/site";
import { faq as supportFaq, help, safety } from "~/content/support";
import { terms } from "~/content/terms";
import { test } from "../support/fixtures/test";

test("the contact page has its channels, times and questions", async ({
  page,
  open,
}) => {
  await open("/contact");
  const main = page.getByRole("main");
  for (const address of Object.values(mail)) {
    // The answers to questions contain some of them, too.
    const links = main.locator(`a[href="mailto:${address}"]`);
    await expect(links.last()).toHaveText(address);
    await expect(links.last()).toBeVisible();
  }
  expect(channels.mail).toHaveLength(3);
  for (const text of [
    "coming soon",
    "Forum Community",
    "24-48 hours",
    "within 4 hours",
    "12-24 hours",
    "2-3 business days",
  ]) {
    await expect(main.locator("dd, li").getByText(text)).toBeVisible();
  }
  await expect(main.locator("details")).toHaveCount(
    contactFaq.questions.length,
  );
});

test("the support page has its cards, questions and guidelines", async ({
  page,
  open,
}) => {
  await open("/support");
  const main = page.getByRole("main");
  for (const { title, linkText } of help.cards) {
    await expect(main.getByRole("heading", { name: title })).toBeVisible();
    await expect(main.getByRole("link", { name: linkText })).toHaveAttribute(
      "href",
      /^mailto:.*\?subject=/,
    );
  }
  expect(help.cards).toHaveLength(3);
  await expect(main.locator("details")).toHaveCount(
    supportFaq.questions.length,
  );
  for (const name of [
    "Need more help?",
    "Community resources",
    "Meeting someone new",
    "Festival safety",
  ]) {
    await expect(main.getByRole("heading", { name })).toBeVisible();
  }
  await expect(
    main.getByRole("link", { name: "Contact support" }),
  ).toHaveAttribute("href", /^mailto:support@/);
  expect(safety.parts).toHaveLength(2);
});

test("a question opens with a click or a key", async ({ page, open }) => {
  for (const [path, { questions }] of [
    ["/contact", contactFaq],
    ["/support", supportFaq],
  ] as const) {
    await open(path);
    const [first, second] = questions;
    const answer = page.getByText(first?.answer ?? "", { exact: true });
    await expect(answer).toBeHidden();
    await page.getByText(first?.question ?? "", { exact: true }).click();
    await expect(answer).toBeVisible();
    const summary = page.getByText(second?.question ?? "", { exact: true });
    await summary.press("Enter");
    await expect(
      page.getByText(second?.answer ?? "", { exact: true }),
    ).toBeVisible();
  }
});

const policies = forms.map(({ policy }) => policy);

test("the legal pages have their sections and today's date", async ({
  page,
  open,
}) => {
  for (const [path, text, sections] of [
    ["/privacy", privacyPolicy(policies, false), 11],
    ["/terms", terms, 14],
  ] as const) {
    const before = new Date().toISOString().slice(0, 10);
    await open(path);
    const after = new Date().toISOString().slice(0, 10);
    const headings = page.locator("main section > h2");
    const words = text.sections.map(({ heading }) => heading);
    await expect(headings).toHaveText(words);
    await expect(headings).toHaveCount(sections);
    const contents = page.getByRole("navigation", { name: "On this page" });
    await expect(contents.getByRole("link")).toHaveText(words);
    for (const link of await contents.getByRole("link").all()) {
      const heading = page.locator((await link.getAttribute("href")) ?? "");
      await expect(heading).toHaveText((await link.textContent()) ?? "-");
      await expect(heading).toHaveRole("heading");
    }
    await expect(page.getByText("Last updated")).toBeVisible();
    const date = await page.locator("time").getAttribute("datetime");
    expect([before, after]).toContain(date);
    await expect(page.locator("time")).toHaveText(
      new Date(date ?? "").toLocaleDateString("en-US", {
        dateStyle: "long",
        timeZone: "UTC",
      }),
    );
    await expect(page.getByRole("heading", { name: /18\+/ })).toBeVisible();
  }
  // The terms leave the governing law visibly open.
  await expect(page.getByText("[Governing law:")).toBeVisible();
});

test("PLUR is explained where it first appears on a page", async ({
  page,
  open,
}) => {
  for (const { path } of Object.values(pages)) {
    await open(path);
    const text = (await page.locator("body").textContent()) ?? "";
    const [before = "", ...others] = text.split("PLUR");
    if (others.length === 0) continue;
    const near = before.slice(-80) + (others[0] ?? "").slice(0, 80);
    expect(near, path).toContain(plur);
  }
});
