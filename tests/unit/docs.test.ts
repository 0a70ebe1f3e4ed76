import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const read = (file: string) => readFileSync(file, "utf8");

const pages = [
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "deploy/README.md",
  "embedded-supabase/README.md",
  "operator/README.md",
  "auditor/README.md",
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

test("the changelog names the package's version first", () => {
  const changelog = read("CHANGELOG.md");
  const { version } = JSON.parse(read("package.json")) as { version: string };
  expect(/^## (\S+)/m.exec(changelog)?.[1]).toBe(version);
});
