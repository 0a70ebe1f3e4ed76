import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { met } from "two-modes-audit";
import type { Flow } from "two-modes-audit";
import { dismissLabel } from "~/content/delivery";
import { pages } from "~/content/pages";
import { sendByKeys, textBrowsers } from "../programs/text-browsers";
import { stageOf } from "../visit";
import { forms } from "./forms";
import type { Form } from "./forms";

/** Each browser breaks and indents lines in its own way. */
const bare = (text: string) => text.replace(/\s/g, "");

async function follow(
  program: (typeof textBrowsers)[number],
  form: Form,
  isRefused: boolean,
) {
  const { baseURL, supabase } = await stageOf("other browsers");
  // Short, because both browsers show twenty characters of a field.
  const name = randomBytes(3).toString("hex");
  const email = isRefused ? name : `${name}@example.com`;
  const typed = Object.values(form.values(email));
  const screen = await sendByKeys(program, {
    before: form.before,
    url: baseURL + form.path,
    // The last field is the honeypot.
    values: [...typed, ""],
    // Neither knows <dialog>, and what was typed is still there.
    press: isRefused ? dismissLabel : undefined,
  });
  const problems: string[] = [];
  const { title, text } = isRefused ? form.refused : form.stored(email);
  // The header's last link: the toast is the first thing after it.
  const [, below] = bare(screen).split(
    bare(pages.contact.label + title + text),
  );
  if (below === undefined)
    problems.push(`The main content does not begin with "${title}"`);
  for (const line of typed.flatMap((value) => value.split("\n")))
    if (below?.includes(bare(line)) !== isRefused)
      problems.push(`"${line}" is ${isRefused ? "lost" : "still there"}`);
  const rows = await form.rowsOf(supabase, email);
  if (!isDeepStrictEqual(rows, isRefused ? [] : [form.row(email)]))
    problems.push(`The table holds ${JSON.stringify(rows)}`);
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
