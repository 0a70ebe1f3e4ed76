import type { State as AuditedState } from "two-modes-audit";
import { cannotSend, changedNote, waitingNote } from "~/content/delivery";
import { errorPages } from "~/content/errors";
import { keepsake } from "~/content/landing";
import { beadColors, beadWords } from "~/content/maker";
import { pages } from "~/content/pages";
import { formOn } from "../support/visitors/delivery";
import { holdInserts } from "../support/servers/gate";
import { mapFields } from "../support/visitors/forms";
import { toastOn, withoutBrowserCheck } from "../support/visitors/test";
import { forms } from "./flows/forms";
import type { Form } from "./flows/forms";
import { expect, useUpAttempts } from "./visit";
import type { Stage, Visitor } from "./visit";

type State = AuditedState<Stage>;
type Values = Record<string, string>;

/** All are equally long, because a bead is drawn for each letter. */
const emailOf = ({ number }: Visitor) =>
  `raver-${String(number).padStart(13, "0")}@example.com`;

/** Fills in a form, and presses its button by keyboard. */
async function submit(visitor: Visitor, form: Form, typed: Values = {}) {
  const { element, fill, button } = formOn(visitor.page, form);
  // Some browsers validate nothing, or less than the site.
  await withoutBrowserCheck(element);
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
  await expect(visitor.page.locator("form:not([method])")).toHaveCount(0);
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
  "changed while it waited": async (visitor, form) => {
    const { page } = visitor;
    await page.context().setOffline(true);
    await submit(visitor, form);
    await expect(page.getByText(waitingNote)).toBeVisible();
    await formOn(page, form).fill({ email: "raver@example.org" });
    await expect(page.getByText(changedNote)).toBeVisible();
  },
  "answered by another site": async (visitor, form) => {
    const { page } = visitor;
    const login = { contentType: "text/html", body: "<title>Login</title>" };
    await page.route("**", (route) =>
      route.request().method() === "POST"
        ? route.fulfill(login)
        : route.continue(),
    );
    await submit(visitor, form);
    await expect(page.getByText(cannotSend)).toBeVisible();
  },
};

const askedAbout = (visitor: Visitor, form: Form) =>
  send(visitor, form, {
    email: emailOf(visitor).replace("@example", "@gmial"),
  });

/** The ways of any form. That it is refused or sent are states, too. */
const anyForm: Ways = {
  ...scripted,
  "not stored": (visitor, form) => {
    visitor.stage.supabase.behave(() => Promise.reject(new Error("down")));
    return send(visitor, form);
  },
  "asked about": askedAbout,
  "too many attempts": async (visitor, form) => {
    // An attempt counts for a minute, and a busy machine fills in slowly.
    await visitor.page.route("**", async (route) => {
      if (route.request().method() === "POST") await useUpAttempts(visitor);
      await route.continue();
    });
    await submit(visitor, form);
    // A script says so at the form, and without one it is an error page.
    const { heading = "" } = errorPages[429] ?? {};
    await expect(visitor.page.getByText(heading)).toBeVisible();
  },
  "kept back by the browser's own check": async (visitor, form) => {
    const { button, fill } = formOn(visitor.page, form);
    await fill({ email: "raver" });
    await button.click();
    await expect(visitor.page.locator(":user-invalid:focus")).toBeVisible();
  },
};

const signup: Ways = {
  ...anyForm,
  "already on the list": async (visitor, form) => {
    const { email = "", signup_source } = form.row(emailOf(visitor));
    await visitor.stage.supabase.rows(
      "insert into beta_signups (email, signup_source) values ($1, $2)",
      [email, signup_source],
    );
    await send(visitor, form, { email: email.toUpperCase() });
  },
  "refused, then dismissed": async (visitor, form) => {
    await send(visitor, form, { email: "raver@localhost" });
    const toast = toastOn(visitor.page);
    await toast.getByRole("button").click();
    await expect(toast).toBeHidden();
    // The browser takes the focus from hidden elements when it next paints.
    await expect(visitor.page.locator("button:focus")).toHaveCount(0);
  },
};

const message: Ways = {
  ...anyForm,
  "everything missing": (visitor, form) => {
    const blank = mapFields(form.form, () => " ");
    return send(visitor, form, blank);
  },
  "larger than the site takes": async (visitor, form) => {
    const message = "Lost & found ".repeat(10_000);
    await submit(visitor, form, { message });
    const { heading = "" } = errorPages[413] ?? {};
    await expect(visitor.page.getByText(heading)).toBeVisible();
  },
};

/** What a script adds to the keepsake. */
const made: Ways = {
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
  "stored, and the maker not loaded": async (visitor, form) => {
    const { page } = visitor;
    await page.route("**/assets/**", (route) => route.abort());
    await send(visitor, form);
    await page.getByText(keepsake.make).press("Enter");
    await expect(page.getByText(keepsake.broken)).toBeVisible();
  },
};

const onlyMade: State["only"] = {
  mode: "javascript",
  because: "Without a script a keepsake has a bracelet and no maker.",
};

const onlyScripted: State["only"] = {
  mode: "javascript",
  because: "Without a script the browser itself shows that it loads or cannot.",
};

const statesOf = (form: Form, ways: Ways, only?: State["only"]): State[] =>
  Object.entries(ways).map(([way, reach]) => ({
    name: `${form.path}: "${form.button}" ${way}`,
    path: form.path,
    reach: (visitor) => reach(visitor, form),
    ...(way in scripted ? { only: onlyScripted } : { only }),
  }));

/** Every page, and every state of it that a visitor can reach. */
export const states: readonly State[] = [
  ...Object.values(pages).map(({ path }) => ({ name: path, path })),
  { name: "a page that does not exist", path: "/nope", status: 404 },
  ...[pages.contact, pages.support].map(({ path }): State => ({
    name: `${path} with its questions open`,
    path,
    reach: async ({ page }) => {
      for (const question of await page.locator("summary").all())
        await question.press("Enter");
    },
  })),
  ...statesOf(forms.hero, signup),
  ...statesOf(forms.hero, made, onlyMade),
  // The second form has another background. All else is as after the first.
  ...statesOf(forms.callToAction, {
    ...waits,
    "asked about": askedAbout,
    refused: (visitor, form) =>
      send(visitor, form, { email: "raver@localhost" }),
  }),
  ...statesOf(forms.contact, message),
];
