import type { ElementHandle, Page } from "playwright";
import type { Arrival, Audit } from "./examine";
import { rootPlace, type Place, type Problem } from "./finding";
import { grouped, joined } from "./lists";
import { placesOf } from "./measuring/places";
import { broken } from "./rules";

/** One thing that is seen of a state. */
export interface Fact {
  /** Descriptions declare differences by it. */
  line: string;
  /** The element's; "text" if it has no name. */
  role?: string;
  /** The element's name, or its text. */
  name?: string;
}

/** A node of Playwright's snapshot of the accessibility tree. */
export interface Node {
  role: string;
  name?: string;
  text?: string;
  url?: string;
  children?: (Node | string)[];
  [flag: string]: unknown;
}

const flags = "level checked disabled expanded invalid pressed selected".split(
  " ",
);

/** What is seen of a page's content, one fact an element with words. */
export const factsOf = (nodes: (Node | string)[]): Fact[] =>
  nodes.flatMap((node) => {
    if (typeof node === "string")
      return factsOf([{ role: "text", text: node }]);
    const { role, name, text, url, children = [] } = node;
    const said = flags.map((flag) => {
      const value = node[flag];
      return value
        ? ` [${flag}${value === true ? "" : `=${String(value)}`}]`
        : "";
    });
    const quoted = name && ` "${name}"`;
    const rest = [text && `: ${text}`, url && ` to ${url}`];
    const line = ["content: - ", role, quoted, ...said, ...rest].join("");
    // Nobody notices an element without words of its own.
    const words = name ?? text;
    const own = { line, role: name ? role : "text", name: words };
    return [...(words ? [own] : []), ...factsOf(children)];
  });

/** A fact that both of two lists have, and the one before in a common part. */
type Common = { i: number; j: number; before: Common | undefined };

