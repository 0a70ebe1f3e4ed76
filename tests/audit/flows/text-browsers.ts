import { randomBytes } from "node:crypto";
import { met, sendByKeys, textBrowsers } from "@kandi/auditor";
import type { Flow as FlowOfAudit } from "@kandi/auditor";
import { hero } from "~/content/landing";
import { pages } from "~/content/pages";
import type { Toast } from "~/forms/answer";
import { honeypot } from "~/forms/definition";
import { signupToasts } from "~/forms/signup";
import { forms } from "./forms";
import type { Form } from "./forms";
import { stageOf } from "./stages";

/** What a form is sent with, and what is to come of it. */
interface Flow {
  form: Form;
  email?: string;
  /** The same form was sent before. */
  again?: true;
  toast?: Toast;
  /** The fields come back as they were, and nothing is stored. */
  isRefused?: true;
}

const { hero: heroForm, callToAction, contact } = forms;

const flows: Record<string, Flow> = {
  "a signup in the hero": { form: heroForm },
  "a signup in the call to action": { form: callToAction },
  "a second signup of an address": {
    form: heroForm,
    again: true,
    toast: signupToasts.duplicate,
  },
  "a message": { form: contact },
  "a message without an address": {
    form: contact,
    email: "nobody",
    isRefused: true,
  },
};

/** A field's line on the screen, with its text as the first group. */
const fieldIn = {
  lynx: new RegExp(`^ *(?:${hero.form.emailLabel} )?(.*?)_+ *$`, "gm"),
  w3m: /\[(.*?) *\]$/gm,
};

/** Each browser breaks and indents lines in its own way. */
const bare = (text: string) => text.replace(/\s/g, "");

async function follow(
  program: (typeof textBrowsers)[number],
  { form, again, isRefused, ...flow }: Flow,
) {
  const { baseURL, supabase } = await stageOf("text browsers");
  // Short, because both browsers show twenty characters of a field.
  const email = flow.email ?? `${randomBytes(3).toString("hex")}@example.com`;
  const typed = Object.values(form.fields(email));
  const send = () =>
    sendByKeys(program, {
      before: form.before,
      url: baseURL + form.path,
      // The last field is the honeypot.
      values: [...typed, ""],
    });
  if (again) await send();
  const screen = await send();
  const problems: string[] = [];
  const toast = flow.toast ?? (isRefused ? form.refused : form.stored(email));
  // The header's last link: the toast is the first thing after it.
  const start = bare(pages.contact.label + toast.title + toast.text);
  if (!bare(screen).includes(start))
    problems.push(`The main content does not begin with "${toast.title}"`);
  const expect = (what: string, actual: unknown, expected: unknown) => {
    const [is, should] = [actual, expected].map((it) => JSON.stringify(it));
    if (is !== should) problems.push(`${what}: ${is} instead of ${should}`);
  };
  const shown = screen
    .split("\n")
    .filter((line) => !line.includes(honeypot.label))
    .join("\n");
  const fields = [...shown.matchAll(fieldIn[program])].map(([, text]) => text);
  const kept = isRefused ?? again;
  const expected = kept
    ? typed.flatMap((value) => value.split("\n"))
    : typed.map(() => "");
  // Below the typed text, a text area has empty lines.
  const empty = fields.slice(expected.length).map(() => "");
  expect("The fields hold", fields, [...expected, ...empty]);
  const rows = await supabase.rows(form.query, [email]);
  expect("The table holds", rows, isRefused ? [] : [form.row(email)]);
  return {
    problems: problems.map((what) => met("text-browser", what)),
    transcript: [screen],
  };
}

/** Each form, used by keystrokes in each text browser. */
export const textBrowserFlows: FlowOfAudit[] = textBrowsers.flatMap((program) =>
  Object.entries(flows).map(([name, flow]) => ({
    program,
    name,
    needs: [program, "script"],
    follow: () => follow(program, flow),
  })),
);
