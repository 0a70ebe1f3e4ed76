import { afterAll, expect, test } from "vitest";
import { launchHeadless } from "../../browser.js";
import { Findings } from "../../finding";
import { nameProblems } from "../../measuring/controls";
import { languageProblems } from "../../measuring/language";
import { readOutline } from "../../measuring/outline";
import { findPlaces, nameFunctions } from "../../measuring/places";
import { readText, smallTargets } from "../../measuring/text";
import { differ } from "../../modes";
import { defectsOf } from "../../report/defects";
import { broken } from "../../rules";
import type { Report } from "../../site";

const browser = await launchHeadless();
afterAll(() => browser.close());
const context = await browser.newContext();
await nameFunctions(context);
const page = await context.newPage();
const devTools = await context.newCDPSession(page);
await devTools.send("Performance.enable", { timeDomain: "threadTicks" });

/** The processor time that the page and this process have taken, in milliseconds. */
async function readClock() {
  const { metrics } = await devTools.send("Performance.getMetrics");
  const ticks = metrics.find(({ name }) => name === "TaskDuration");
  return 1000 * (ticks?.value ?? 0) + process.cpuUsage().user / 1000;
}

const repeat = <Item>(times: number, make: (index: number) => Item) =>
  Array.from({ length: times }, (_, index) => make(index));

/** Makes the work of a pass, so many times as large. */
type Make = (times: number) => (() => unknown) | Promise<() => unknown>;

/** A pass over a page with so many of some content, in which `{n}` is a number. */
const onPage =
  (
    count: number,
    content: string,
    pass: () => unknown,
    around = ["", ""],
  ): Make =>
  async (times) => {
    const contents = repeat(times * count, (index) =>
      content.replaceAll("{n}", String(index)),
    );
    const body = around.join(contents.join(" "));
    await page.setContent(`<!doctype html><html lang="en"><body>${body}`);
    return pass;
  };

/** A report with one kind of defect. */
const reported =
  (count: number, more: (times: number) => object): Make =>
  (times) => {
    const issue = { ...problem, seen: [], ...more(times) };
    const issues = repeat(count * (count > 1 ? times : 1), () => issue);
    const report = { issues, visited: [] } as unknown as Report;
    return () => defectsOf(report);
  };

const words = "Some words of a text";
const place = { selector: "html > body > main > p", html: "<p>" };
const problem = broken("contrast", "Its contrast is 3:1", place);
const readPage = () => page.evaluate(readText);
const readNames = () => nameProblems(page);
const readTargets = () => findPlaces(page, smallTargets);
const locate = (find: () => { element: Element }[]) => () =>
  findPlaces(page, find);

const works: Record<string, Make> = {
  "lines of two modes differ at both ends": (times) => {
    const same = repeat(500 * times, (index) => ({ line: `text: ${index}` }));
    const [a, b] = [{ line: "a" }, { line: "b" }];
    return () => differ([a, ...same, a], [b, ...same, b]);
  },
  "an element is found in many states": (times) => () => {
    const findings = new Findings();
    for (let state = 0; state < 500 * times; state++)
      findings.add(problem, { state: String(state), mode: "javascript" });
  },
  "many elements are one defect": reported(1500, () => ({})),
  "a defect has a long name": reported(1, (times) => ({
    selector: `input[name="${"a".repeat(100 * times)}"]`,
  })),
  "a defect has a long run of spaces": reported(1, (times) => ({
    help: `a${" ".repeat(1000 * times)}b`,
  })),
  "paragraphs are located": onPage(
    100,
    `<p>${words} {n}</p>`,
    locate(() =>
      [...document.querySelectorAll("p")].map((element) => ({ element })),
    ),
  ),
  "texts of one element are located": onPage(
    300,
    `${words}<br>`,
    locate(() =>
      [...document.body.childNodes]
        .filter((node) => node instanceof Text)
        .map(() => ({ element: document.body })),
    ),
  ),
  "links of one paragraph are measured": onPage(
    500,
    `${words} <a href="#{n}">a link</a>`,
    readTargets,
    ["<p>", "</p>"],
  ),
  "checkboxes are as large as the browser makes them": onPage(
    400,
    "<input type=checkbox aria-label=A>",
    readTargets,
  ),
  "buttons are disabled": onPage(
    400,
    "<button disabled>{n}</button>",
    readPage,
  ),
  "groups have no name": onPage(
    100,
    `<fieldset>${"<input type=radio name={n}>".repeat(2)}</fieldset>`,
    readNames,
  ),
  "fields have a label": onPage(
    400,
    `<label for=f{n}>${words}</label><input id=f{n}>`,
    readNames,
  ),
  "brackets in a label stay open": onPage(1000, "(((((", readNames, [
    "<label for=a>",
    "</label><input id=a autocomplete=email>",
  ]),
  "texts of one element are in a language": onPage(2000, `${words}<br>`, () =>
    languageProblems(page),
  ),
  "comments of a style sheet stay open": onPage(
    1000,
    "<!-- ",
    () => readOutline(page),
    ["<main><style>", "</style></main>"],
  ),
};

test.each(Object.entries(works))(
  "where %s, sixteen times as much takes about sixteen times as long, and not 256",
  async (_, make) => {
    const small = await leastOf(await make(1));
    const large = await leastOf(await make(16));
    // The clock and the garbage collector take some milliseconds themselves.
    expect(large).toBeLessThan(32 * small + 20);
  },
);

/** What the cheapest of some rounds takes. */
async function leastOf(pass: () => unknown) {
  let least = Infinity;
  for (let round = 0; round < 7; round++) {
    const before = await readClock();
    await pass();
    least = Math.min(least, (await readClock()) - before);
  }
  return least;
}
