import type { Page } from "playwright/test";
import { waitingForNetwork } from "~/content/delivery";
import { errorPages } from "~/content/errors";
import { callToAction, hero } from "~/content/landing";
import { pages } from "~/content/pages";
import { form as contact } from "~/content/contact";
import { limits } from "~/forms/definition";
import type { SignupSource } from "~/forms/signup";
import { contactField, fillContact } from "../support/fixtures/contact";
import type { State as AuditedState } from "@kandi/auditor";
import { expect } from "./visit";
import type { Visit } from "./visit";
import { type ContactField, contactFields } from "../support/fixtures/forms";

/** A state, and what a visitor does to reach it. */
export interface State extends Omit<AuditedState, "reach" | "examine"> {
  bring?: Bring;
}

type Bring = (visit: Visit) => Promise<void>;

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

/** Name the states of both forms, whatever their buttons say. */
const places: Record<SignupSource, string> = {
  hero_section: "first form",
  cta_section: "last form",
};

const signup =
  (source: SignupSource, email?: string): Bring =>
  async (visit) => {
    const { page } = visit;
    await withoutBrowserCheck(page);
    await page.locator(`#${source}_email`).fill(email ?? visit.email);
    await submit(visit, buttons[source]);
    await expect(toast(page)).toBeVisible();
  };

const message =
  (values: Partial<Record<ContactField, string>> = {}): Bring =>
  async (visit) => {
    const { page, email } = visit;
    await withoutBrowserCheck(page);
    const text = "Where is the\nlost & found? 👩🏽‍🎤";
    await fillContact(page, {
      name: "Zoë",
      email,
      subject: "Lost",
      message: text,
      ...values,
    });
    await submit(visit, contact.button);
  };

const answered =
  (bring: Bring): Bring =>
  async (visit) => {
    await bring(visit);
    await expect(toast(visit.page)).toBeVisible();
  };

/** The site's script gives up a try after 20 seconds, and examining takes longer. */
const sendForAsLongAsItTakes = (page: Page) =>
  page.evaluate(() => {
    AbortController.prototype.abort = () => {};
  });

/** What a visitor does with a form, by the end of the state's name. */
type Ways = Record<string, Bring>;

/** The ways that only a script makes possible, and why. */
const onlyScripted: Record<string, string> = {
  "the network is gone":
    "Without a script the browser shows its own error page.",
  "being sent":
    "Without a script the browser itself shows that it is loading, and the page stays as it was.",
};

/** The ways of any form with a valid submission. */
const anyForm = (send: Bring): Ways => ({
  stored: send,
  "stored, then loaded again": async (visit) => {
    await send(visit);
    await visit.page.reload();
    await visit.arrived();
  },
  "not stored": async (visit) => {
    visit.supabase.behave(() => Promise.reject(new Error("down")));
    await send(visit);
  },
  "too many attempts": async (visit) => {
    await visit.useUpAttempts();
    await send(visit);
  },
  "the network is gone": async (visit) => {
    await visit.page.context().setOffline(true);
    void send(visit).catch(() => {});
    await expect(visit.page.getByText(waitingForNetwork)).toBeVisible();
  },
  "being sent": async (visit) => {
    visit.supabase.behave(() => visit.over);
    await sendForAsLongAsItTakes(visit.page);
    void send(visit).catch(() => {});
    await expect(visit.page.locator("button[aria-disabled]")).toBeVisible();
  },
});

const signupForm = (source: SignupSource): Ways => ({
  ...anyForm(signup(source)),
  "already on the list": async (visit) => {
    await visit.supabase.rows(
      "insert into beta_signups (email, signup_source) values ($1, 'hero_section')",
      [visit.email],
    );
    await signup(source, visit.email.toUpperCase())(visit);
  },
  "e-mail empty": signup(source, " "),
  "e-mail not an address": signup(source, "raver@localhost"),
  "kept back by the browser's own check": async ({ page }) => {
    await page.locator(`#${source}_email`).fill("raver");
    await page.getByRole("button", { name: buttons[source] }).click();
    await expect(page.locator(":user-invalid:focus")).toBeVisible();
  },
  "refused, then dismissed": async (visit) => {
    await signup(source, "raver@localhost")(visit);
    await toast(visit.page).getByRole("button").click();
    await expect(toast(visit.page)).toBeHidden();
    // The browser takes the focus from hidden elements when it next paints.
    await expect(visit.page.locator("button:focus")).toHaveCount(0);
  },
  "refused, then corrected": async (visit) => {
    await signup(source, "raver@localhost")(visit);
    await signup(source)(visit);
    await expect(toast(visit.page)).toHaveClass(/success/);
  },
});

const contactForm: Ways = {
  ...anyForm(answered(message())),
  "everything missing": answered(
    message(Object.fromEntries(contactFields.map((field) => [field, " "]))),
  ),
  "e-mail not an address": answered(message({ email: "raver" })),
  "refused, then corrected": async (visit) => {
    await answered(message({ email: "raver" }))(visit);
    await message()(visit);
    await expect(toast(visit.page)).toHaveClass(/success/);
  },
  "two fields to correct": answered(
    message({
      email: "raver",
      subject: "Lost & found ".repeat(limits.subject),
    }),
  ),
  "larger than the site takes": async (visit) => {
    await message({ message: "Lost & found ".repeat(5_000) })(visit);
    await expect(
      visit.page.getByText(errorPages[413]?.heading ?? ""),
    ).toBeVisible();
  },
  "kept back by the browser's own check": async ({ page }) => {
    await contactField(page, "name").fill("Zoë");
    await page.getByRole("button", { name: contact.button }).click();
    await expect(page.locator(":user-invalid:focus")).toBeVisible();
  },
};

const statesOf = (path: string, form: string, ways: Ways): State[] =>
  Object.entries(ways).map(([way, bring]): State => {
    const because = onlyScripted[way];
    const state = { name: `${form}: ${way}`, path, bring };
    return because
      ? { ...state, only: { mode: "javascript", because } }
      : state;
  });

const signupStates = (source: SignupSource) => {
  const { path } = pages.landing;
  return statesOf(path, `${path} ${places[source]}`, signupForm(source));
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
  { name: "a page that does not exist", path: "/nope", status: 404 },
  withQuestionsOpen(pages.contact.path),
  withQuestionsOpen(pages.support.path),
  ...signupStates("hero_section"),
  ...signupStates("cta_section"),
  {
    name: "/ from a form of unknown source",
    path: pages.landing.path,
    // With a script, no such form is found, and nothing is sent.
    bring: async ({ page, email }) => {
      await page
        .locator("[name=signup_source]")
        .first()
        .evaluate((input) => ((input as HTMLInputElement).value = "elsewhere"));
      await page.locator("#hero_section_email").fill(email);
      await page.getByRole("button", { name: hero.form.button }).press("Enter");
      await expect(toast(page)).toBeVisible();
    },
  },
  ...statesOf(pages.contact.path, pages.contact.path, contactForm),
];
