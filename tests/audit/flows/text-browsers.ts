import { failureToast } from "~/forms/answer";
import { randomBytes } from "node:crypto";
import { form as contactForm } from "~/content/contact";
import { callToAction, hero } from "~/content/landing";
import { pages } from "~/content/pages";
import { terms } from "~/content/terms";
import type { Toast } from "~/forms/answer";
import { contactToasts } from "~/forms/contact";
import { honeypot } from "~/forms/fields";
import { signupToasts } from "~/forms/signup";
import type { SignupSource } from "~/forms/signup";
import { sendByKeys, textBrowsers } from "../../../tools/auditor";
import type { Answer, FlowRun } from "../../../tools/auditor";
import type { TestSupabase } from "../../support/fixtures/supabase";
import { contactErrors } from "../../support/fixtures/forms";

type Database = Pick<TestSupabase, "rows">;

const { landing, contact: contactPage } = pages;

/** Where each form is: see Visit. */
const forms = {
  hero_section: {
    ...{ path: landing.path, before: hero.tagline },
    ...{ field: "email", skipped: 0 },
  },
  cta_section: {
    ...{ path: landing.path, before: callToAction.heading },
    ...{ field: "email", skipped: 1 },
  },
  contact: {
    ...{ path: contactPage.path, before: contactForm.heading },
    ...{ field: "name", skipped: 0 },
  },
};

type Send = (form: keyof typeof forms, values: string[]) => Promise<Answer>;

interface Outcome extends Answer {
  toast: Toast;
  expectedFields: string[];
  rows: unknown[];
  expectedRows: unknown[];
}

type Flow = (send: Send, database: Database) => Promise<Outcome>;

const unique = () => randomBytes(3).toString("hex");

/** Short, because both browsers show twenty characters of a field. */
const newAddress = () => `${unique()}@example.com`;

const sources = ({ rows }: Database, email: string) =>
  rows("select signup_source from beta_signups where email = $1", [email]);

const signup =
  (source: SignupSource): Flow =>
  async (send, database) => {
    const email = newAddress();
    return {
      ...(await send(source, [email])),
      toast: signupToasts.stored,
      expectedFields: ["", ""],
      rows: await sources(database, email),
      expectedRows: [{ signup_source: source }],
    };
  };

const secondSignup: Flow = async (send, database) => {
  const email = newAddress();
  await send("hero_section", [email]);
  return {
    ...(await send("hero_section", [email])),
    toast: signupToasts.duplicate,
    expectedFields: [email, ""],
    rows: await sources(database, email),
    expectedRows: [{ signup_source: "hero_section" }],
  };
};

const contact =
  (email: string, toastFor: (email: string) => Toast): Flow =>
  async (send, { rows }) => {
    const toast = toastFor(email);
    const isStored = toast.kind === "success";
    const row = {
      name: `Zoë ${unique()}`,
      email,
      subject: "Lost & found",
      message: "First line\nSecond line",
    };
    const values = Object.values(row);
    return {
      ...(await send("contact", values)),
      toast,
      expectedFields: isStored
        ? values.map(() => "")
        : values.flatMap((value) => value.split("\n")),
      rows: await rows(
        "select name, email, subject, message from contact_messages where name = $1",
        [row.name],
      ),
      expectedRows: isStored ? [row] : [],
    };
  };

const flows: Record<string, Flow> = {
  "a signup in the hero": signup("hero_section"),
  "a signup in the call to action": signup("cta_section"),
  "a second signup of an address": secondSignup,
  "a message": contact(newAddress(), contactToasts.storedFor),
  "a message without an address": contact("nobody", () =>
    failureToast(contactErrors.email),
  ),
};

/** Each browser breaks and indents lines in its own way. */
const bare = (text: string) => text.replace(/\s/g, "");

function problemsOf({ screen, toast, ...outcome }: Outcome): string[] {
  const problems: string[] = [];
  // The header's last link: the toast is the first thing after it.
  const start = bare(pages.contact.label + toast.title + toast.text);
  if (!bare(screen).includes(start)) {
    problems.push(`The main content does not begin with "${toast.title}"`);
  }
  if (bare(outcome.later ?? "").includes(bare(toast.title + toast.text))) {
    problems.push(`A later page has "${toast.title}" again`);
  }
  const expect = (what: string, actual: unknown, expected: unknown) => {
    const [is, should] = [actual, expected].map((it) => JSON.stringify(it));
    if (is !== should) problems.push(`${what}: ${is} instead of ${should}`);
  };
  // Below the typed text, a text area has empty lines.
  const { fields, expectedFields } = outcome;
  const empty = fields.slice(expectedFields.length).map(() => "");
  expect("The fields hold", fields, [...expectedFields, ...empty]);
  expect("The table holds", outcome.rows, outcome.expectedRows);
  return problems;
}

const elsewhere = { title: pages.terms.title, heading: terms.heading };

/** Each form, used by keystrokes in each text browser. */
export const textBrowserFlows = textBrowsers.flatMap((program) =>
  Object.entries(flows).map(([flow, follow]) => ({
    program,
    flow,
    async run(siteUrl: string, database: Database): Promise<FlowRun> {
      const send: Send = (form, values) => {
        const { path, ...place } = forms[form];
        return sendByKeys(program, {
          ...{ ...place, values, url: siteUrl + path },
          label: hero.form.emailLabel,
          honeypot: honeypot.label,
          elsewhere: { ...elsewhere, url: siteUrl + pages.terms.path },
        });
      };
      try {
        const outcome = await follow(send, database);
        const problems = problemsOf(outcome);
        return { program, flow, problems, transcript: [outcome.screen] };
      } catch (error) {
        return { program, flow, problems: [String(error)] };
      }
    },
  })),
);
