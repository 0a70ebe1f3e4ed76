import type { Page } from "playwright";
import { rootPlace } from "./finding";
import type { Place, Problem } from "./finding";
import { placesOf } from "./measuring/places";
import { broken } from "./rules";
import type { Difference } from "./site";

/** Splits what is seen of a state into lines that begin with its name. */
export const linesOf = (seen: Record<string, string | number | undefined>) =>
  Object.entries(seen).flatMap(([name, text = ""]) =>
    String(text)
      .split("\n")
      .map((line) => line.trim())
      // Nobody notices an element without words of its own.
      .filter((line) => line && !/^- [\w ]+:?$/.test(line))
      .map((line) => `${name}: ${line}`),
  );

/** The lines that only one of two lists has, in the order of both. */
export function differ(one: string[], other: string[]) {
  /** The length of the longest common part from a line of each on. */
  const common = [...one, ""].map(() => new Uint16Array(other.length + 1));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = one.length - 1; i >= 0; i--)
    for (let j = other.length - 1; j >= 0; j--)
      (common[i] as Uint16Array)[j] =
        one[i] === other[j]
          ? at(i + 1, j + 1) + 1
          : Math.max(at(i + 1, j), at(i, j + 1));
  const only = { one: [] as string[], other: [] as string[] };
  let j = 0;
  for (const [i, line] of one.entries()) {
    if (at(i + 1, j) === at(i, j)) {
      only.one.push(line);
      continue;
    }
    while (at(i, j + 1) === at(i, j)) only.other.push(other[j++] ?? "");
    j++;
  }
  only.other.push(...other.slice(j));
  return only;
}

/** A page in one mode, and its lines. */
export interface Side {
  page: Page;
  lines: string[];
}

/**
 * Reports each line that only one mode has, unless it is declared.
 *
 * @param declared for this state
 * @param used takes the declarations that were needed
 */
export async function differences(
  declared: readonly Difference[],
  used: Set<Difference>,
  scripted: Side,
  plain: Side,
): Promise<Problem[]> {
  const { one, other } = differ(scripted.lines, plain.lines);
  const problems: Problem[] = [];
  for (const [lines, words, { page }] of [
    [one, "with JavaScript", scripted],
    [other, "without JavaScript", plain],
  ] as const)
    for (const line of lines) {
      const matching = declared.filter(({ lines }) => lines.test(line));
      matching.forEach((difference) => used.add(difference));
      const what = `Only ${words}: ${line}`;
      if (matching.length === 0)
        problems.push(broken("difference", what, await placeOf(page, line)));
    }
  return problems;
}

/** Finds the element of a line of the accessibility tree. */
async function placeOf(page: Page, line: string): Promise<Place> {
  const [, quoted, last] =
    /^[^"]*?: - [\w ]+:? "(.+?)"|: - [\w ]+: (.+)$/.exec(line) ?? [];
  const text = quoted ?? last;
  const found = text ? await page.getByText(text, { exact: true }).all() : [];
  const handle = await found[0]?.evaluateHandle((element) => [{ element }]);
  const [place] = handle ? await placesOf(handle) : [];
  return place ?? rootPlace(line);
}