/** The facts that only one of two lists has: https://doi.org/10.1145/359581.359603 */
export function differ(one: Fact[], other: Fact[]) {
  // The last one first, or one line of `one` would be common with several.
  const places = grouped([...other.keys()].reverse(), (j) => other[j]?.line);
  /** By length, the end of the common part that ends first in `other`. */
  const ends: Common[] = [];
  for (const [i, { line }] of one.entries()) {
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

/** A form that is shown, or what does nothing without a script. */
export type Seen = Place & { index: number; name: string; what?: string };

const isControl = ({ role = "" }: Fact) =>
  /^(?:button|checkbox|combobox|link|listbox|menuitem\w*|radio|searchbox|slider|spinbutton|switch|tab|textbox|treeitem)$/.test(
    role,
  );
const isContent = ({ role }: Fact) => role !== undefined;
const kindOf = ({ role, name }: Fact) => `${role} ‘${name}’`;

/** Whether a text asks for scripts, in any language. */
const asks = /java\s?-?script/i;

/**
 * Finds what a state loses without scripts, and each other fact that only one mode
 * has, unless it is declared, and marks what is.
 */
export async function compare({ site, used }: Audit, arrivals: Arrival[]) {
  const problems: Problem[] = [];
  const [scripted, plain] = arrivals;
  if (!scripted || !plain) return problems;
  const { page, state } = scripted.visitor;
  const isDeclared = (line: string) => {
    const matching = (site.differences ?? []).filter(
      ({ states, lines }) => states.test(state.name) && lines.test(line),
    );
    matching.forEach((difference) => used.add(difference));
    return matching.length > 0;
  };
  const lose = (what: string, place: Place) => {
    if (!isDeclared(what)) problems.push(broken("needs-script", what, place));
  };
  const all = differ(scripted.facts, plain.facts);
  const one = all.one.filter(({ line }) => !isDeclared(line));
  const other = all.other.filter(({ line }) => !isDeclared(line));
  for (const fact of other.filter(({ line }) => asks.test(line))) {
    const place = rootPlace(fact.line);
    const what = `It says: ‘${fact.line.replace(/^.*?: (?:- text: )?/, "")}’`;
    problems.push({ ...broken("needs-script", what, place), level: "advice" });
  }

  const left = plain.facts.filter(
    (fact) => isContent(fact) && !asks.test(fact.line),
  );
  // Whatever is there has another meaning, such as "Loading".
  const isAll = left.length <= 2 && left.every((fact) => other.includes(fact));
  if (isAll && one.some(isContent) && !left.some(isControl)) {
    const but = left.map(({ name }) => ` but ‘${name}’`).join(" and");
    const what = `Without JavaScript this page shows nothing${but}`;
    lose(what, rootPlace(what));
    return problems;
  }

  // A script may make a tab of a link, or a field with suggestions of a select.
  const kept = plain.facts.filter(isControl).map(({ name }) => name);
  const isLost = (fact: Fact) => isControl(fact) && !kept.includes(fact.name);
  const formsOf = ({ shown }: Arrival) =>
    shown.filter(({ index }) => index >= 0);
  const [forms, others] = [formsOf(scripted), formsOf(plain)];
  const gone = forms.filter(
    (form) => !others.some(({ name }) => name === form.name),
  );
  /** What is gone with a whole form, by the form, and what else is. */
  const parts = new Map<Seen, string[]>(
    // A form may have another name, and one that is gone no names in it.
    others.length < forms.length ? gone.map((form) => [form, []]) : [],
  );
  const loose = new Map<string, Place>();
  /** What only folds parts that are open without a script. */
  const folding = new Set<string>();
  for (const [kind, [fact]] of grouped(one.filter(isLost), kindOf)) {
    const found = fact && (await elementOf(page, fact));
    const folds = (await found?.evaluate(readFolded)) ?? [];
    if (await plain.visitor.page.evaluate(areOpen, folds)) {
      folding.add(kind);
      continue;
    }
    const at = await found?.evaluate((element) =>
      [...document.querySelectorAll("form")].indexOf(
        // Not each control has a form, and a button may stand outside of it.
        (element as HTMLInputElement).form as HTMLFormElement,
      ),
    );
    const form = gone.find(({ index }) => index === at);
    if (form) parts.set(form, [...(parts.get(form) ?? []), kind]);
    else loose.set(kind, await placeOf(found, kind));
  }
  for (const [{ name, ...place }, kinds] of parts)
    lose(
      joined(
        [
          `The form ‘${name}’ is not there without JavaScript`,
          kinds.join(", "),
        ],
        ": ",
      ),
      place,
    );
  for (const [kind, place] of loose)
    lose(`The ${kind} is not there without JavaScript`, place);
  for (const { what, ...place } of plain.shown) if (what) lose(what, place);

  for (const [facts, words, { page }] of [
    [
      one.filter((fact) => !isLost(fact) || folding.has(kindOf(fact))),
      "with",
      scripted.visitor,
    ],
    [other.filter(({ line }) => !asks.test(line)), "without", plain.visitor],
  ] as const)
    for (const fact of facts) {
      const said = isContent(fact)
        ? fact.line.slice("content: - ".length)
        : fact.line;
      const place = await placeOf(await elementOf(page, fact), fact.line);
      problems.push(
        broken("difference", `Only ${words} JavaScript: ${said}`, place),
      );
    }
  return problems;
}

/** Runs in the page: the ids of what a control opens and closes. One that names nothing does so with all. */
function readFolded(control: Element) {
  const idsOf = (one: Element) =>
    one.getAttribute("aria-controls")?.split(/\s+/) ?? [];
  if (!control.hasAttribute("aria-expanded")) return [];
  const own = idsOf(control);
  if (own[0]) return own;
  return [...document.querySelectorAll("[aria-expanded]")].flatMap(idsOf);
}

/** Runs in the page. */
const areOpen = (ids: string[]) =>
  ids.length > 0 &&
  ids.every((id) => {
    const part = document.getElementById(id);
    return part && inPage.isShown(part);
  });

/** The first element that a fact is about. */
async function elementOf(page: Page, { role = "text", name = "" }: Fact) {
  const exact = { exact: true };
  const found =
    role === "text"
      ? page.getByText(name, exact)
      : page.getByRole(role as "button", { name, ...exact });
  return (await found.elementHandles())[0];
}

async function placeOf(
  element: ElementHandle | undefined,
  what: string,
): Promise<Place> {
  const list = await element?.evaluateHandle((element) => [
    { element: element as Element },
  ]);
  const [place] = list ? await placesOf(list) : [];
  return place ?? rootPlace(what);
}
