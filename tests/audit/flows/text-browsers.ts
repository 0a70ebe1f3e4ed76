import { randomBytes } from "node:crypto";
import { hero } from "~/content/landing";
import { pages } from "~/content/pages";
import type { Toast } from "~/forms/answer";
import { honeypot } from "~/forms/definition";
import { signupToasts } from "~/forms/signup";
import { met, sendByKeys, textBrowsers } from "@kandi/auditor";
import type { Answer, Flow as FlowOfAudit } from "@kandi/auditor";
import type { TestSupabase } from "../../support/fixtures/supabase";
import { forms } from "./forms";
import type { Form } from "./forms";
import { stageOf } from "./stages";

type Database = Pick<TestSupabase, "rows">;

type Send = (form: Form, values: string[]) => Promise<Answer>;

interface Outcome extends Answer {
  toast: Toast;
  expectedFields: string[];
  rows: unknown[];
  expectedRows: unknown[];
}

type Flow = (send: Send, database: Database) => Promise<Outcome>;

/** Short, because both browsers show twenty characters of a field. */
const newAddress = () => `${randomBytes(3).toString("hex")}@example.com`;

const stored =
  (form: Form): Flow =>
  async (send, { rows }) => {
    const email = newAddress();
    const values = Object.values(form.fields(email));
    return {
      ...(await send(form, values)),
      toast: form.stored(email),
      expectedFields: values.map(() => ""),
      rows: await rows(form.query, [email]),
      expectedRows: [form.row(email)],
    };
  };

const refused =
  (form: Form): Flow =>
  async (send, { rows }) => {
    const values = Object.values(form.fields("nobody"));
    return {
      ...(await send(form, values)),
      toast: form.refused,
      expectedFields: values.flatMap((value) => value.split("\n")),
      rows: await rows(form.query, ["nobody"]),
      expectedRows: [],
    };
  };

const secondSignup: Flow = async (send, { rows }) => {
  const { hero } = forms;
  const email = newAddress();
  await send(hero, [email]);
  return {
    ...(await send(hero, [email])),
    toast: signupToasts.duplicate,
    expectedFields: [email, ""],
    rows: await rows(hero.query, [email]),
    expectedRows: [hero.row(email)],
  };
};

const flows: Record<string, Flow> = {
  "a signup in the hero": stored(forms.hero),
  "a signup in the call to action": stored(forms.callToAction),
  "a second signup of an address": secondSignup,
  "a message": stored(forms.contact),
  "a message without an address": refused(forms.contact),
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

/** Each form, used by keystrokes in each text browser. */
export const textBrowserFlows: FlowOfAudit[] = textBrowsers.flatMap((program) =>
  Object.entries(flows).map(([name, follow]) => ({
    ...{ program, name, needs: [program, "script"] },
    follow: async () => {
      const { baseURL, supabase } = await stageOf("text browsers");
      const send: Send = ({ path, before }, values) =>
        sendByKeys(program, {
          ...{ before, values, url: baseURL + path },
          label: hero.form.emailLabel,
          honeypot: honeypot.label,
        });
      const outcome = await follow(send, supabase);
      return {
        problems: problemsOf(outcome).map((what) => met("text-browser", what)),
        transcript: [outcome.screen],
      };
    },
  })),
);
