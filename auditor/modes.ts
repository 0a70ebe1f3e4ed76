import type { Page } from "playwright";
import type { Arrival, Audit } from "./examine";
import { rootPlace, type Place, type Problem } from "./finding";
import { grouped } from "./lists";
import { placesOf } from "./measuring/places";
import { broken } from "./rules";

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

/** A line that both of two lists have, and the one before in a common part. */
type Common = { i: number; j: number; before: Common | undefined };

/** The lines that only one of two lists has: https://doi.org/10.1145/359581.359603 */
export function differ(one: string[], other: string[]) {
  // The last one first, or one line of `one` would be common with several.
  const places = grouped([...other.keys()].reverse(), (j) => other[j]);
  /** By length, the end of the common part that ends first in `other`. */
  const ends: Common[] = [];
  for (const [i, line] of one.entries()) {
    // From the longest on, which is nearly always the one that goes on here.
    let length = ends.length;
    for (const j of places.get(line) ?? []) {
      while ((ends[length - 1]?.j ?? -1) >= j) length--;
      ends[length] = { i, j, before: ends[length - 1] };
    }
  }
  const common = { one: new Set<number>(), other: new Set<number>() };
  for (let end = ends.at(-1); end; end = end.before) {
    common.one.add(end.i);
    common.other.add(end.j);
  }
  return {
    one: one.filter((_, i) => !common.one.has(i)),
    other: other.filter((_, j) => !common.other.has(j)),
  };
}

/** Reports each line that only one mode has, unless it is declared, and marks what is. */
export async function differences({ site, used }: Audit, arrivals: Arrival[]) {
  const problems: Problem[] = [];
  const [scripted, plain] = arrivals;
  if (!scripted || !plain) return problems;
  const { state } = scripted.visitor;
  const { one, other } = differ(scripted.lines, plain.lines);
  for (const [lines, words, { page }] of [
    [one, "with JavaScript", scripted.visitor],
    [other, "without JavaScript", plain.visitor],
  ] as const)
    for (const line of lines) {
      const matching = (site.differences ?? []).filter(
        ({ states, lines }) => states.test(state.name) && lines.test(line),
      );
      matching.forEach((difference) => used.add(difference));
      const what = `Only ${words}: ${line}`;
      if (!matching[0])
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
