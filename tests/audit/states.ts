import { expect } from "playwright/test";
import type { Page } from "playwright/test";
import { callToAction, hero } from "~/content/landing";
import { pages } from "~/content/pages";
import { form as contact } from "~/content/contact";
import { limits } from "~/forms/limits";
import type { SignupSource } from "~/forms/signup";
import { contactField, fillContact } from "../support/fixtures/contact";
import type { State as AuditedState } from "../../tools/auditor";
import type { Visit } from "./visit";
import { type ContactField, contactFields } from "../support/fixtures/forms";

/** A state, and what a visitor does to reach it. */
export interface State extends AuditedState {
  bring?: (visit: Visit) => Promise<void>;
}

/** Presses the form's button by keyboard, and waits for the outcome. */
async function submit(visit: Visit, button: string) {
  await visit.answerTo(() =>
    visit.page.getByRole("button", { name: button }).press("Enter"),
  );
}

const toast = (page: Page) => page.getByRole("main").getByRole("dialog");

/** Some browsers validate nothing, or less than the site. */
const withoutBrowserCheck = (page: Page) =>
  page.locator("main form[method=post]").evaluateAll((forms) => {
    for (const form of forms) (form as HTMLFormElement).noValidate = true;
  });

const buttons: Record<SignupSource, string> = {
  hero_section: hero.form.button,
  cta_section: callToAction.form.button,
};

const signup =
  (source: SignupSource, email?: string) =>
  async (visit: Visit): Promise<void> => {
    const { page } = visit;
    await withoutBrowserCheck(page);
    await page.locator(`#${source}_email`).fill(email ?? visit.email);
    await submit(visit, buttons[source]);
    await expect(toast(page)).toBeVisible();
  };

const message =
  (values: Partial<Record<ContactField, string>> = {}) =>
  async (visit: Visit): Promise<void> => {
    const { page, email } = visit;
    await withoutBrowserCheck(page);
    const text = "Where is the\nlost & found? 👩🏽‍🎤";
    await fillContact(page, {
      ...{ name: "Zoë", email, subject: "Lost", message: text },
      ...values,
    });
    await submit(visit, contact.button);
  };

const answered =
  (bring: (visit: Visit) => Promise<void>) => async (visit: Visit) => {
    await bring(visit);
    await expect(toast(visit.page)).toBeVisible();
  };

/** The states that any form can reach with a valid submission. */
const ofAnyForm = (path: string, name: string, send: State["bring"] & {}) => [
  { name: `${name}: stored`, path, bring: send },
  {
    name: `${name}: stored, then loaded again`,
    path,
    bring: async (visit: Visit) => {
      await send(visit);
      await visit.page.reload();
      await visit.arrived();
    },
  },
  {
    name: `${name}: not stored`,
    path,
    bring: async (visit: Visit) => {
      visit.supabase.behave(() => Promise.reject(new Error("down")));
      await send(visit);
    },
  },
  {
    name: `${name}: too many attempts`,
    path,
    bring: async (visit: Visit) => {
      await visit.useUpAttempts();
      await send(visit);
    },
  },
  {
    name: `${name}: the network is gone`,
    path,
    only: {
      mode: "javascript" as const,
      because: "Without a script the browser shows its own error page.",
    },
    bring: async (visit: Visit) => {
      await visit.page.context().setOffline(true);
      await send(visit);
      await visit.page.context().setOffline(false);
    },
  },
  {
    name: `${name}: being sent`,
    path,
    only: {
      mode: "javascript" as const,
      because:
        "Without a script the browser itself shows that it is loading, and the page stays as it was.",
    },
    bring: async (visit: Visit) => {
      visit.supabase.behave(() => visit.over);
      void send(visit).catch(() => {});
      await expect(visit.page.locator("button[aria-disabled]")).toBeVisible();
    },
  },
];

