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
import { answerTo, arrived, emailOf, expect, useUpAttempts } from "./visit";
import type { Stage, Visitor } from "./visit";
import { type ContactField, contactFields } from "../support/fixtures/forms";

type State = AuditedState<Stage>;
type Bring = (visitor: Visitor) => Promise<void>;

/** Presses the form's button by keyboard, and waits for the outcome. */
async function submit(visitor: Visitor, button: string) {
  await answerTo(visitor, () =>
    visitor.page.getByRole("button", { name: button }).press("Enter"),
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
  async (visitor) => {
    const { page } = visitor;
    await withoutBrowserCheck(page);
    await page.locator(`#${source}_email`).fill(email ?? emailOf(visitor));
    await submit(visitor, buttons[source]);
    await expect(toast(page)).toBeVisible();
  };

const message =
  (values: Partial<Record<ContactField, string>> = {}): Bring =>
  async (visitor) => {
    const { page } = visitor;
    const email = emailOf(visitor);
    await withoutBrowserCheck(page);
    const text = "Where is the\nlost & found? 👩🏽‍🎤";
    await fillContact(page, {
      name: "Zoë",
      email,
      subject: "Lost",
      message: text,
      ...values,
    });
    await submit(visitor, contact.button);
  };

const answered =
  (bring: Bring): Bring =>
  async (visitor) => {
    await bring(visitor);
    await expect(toast(visitor.page)).toBeVisible();
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
  "stored, then loaded again": async (visitor) => {
    await send(visitor);
    await visitor.page.reload();
    await arrived(visitor);
  },
  "not stored": async (visitor) => {
    visitor.stage.supabase.behave(() => Promise.reject(new Error("down")));
    await send(visitor);
  },
  "too many attempts": async (visitor) => {
    await useUpAttempts(visitor);
    await send(visitor);
  },
  "the network is gone": async (visitor) => {
    await visitor.page.context().setOffline(true);
    void send(visitor).catch(() => {});
    await expect(visitor.page.getByText(waitingForNetwork)).toBeVisible();
  },
  "being sent": async (visitor) => {
    const { supabase, over } = visitor.stage;
    supabase.behave(() => over);
    await sendForAsLongAsItTakes(visitor.page);
    void send(visitor).catch(() => {});
    await expect(visitor.page.locator("button[aria-disabled]")).toBeVisible();
  },
});

const signupForm = (source: SignupSource): Ways => ({
  ...anyForm(signup(source)),
  "already on the list": async (visitor) => {
    await visitor.stage.supabase.rows(
      "insert into beta_signups (email, signup_source) values ($1, 'hero_section')",
      [emailOf(visitor)],
    );
    await signup(source, emailOf(visitor).toUpperCase())(visitor);
  },
  "e-mail empty": signup(source, " "),
  "e-mail not an address": signup(source, "raver@localhost"),
  "kept back by the browser's own check": async ({ page }) => {
    await page.locator(`#${source}_email`).fill("raver");
    await page.getByRole("button", { name: buttons[source] }).click();
    await expect(page.locator(":user-invalid:focus")).toBeVisible();
  },
  "refused, then dismissed": async (visitor) => {
    await signup(source, "raver@localhost")(visitor);
    await toast(visitor.page).getByRole("button").click();
    await expect(toast(visitor.page)).toBeHidden();
    // The browser takes the focus from hidden elements when it next paints.
    await expect(visitor.page.locator("button:focus")).toHaveCount(0);
  },
  "refused, then corrected": async (visitor) => {
    await signup(source, "raver@localhost")(visitor);
    await signup(source)(visitor);
    await expect(toast(visitor.page)).toHaveClass(/success/);
  },
});

const contactForm: Ways = {
  ...anyForm(answered(message())),
  "everything missing": answered(
    message(Object.fromEntries(contactFields.map((field) => [field, " "]))),
  ),
  "e-mail not an address": answered(message({ email: "raver" })),
  "refused, then corrected": async (visitor) => {
    await answered(message({ email: "raver" }))(visitor);
    await message()(visitor);
    await expect(toast(visitor.page)).toHaveClass(/success/);
  },
  "two fields to correct": answered(
    message({
      email: "raver",
      subject: "Lost & found ".repeat(limits.subject),
    }),
  ),
  "larger than the site takes": async (visitor) => {
    await message({ message: "Lost & found ".repeat(5_000) })(visitor);
    await expect(
      visitor.page.getByText(errorPages[413]?.heading ?? ""),
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
    const state = { name: `${form}: ${way}`, path, reach: bring };
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
  reach: async ({ page }) => {
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
    reach: async (visitor) => {
      const { page } = visitor;
      await page
        .locator("[name=signup_source]")
        .first()
        .evaluate((input) => ((input as HTMLInputElement).value = "elsewhere"));
      await page.locator("#hero_section_email").fill(emailOf(visitor));
      await page.getByRole("button", { name: hero.form.button }).press("Enter");
      await expect(toast(page)).toBeVisible();
    },
  },
  ...statesOf(pages.contact.path, pages.contact.path, contactForm),
];
