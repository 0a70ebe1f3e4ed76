import { randomBytes } from "node:crypto";
import { met, sendByKeys, textBrowsers } from "@kandi/auditor";
import type { Flow } from "@kandi/auditor";
import { hero } from "~/content/landing";
import { pages } from "~/content/pages";
import { honeypot } from "~/forms/definition";
import { forms } from "./forms";
import type { Form } from "./forms";
import { stageOf } from "./stages";

/** A field's line on the screen, with its text as the first group. */
const fieldIn = {
  lynx: new RegExp(`^ *(?:${hero.form.emailLabel} )?(.*?)_+ *$`, "gm"),
  w3m: /\[(.*?) *\]$/gm,
};

/** Each browser breaks and indents lines in its own way. */
const bare = (text: string) => text.replace(/\s/g, "");

async function follow(
  program: (typeof textBrowsers)[number],
  form: Form,
  isRefused: boolean,
) {
  const { baseURL, supabase } = await stageOf("text browsers");
  // Short, because both browsers show twenty characters of a field.
  const name = randomBytes(3).toString("hex");
  const email = isRefused ? name : `${name}@example.com`;
  const typed = Object.values(form.values(email));
  const screen = await sendByKeys(program, {
    before: form.before,
    url: baseURL + form.path,
    // The last field is the honeypot.
    values: [...typed, ""],
  });
  const problems: string[] = [];
  const { title, text } = isRefused ? form.refused : form.stored(email);
  // The header's last link: the toast is the first thing after it.
  if (!bare(screen).includes(bare(pages.contact.label + title + text)))
    problems.push(`The main content does not begin with "${title}"`);
  const expect = (what: string, actual: unknown, expected: unknown) => {
    const [is, should] = [actual, expected].map((it) => JSON.stringify(it));
    if (is !== should) problems.push(`${what}: ${is} instead of ${should}`);
  };
  const shown = screen
    .split("\n")
    .filter((line) => !line.includes(honeypot.label))
    .join("\n");
  const fields = [...shown.matchAll(fieldIn[program])].map(([, text]) => text);
  const kept = isRefused ? typed.flatMap((value) => value.split("\n")) : [];
  // A text area has more lines than text, and a page may have another form.
  expect("The fields hold", fields.filter(Boolean), kept);
  const rows = await form.rowsOf(supabase, email);
  expect("The table holds", rows, isRefused ? [] : [form.row(email)]);
  return {
    problems: problems.map((what) => met("text-browser", what)),
    transcript: [screen],
  };
}

/** Each form, used by keystrokes in each text browser. */
export const textBrowserFlows: Flow[] = textBrowsers.flatMap((program) =>
  Object.entries({
    "a signup": forms.hero,
    "a message": forms.contact,
  }).flatMap(([name, form]) =>
    [false, true].map((isRefused) => ({
      program,
      name: isRefused ? `${name} without an address` : name,
      needs: [program, "script"],
      follow: () => follow(program, form, isRefused),
    })),
  ),
);