const ofSignup = (source: SignupSource): State[] => {
  const path = pages.landing.path;
  const name = `${path} ${buttons[source]}`;
  return [
    ...ofAnyForm(path, name, signup(source)),
    {
      name: `${name}: already on the list`,
      path,
      bring: async (visit) => {
        await visit.supabase.rows(
          "insert into beta_signups (email, signup_source) values ($1, 'hero_section')",
          [visit.email],
        );
        await signup(source, visit.email.toUpperCase())(visit);
      },
    },
    { name: `${name}: e-mail empty`, path, bring: signup(source, " ") },
    {
      name: `${name}: e-mail not an address`,
      path,
      bring: signup(source, "raver@localhost"),
    },
    {
      name: `${name}: kept back by the browser's own check`,
      path,
      bring: async ({ page }) => {
        await page.locator(`#${source}_email`).fill("raver");
        await page.getByRole("button", { name: buttons[source] }).click();
        await expect(page.locator(":user-invalid:focus")).toBeVisible();
      },
    },
    {
      name: `${name}: refused, then dismissed`,
      path,
      bring: async (visit) => {
        await signup(source, "raver@localhost")(visit);
        await toast(visit.page).getByRole("button").click();
        await expect(toast(visit.page)).toBeHidden();
        // The browser takes the focus from hidden elements when it next paints.
        await expect(visit.page.locator("button:focus")).toHaveCount(0);
      },
    },
    {
      name: `${name}: refused, then corrected`,
      path,
      bring: async (visit) => {
        await signup(source, "raver@localhost")(visit);
        await signup(source)(visit);
        await expect(toast(visit.page)).toHaveClass(/success/);
      },
    },
  ];
};

const ofContact = (): State[] => {
  const path = pages.contact.path;
  return [
    ...ofAnyForm(path, path, answered(message())),
    {
      name: `${path}: everything missing`,
      path,
      bring: answered(
        message(Object.fromEntries(contactFields.map((field) => [field, " "]))),
      ),
    },
    {
      name: `${path}: e-mail not an address`,
      path,
      bring: answered(message({ email: "raver" })),
    },
    {
      name: `${path}: refused, then corrected`,
      path,
      bring: async (visit) => {
        await answered(message({ email: "raver" }))(visit);
        await message()(visit);
        await expect(toast(visit.page)).toHaveClass(/success/);
      },
    },
    {
      name: `${path}: two fields to correct`,
      path,
      bring: answered(
        message({
          email: "raver",
          subject: "Lost & found ".repeat(limits.subject),
        }),
      ),
    },
    {
      name: `${path}: larger than the site takes`,
      path,
      bring: async (visit) => {
        await message({ message: "Lost & found ".repeat(5_000) })(visit);
        await expect(visit.page.getByText("That was too long")).toBeVisible();
      },
    },
    {
      name: `${path}: kept back by the browser's own check`,
      path,
      bring: async ({ page }) => {
        await contactField(page, "name").fill("Zoë");
        await page.getByRole("button", { name: contact.button }).click();
        await expect(page.locator(":user-invalid:focus")).toBeVisible();
      },
    },
  ];
};

const withQuestionsOpen = (path: string): State => ({
  name: `${path} with its questions open`,
  path,
  bring: async ({ page }) => {
    for (const question of await page.locator("summary").all()) {
      await question.press("Enter");
    }
  },
});

/** Every page, and every state of it that a visitor can reach. */
export const states: readonly State[] = [
  ...Object.values(pages).map(({ path }) => ({ name: path, path })),
  { name: "a page that does not exist", path: "/nope" },
  withQuestionsOpen(pages.contact.path),
  withQuestionsOpen(pages.support.path),
  ...ofSignup("hero_section"),
  ...ofSignup("cta_section"),
  {
    name: "/ from a form of unknown source",
    path: pages.landing.path,
    bring: async (visit) => {
      await visit.page
        .locator("[name=signup_source]")
        .first()
        .evaluate((input) => ((input as HTMLInputElement).value = "elsewhere"));
      await signup("hero_section")(visit);
    },
  },
  ...ofContact(),
];
