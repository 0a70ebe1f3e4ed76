import { expect, test } from "vitest";
import { isNameless, spelledIn } from "../screen-reader/rules";

const nameless = [
  "push button. | Browse mode",
  "leaving banner. | main content | form | entry required. | Focus mode",
  "combo box. | One. | opens menu | Focus mode",
  "check box not checked.",
  "invalid entry.",
];
const named = [
  "Send push button. | Browse mode",
  "How did it go? panel. | Well. | not selected radio button",
  "leaving panel. | Message entry. | 200 characters left. | Focus mode",
  "Latest loans region.",
  "About visited link.",
];
test.each([...nameless, ...named])("%s: has or lacks a name", (speech) => {
  expect(isNameless(speech.split(" | "))).toBe(nameless.includes(speech));
});

test("letters that are utterances of their own spell a word, also in a heading", () => {
  const letters = [..."Kandi"].flatMap((letter) => [letter, "heading level 2"]);
  const speech = ["Hello", ...letters, "Genre", "a.", "link", "H…", "Home"];
  expect(spelledIn(speech)).toEqual(["Kandi"]);
});
