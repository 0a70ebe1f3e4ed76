import type { CDPSession, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchHeadless } from "../../browser.js";
import { nameProblems } from "../../measuring/controls";
import { languageProblems } from "../../measuring/language";
import { readOutline } from "../../measuring/outline";
import { findPlaces, nameFunctions } from "../../measuring/places";
import { readText, smallTargets } from "../../measuring/text";

let page: Page;
let devTools: CDPSession;
let close = async () => {};
beforeAll(async () => {
  const browser = await launchHeadless();
  close = () => browser.close();
  const context = await browser.newContext();
  await nameFunctions(context);
  page = await context.newPage();
  devTools = await context.newCDPSession(page);
  await devTools.send("Performance.enable", { timeDomain: "threadTicks" });
});
afterAll(() => close());

/** The processor time that the page has taken, in seconds. */
async function readTicks() {
  const { metrics } = await devTools.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
}

const locateAll = (selector: string) =>
  findPlaces(
    page,
    (selector: string) =>
      [...document.querySelectorAll(selector)].map((element) => ({ element })),
    selector,
  );
const locateTexts = () =>
  findPlaces(page, () =>
    [...document.body.childNodes].flatMap((node) =>
      node instanceof Text ? { element: document.body } : [],
    ),
  );
const measureTargets = () => findPlaces(page, smallTargets, 44);
const readPage = () => page.evaluate(readText);

const words = "Some words of a text";

interface Work {
  /** How many of them the smaller page has. */
  count: number;
  make: (index: number) => string;
  around?: [string, string];
  pass: () => Promise<unknown>;
}

const works: Record<string, Work> = {
  "paragraphs are located": {
    count: 100,
    make: (index) => `<p>${words} ${index}</p>`,
    pass: () => locateAll("p"),
  },
  "texts of one element are located": {
    count: 100,
    make: () => `${words}<br>`,
    pass: locateTexts,
  },
  "links of one paragraph are measured": {
    count: 200,
    make: (index) => `${words} <a href="#${index}">a link</a>`,
    around: ["<p>", "</p>"],
    pass: measureTargets,
  },
  "buttons are disabled": {
    count: 400,
    make: (index) => `<button disabled>${index}</button>`,
    pass: readPage,
  },
  "groups have no name": {
    count: 100,
    make: (index) =>
      `<fieldset>${`<input type=radio name=${index}>`.repeat(2)}</fieldset>`,
    pass: () => nameProblems(page),
  },
  "fields have a label": {
    count: 400,
    make: (index) =>
      `<label for=f${index}>${words}</label><input id=f${index}>`,
    pass: () => nameProblems(page),
  },
  "brackets in a label stay open": {
    count: 1000,
    make: () => "(((((",
    around: ["<label for=a>", "</label><input id=a autocomplete=email>"],
    pass: () => nameProblems(page),
  },
  "texts of one element are in a language": {
    count: 2000,
    make: () => `${words}<br>`,
    pass: () => languageProblems(page),
  },
  "comments of a style sheet stay open": {
    count: 1000,
    make: () => "<!-- ",
    around: ["<main><style>", "</style></main>"],
    pass: () => readOutline(page),
  },
};

test.each(Object.entries(works))(
  "where %s, eight times as much takes about eight times as long, and not sixty-four",
  async (_, { count, make, around = ["", ""], pass }) => {
    const cheapest = [];
    for (const times of [count, 8 * count]) {
      const content = Array.from({ length: times }, (_, index) => make(index));
      const body = around.join(content.join(" "));
      await page.setContent(`<!doctype html><html lang="en"><body>${body}`);
      let least = Infinity;
      for (let round = 0; round < 5; round++) {
        const before = await readTicks();
        await pass();
        least = Math.min(least, (await readTicks()) - before);
      }
      cheapest.push(least);
    }
    const [small = 0, large = 0] = cheapest;
    expect(large / small).toBeLessThan(12);
  },
);
