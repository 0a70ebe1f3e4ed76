import type { Page } from "playwright";
import type { Place, Problem } from "./finding";
import { placesOf } from "./measuring/places";
import { broken } from "./rules";
import type { Difference, State } from "./site";

/** What is observed of a state, each fact a line. */
export function linesOf(seen: unknown, name = ""): string[] {
  if (typeof seen === "string" && seen.includes("\n"))
    return (
      seen
        .split("\n")
        .map((line) => line.trim())
        // An element without words of its own is no difference that anyone meets.
        .filter((line) => line && !/^- [\w ]+:?$/.test(line))
        .map((line) => `${name}: ${line}`)
    );
  if (Array.isArray(seen)) return seen.flatMap((one) => linesOf(one, name));
  if (typeof seen === "object" && seen !== null)
    return Object.entries(seen).flatMap(([key, value]) =>
      linesOf(value, name ? `${name}.${key}` : key),
    );
  return seen === undefined ? [] : [`${name}: ${String(seen)}`];
}

/** The lines that only one of two lists has, in the order of both. */
export function differ(one: string[], other: string[]) {
  /** The length of the longest common part from here on. */
  const common = Array.from(
    { length: one.length + 1 },
    () => new Uint16Array(other.length + 1),
  );
  const at = (row: number, column: number) => common[row]?.[column] ?? 0;
  for (let i = one.length - 1; i >= 0; i--)
    for (let j = other.length - 1; j >= 0; j--) {
      const row = common[i] as Uint16Array;
      row[j] =
        one[i] === other[j]
          ? at(i + 1, j + 1) + 1
          : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const only = { one: [] as string[], other: [] as string[] };
  for (let i = 0, j = 0; i < one.length || j < other.length;) {
    if (i < one.length && j < other.length && one[i] === other[j]) {
      i++;
      j++;
    } else if (
      j >= other.length ||
      (i < one.length && at(i + 1, j) >= at(i, j + 1))
    )
      only.one.push(one[i++] ?? "");
    else only.other.push(other[j++] ?? "");
  }
  return only;
}

/** A mode's visitor, and what was observed. */
export interface Side {
  visitor: { page: Page };
  lines: string[];
}

/**
 * Each line that only one mode has, unless it is declared.
 *
 * @param used takes the declarations that were needed
 */
export async function differences(
  { name }: Pick<State, "name">,
  declared: readonly Difference[],
  used: Set<Difference>,
  scripted: Side,
  plain: Side,
): Promise<Problem[]> {
  const { one, other } = differ(scripted.lines, plain.lines);
  const matching = declared.filter(({ states }) => states.test(name));
  const undeclared = (line: string) => {
    const found = matching.filter(({ lines }) => lines.test(line));
    found.forEach((difference) => used.add(difference));
    return found.length === 0;
  };
  const problemsOf = async (lines: string[], words: string, page: Page) => {
    const problems: Problem[] = [];
    for (const line of lines.filter(undeclared))
      problems.push(
        broken(
          "difference",
          `Only ${words}: ${line}`,
          await placeOf(page, line),
        ),
      );
    return problems;
  };
  return [
    ...(await problemsOf(one, "with JavaScript", scripted.visitor.page)),
    ...(await problemsOf(other, "without JavaScript", plain.visitor.page)),
  ];
}

/** The element that a line of the accessibility tree is about. */
async function placeOf(page: Page, line: string): Promise<Place> {
  const [, quoted, last] =
    /^[^"]*?: - [\w ]+:? "(.+?)"|: - [\w ]+: (.+)$/.exec(line) ?? [];
  const text = quoted ?? last;
  const found = text ? page.getByText(text, { exact: true }) : undefined;
  if (!found || (await found.count()) === 0)
    return { selector: "html", html: line };
  const [place] = await placesOf(
    await found.first().evaluateHandle((element) => [{ element }]),
  );
  return place ?? { selector: "html", html: line };
}
