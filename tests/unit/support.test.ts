import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import support from "~/styles/support.json" with { type: "json" };

test("the page for auditors lists the browsers and assistive technologies of support.json", () => {
  const [, section = ""] = readFileSync("docs/accessibility.md", "utf8").split(
    "## Support",
  );
  const rows = (section.split("\n## ")[0] ?? "")
    .split("\n")
    .filter((line) => /^\| [A-Z]/.test(line))
    .map((line) => line.split("|").slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
  expect(rows).toEqual([
    ...support.browsers.map(({ name, since }) => [name, since]),
    ...support.assistiveTechnology.map((one) => [
      one.name,
      one.since,
      one.with,
      one.judged ? "by the audit" : "not yet",
    ]),
  ]);
});
