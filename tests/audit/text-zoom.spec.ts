import { expect } from "playwright/test";
import {
  eventually,
  isInstalled,
  readText,
  startFirefox,
} from "../../tools/auditor";
import { errorTitlePrefix } from "~/content/errors";
import { pages } from "~/content/pages";
import { test } from "../support/fixtures/test";
import { postNothing } from "./flows/post-nothing";
import { markup } from "./markup";

/** In CSS pixels. */
const widths = [320, 1280];

test("in Firefox with text-only zoom at 200 %, every word is whole and within reach", async ({
  site,
}) => {
  test.skip(!isInstalled("firefox-esr"), "firefox-esr is not installed.");
  const window = await startFirefox("no-javascript");
  const problems: string[] = [];

  const look = async (state: string, width: number) => {
    await window.zoomText(1);
    await eventually(async () =>
      expect(await window.evaluate(measures)).toEqual({ width, size: 17 }),
    );
    await window.zoomText(2);
    await eventually(async () =>
      expect(await window.evaluate(measures)).toEqual({ width, size: 34 }),
    );
    const found = await window.evaluate(readText, markup);
    problems.push(
      ...found.problems.map((text) => `${state}, ${width} px: ${text}`),
    );
  };

  for (const width of widths) {
    const paths = Object.values(pages).map(({ path }) => path);
    for (const path of [...paths, "/nope"]) {
      await window.open(site.url + path, width);
      await look(path, width);
    }
    await window.open(site.url + pages.contact.path, width);
    await window.evaluate(postNothing);
    await eventually(async () =>
      expect(await window.evaluate(title)).toContain(errorTitlePrefix),
    );
    await look("a message refused", width);
  }
  await window.close();
  expect(problems).toEqual([]);
});

/** Runs in the page. Firefox reports the size of zoomed text. */
const measures = () => ({
  width: innerWidth,
  size: Math.round(parseFloat(getComputedStyle(document.body).fontSize)),
});

/** Runs in the page. */
const title = () => document.title;
