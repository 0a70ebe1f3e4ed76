import { readFileSync } from "node:fs";

export interface PromisedTest {
  file: string;
  name: string;
}

/** Tests are found by docs/promises.md, whose format docs.test.ts checks. */
export const promises: { text: string; tests: PromisedTest[] }[] = readFileSync(
  "docs/promises.md",
  "utf8",
)
  .split(/^- /m)
  .slice(1)
  .map((item) => ({
    text: (item.split(/^ {2}- /m)[0] ?? "").replace(/\s+/g, " ").trim(),
    tests: [...item.matchAll(/\]\(\.\.\/([^)]+)\): "(.+)"$/gm)].map(
      ([, file = "", name = ""]) => ({ file, name }),
    ),
  }));

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * @param part of the name; it may say what the name's … stands for
 * @returns a pattern of the tests of this name, or undefined if it lacks the part
 */
export function patternOf(name: string, part: string): string | undefined {
  const pattern = name.split("…").map(escaped).join(".*");
  if (name.includes(part)) return pattern;
  return new RegExp(`^${pattern}$`).test(part) ? escaped(part) : undefined;
}
