import { randomBytes } from "node:crypto";
import { stripVTControlCharacters } from "node:util";
import { expect } from "playwright/test";
import { met } from "two-modes-audit";
import type { Flow } from "two-modes-audit";
import { keepsake } from "~/content/landing";
import {
  neededBy,
  openSmallBrowser,
  smallBrowsers,
} from "../programs/small-browsers";
import type { SmallBrowserName } from "../programs/small-browsers";
import { eventually } from "../programs/window";
import { stageOf } from "../visit";
import { forms } from "./forms";

/** Narrower fields show no address. */
const narrowest = 120;

/** Each browser breaks lines in its own way. */
const bare = (text: string) => text.replace(/\s+/g, " ");

/** Signs up with half an address, dismisses the refusal, and types the other half. */
async function follow(program: SmallBrowserName) {
  const { baseURL, supabase } = await stageOf("text browsers");
  const form = forms.hero;
  const name = randomBytes(3).toString("hex");
  const email = `${name}@example.com`;
  const browser = await openSmallBrowser(program, baseURL + form.path);
  const problems: string[] = [];
  let screen = "";
  const shows = (words: string) =>
    eventually(() => {
      screen = browser.text();
      expect(bare(screen)).toContain(words);
    });
  try {
    // Each of the page's forms has one.
    await browser.buttons(2);
    expect(await browser.width(0)).toBeGreaterThan(narrowest);
    await browser.type(0, name);
    await browser.press(0);
    await shows(form.refused.text);
    // The toast's button comes first.
    await browser.buttons(3);
    expect(await browser.value(0), "the field").toBe(name);
    expect(await form.rowsOf(supabase, name), "the table").toEqual([]);
    await browser.press(0);
    expect(await browser.value(0), "the field, dismissed").toBe(name);
    await browser.type(0, email.slice(name.length));
    expect(await browser.value(0), "the field").toBe(email);
    await browser.press(1);
    const { title, text } = form.stored(email);
    await shows(text);
    const { linkText, ways } = keepsake;
    for (const words of [
      title,
      `${linkText}${ways.message} ${linkText}${ways.mail}`,
    ])
      expect(bare(screen)).toContain(words);
    const rows = await form.rowsOf(supabase, email);
    expect(rows, "the table").toEqual([form.row(email)]);
  } catch (error) {
    problems.push(stripVTControlCharacters(String(error)));
  } finally {
    await browser.close();
  }
  return {
    problems: problems.map((what) => met("text-browser", what)),
    transcript: [screen],
  };
}

/** A signup in each of two browsers that have a window, but no script and no <dialog>. */
export const smallBrowserFlows: Flow[] = smallBrowsers.map((program) => ({
  program,
  name: "a signup, once without an address",
  needs: neededBy(program),
  follow: () => follow(program),
}));
