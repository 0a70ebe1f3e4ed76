import type { Observation } from "./observe";

/** The modes may differ only here, each time for a reason. */
export interface Difference {
  /** The states, by the end of their names. */
  states: RegExp;
  /** The same in words. */
  where: string;
  what: (keyof Observation)[];
  because: string;
}

export const differences: readonly Difference[] = [
  {
    states: /: stored$|stored, then loaded again$|then corrected$/,
    where: "After a success",
    what: ["status"],
    because:
      "A script learns of a success's redirect (303) from the body of an answer (202), because fetch would follow it invisibly.",
  },
  {
    states: /then dismissed$/,
    where: "After a failure's toast was dismissed",
    what: ["focused"],
    because:
      "With a script the focus moves to the field to correct; without one the browser drops it, and Tab continues from where the toast was.",
  },
  {
    states: /larger than the site takes$/,
    where: "After a message that is larger than the site accepts",
    what: ["title", "toast", "summary", "focused", "fields", "buttons", "tree"],
    because:
      "A message that is too large is not read, so the page cannot give it back: without a script there is an error page, and the browser's Back button brings back the form as it was. With a script the form is still there, and a toast says the same.",
  },
];

/** Lists undeclared differences, and declared ones that do not exist. */
export function undeclared(
  state: string,
  scripted: Observation,
  plain: Observation,
): string[] {
  const declared = new Set(
    differences
      .filter(({ states }) => states.test(state))
      .flatMap(({ what }) => what),
  );
  const keys = Object.keys(plain) as (keyof Observation)[];
  return keys.flatMap((key) => {
    const differs = difference(scripted[key], plain[key]);
    if (differs === undefined) {
      return declared.has(key)
        ? [`${key}: declared to differ, and does not`]
        : [];
    }
    return declared.has(key) ? [] : [`${key}: ${differs}`];
  });
}

/** Shows in a few words where two values diverge. */
function difference(scripted: unknown, plain: unknown): string | undefined {
  const [one, other] = [scripted, plain].map(
    (value) => JSON.stringify(value) ?? "nothing",
  ) as [string, string];
  if (one === other) return undefined;
  const parting = [...one].findIndex((sign, index) => sign !== other[index]);
  const near = (text: string) =>
    text.slice(Math.max(0, parting - 40), parting + 80);
  return `with JavaScript …${near(one)}…, without it …${near(other)}…`;
}
