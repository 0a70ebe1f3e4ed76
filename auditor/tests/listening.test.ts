import { expect, test } from "vitest";
import { isNameless, spelledIn } from "../screen-reader/rules";

test.each([
  ["push button.", "Browse mode"],
  ["leaving banner.", "main content", "form", "entry required.", "Focus mode"],
  ["combo box.", "One.", "opens menu", "Focus mode"],
  ["check box not checked."],
  ["invalid entry."],
])("a stop has no name if all that is heard of it is %j", (...speech) => {
  expect(isNameless(speech)).toBe(true);
});

test.each([
  ["Send push button.", "Browse mode"],
  ["How did it go? panel.", "Well.", "not selected radio button"],
  ["leaving panel.", "Message entry.", "200 characters left.", "Focus mode"],
  ["Latest loans region."],
  ["About visited link."],
])("a stop has a name if %j is heard", (...speech) => {
  expect(isNameless(speech)).toBe(false);
});

test("letters that are utterances of their own spell a word, also in a heading", () => {
  const kandi = ["K", "a", "n", "d", "i"].flatMap((letter) => [
    letter,
    "heading level 2",
  ]);
  expect(spelledIn(["Hello", ...kandi, "Genre", "a", "link"])).toEqual([
    "Kandi",
  ]);
});
