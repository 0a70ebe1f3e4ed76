import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const read = (file: string) => readFileSync(file, "utf8");

const pages = [
  "README.md",
  "deploy/README.md",
  "app/embedded-supabase/README.md",
  "tests/audit/evaluation/README.md",
  "tools/auditor/README.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => path.join("docs", file)),
];

test.each(pages)("every relative link in %s leads to a file", (page) => {
  const links = [
    ...read(page).matchAll(/\]\(([^)]+)\)|(?:src|href)="([^"]+)"/g),
  ]
    .map(([, inText, inTag = ""]) => inText ?? inTag)
    .filter((link) => !/^(?:https?:|mailto:|#)/.test(link));
  const missing = links.filter(
    (link) =>
      !existsSync(path.join(path.dirname(page), link.replace(/#.*/, ""))),
  );
  expect(missing).toEqual([]);
});

// A promise is a list item. Its tests follow, one per line: a link to the file,
// then the name in quotes. In a name, … stands for what the test fills in.
const promises = read("docs/promises.md").split(/^- /m).slice(1);

test("every promise names a test that exists", () => {
  expect(promises.length).toBeGreaterThan(20);
  const wrong = promises.flatMap((promise) => {
    const tests = [...promise.matchAll(/\]\(\.\.\/([^)]+)\): "(.+)"$/gm)];
    if (tests.length === 0) return [promise];
    return tests
      .filter(([, file = "", name = ""]) => !namesIn(file).includes(name))
      .map(([line]) => line);
  });
  expect(wrong).toEqual([]);
});

/**
 * Finds the quoted texts right after `test(`, `describe(` and `test.each(…)(`.
 */
function namesIn(file: string): string[] {
  if (!existsSync(file)) return [];
  const call = /(?:\b(?:test|describe)|\))\(\s*("|`)(.+?)\1,/g;
  return [...read(file).matchAll(call)].map(([, , name = ""]) =>
    name.replaceAll('\\"', '"').replace(/\$\{.+?\}|\$\w+|%[sj#]/g, "…"),
  );
}
