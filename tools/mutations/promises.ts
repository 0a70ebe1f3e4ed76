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
