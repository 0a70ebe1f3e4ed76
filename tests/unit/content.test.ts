import { expect, test } from "vitest";

const modules = import.meta.glob<object>("/app/content/*.ts", { eager: true });

const numbers = ["two", "three", "four", "five", "six", "seven", "eight"];
const number = new RegExp(`\\b(?:${numbers.join("|")})\\b`, "gi");

/** The texts above a list whose number is that of no list beside them. */
function miscounted(words: unknown): unknown[] {
  if (typeof words !== "object" || words === null) return [];
  const parts = Object.values(words);
  const lengths = parts.filter(Array.isArray).map(({ length }) => length);
  const { heading, intro, sentence } = words as Record<string, unknown>;
  const wrong = [heading, intro, sentence].filter((text) =>
    [...String(text).matchAll(number)]
      .map(([word]) => numbers.indexOf(word.toLowerCase()) + 2)
      .some((count) => !lengths.includes(count)),
  );
  return [...(lengths.length > 0 ? wrong : []), ...parts.flatMap(miscounted)];
}

test.each(Object.entries(modules))(
  "a number above a list of %s counts it",
  (_file, words) => expect(miscounted(words)).toEqual([]),
);
