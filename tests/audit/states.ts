import type { State as AuditedState } from "two-modes-audit";
import { waitingNote } from "~/content/delivery";
import { errorPages } from "~/content/errors";
import { keepsake } from "~/content/landing";
import { beadColors, beadWords } from "~/content/maker";
import { pages } from "~/content/pages";
import { formOn } from "../support/visitors/delivery";
import { holdInserts } from "../support/servers/gate";
import { mapFields } from "../support/visitors/forms";
import { toastOn } from "../support/visitors/test";
import { forms } from "./flows/forms";
import type { Form } from "./flows/forms";
import { expect } from "./visit";
import type { Stage, Visitor } from "./visit";

type State = AuditedState<Stage>;
type Values = Record<string, string>;

/** All are equally long, because a bead is drawn for each letter. */
const emailOf = ({ number }: Visitor) =>
  `raver-${String(number).padStart(13, "0")}@example.com`;

/** Fills in a form, and presses its button by keyboard. */
async function submit(visitor: Visitor, form: Form, typed: Values = {}) {
  const { fill, button } = formOn(visitor.page, form);
  await fill({ ...form.values(emailOf(visitor)), ...typed });
  // The answer may wait for a hundred others on a busy machine.
  await button.press("Enter", { timeout: 120_000 });
}

/** The same, until a toast comes first in sight. */
async function send(visitor: Visitor, form: Form, typed: Values = {}) {
  await submit(visitor, form, typed);
  const toast = toastOn(visitor.page);
  await expect(toast).toBeFocused();
  await expect(toast.locator("#toast-title")).toBeInViewport();
  // What had the focus before goes a moment later; see app/client/show-answer.ts.
  const passing = "form:not([method]), :is(input, textarea)[aria-hidden]";
  await expect(visitor.page.locator(passing)).toHaveCount(0);
}

/** What a visitor does with a form, by the end of the state's name. */
type Ways = Record<string, (visitor: Visitor, form: Form) => Promise<unknown>>;

/** What a script shows in the form itself. */
const waits: Ways = {
  "the network is gone": async (visitor, form) => {
    const { page } = visitor;
    await page.context().setOffline(true);
    await submit(visitor, form);
    await expect(page.getByText(waitingNote)).toBeVisible();
  },
  "being sent": async (visitor, form) => {
    const { page, stage } = visitor;
    stage.release = holdInserts(stage.supabase).release;
    // The script gives up a try after 20 seconds, and examining takes longer.
    await page.evaluate(() => {
      XMLHttpRequest.prototype.abort = () => {};
    });
    await submit(visitor, form);
    await expect(page.locator("button[aria-disabled]")).toBeVisible();
  },
};

/** What only a script does. */
const scripted: Ways = {
  ...waits,
  "stored, and the maker open": async (visitor, form) => {
    const { page } = visitor;
    await send(visitor, form);
    await page.getByText(keepsake.make).press("Enter");
    const [pink] = beadColors;
    await page.getByRole("button", { name: pink }).press("Enter");
    // The word is the first bead's in each visit.
    const [plur] = beadWords;
    await expect(page.getByRole("radio", { name: plur })).toBeChecked();
  },
};

const onlyScripted: State["only"] = {
  mode: "javascript",
  because:
    "Without a script there is no maker and no friend's bracelet, and the browser itself shows that it loads or cannot.",
};

const askedAbout: Ways = {
  "asked about": (visitor, form) =>
    send(visitor, form, {
      email: emailOf(visitor).replace("@example", "@gmial"),
    }),
};

const signup: Ways = {
  ...scripted,
  ...askedAbout,
  "already on the list": async (visitor, form) => {
    const { email = "", signup_source } = form.row(emailOf(visitor));
    await visitor.stage.supabase.rows(
      "insert into beta_signups (email, signup_source) values ($1, $2)",
      [email, signup_source],
    );
    await send(visitor, form, { email: email.toUpperCase() });
  },
};

/** The second form has another background. All else is as after the first. */
const secondSignup: Ways = {
  ...waits,
  ...askedAbout,
  refused: (visitor, form) => send(visitor, form, { email: "raver@localhost" }),
};

const message: Ways = {
  ...waits,
  ...askedAbout,
  "everything missing": (visitor, form) =>
    send(
      visitor,
      form,
      mapFields(form.form, () => " "),
    ),
  "not stored": (visitor, form) => {
    visitor.stage.supabase.behave(() => Promise.reject(new Error("down")));
    return send(visitor, form);
  },
  "larger than the site takes": async (visitor, form) => {
    const message = "Lost & found ".repeat(10_000);
    await submit(visitor, form, { message });
    // A script says so at the form, and without one it is an error page.
    const { heading = "" } = errorPages[413] ?? {};
    await expect(visitor.page.getByText(heading)).toBeVisible();
  },
};

const statesOf = (form: Form, ways: Ways): State[] =>
  Object.entries(ways).map(([way, reach]) => ({
    name: `${form.path}: "${form.button}" ${way}`,
    path: form.path,
    reach: (visitor) => reach(visitor, form),
    only: way in scripted ? onlyScripted : undefined,
  }));

/**
 * Every page, and each look of it that an answer or a press brings. The auditor
 * adds that the first two forms are refused and sent.
 */
export const states: readonly State[] = [
  ...Object.values(pages).map(({ path }) => ({ name: path, path })),
  { name: "a page that does not exist", path: "/nope", status: 404 },
  { name: "/ from a friend", path: "/#kandi-01234501", only: onlyScripted },
  ...[pages.contact, pages.support].map(({ path }): State => ({
    name: `${path} with its questions open`,
    path,
    reach: async ({ page }) => {
      for (const question of await page.locator("summary").all())
        await question.press("Enter");
    },
  })),
  ...statesOf(forms.hero, signup),
  ...statesOf(forms.callToAction, secondSignup),
  ...statesOf(forms.contact, message),
];
