import { errorTitlePrefix } from "~/content/errors";
import { backToForm } from "~/content/site";
import { signupToasts } from "~/forms/signup";
import type { Look } from "./observe";

/** Checks a form's answer and fields against what holds in every state. */
export function untrue(seen: Look): string[] {
  const { toast, fields, summary, title, first, focused, inSight } = seen;
  const isDuplicate = toast?.title === signupToasts.duplicate.title;
  const isFailure = toast?.kind.includes("error") ?? false;
  const statements: [string, boolean][] = [
    ["the outcome comes first in main", !toast || first === toast.title],
    ["the outcome is in view", inSight],
    ["the outcome has the focus", !toast || /^dialog/.test(focused)],
    [
      "the title says Error, and only then",
      !toast || title.startsWith(errorTitlePrefix) === isFailure,
    ],
    ...Object.entries(fields).flatMap(([id, field]): [string, boolean][] => [
      [
        `${id} is invalid where its message says so`,
        field.invalid === String(Boolean(field.error) && !isDuplicate),
      ],
      [
        `${id} is described by its message`,
        field.description.includes(field.error),
      ],
      [`${id} is described by what is there`, field.missing.length === 0],
    ]),
    ...summary.map(({ href, text }): [string, boolean] => [
      `the link ${href} has its field's words, or leads back to the form`,
      href.startsWith("mailto:") ||
        text === (fields[href.slice(1)]?.error || backToForm),
    ]),
  ];
  return statements.flatMap(([statement, holds]) =>
    holds ? [] : [`not true: ${statement}`],
  );
}
