import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { steps } from "~/content/landing";

const read = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => ending.test(file))
    .map((file) => readFileSync(`${folder}/${file}`, "utf8"))
    .join("\n");

const styles = read("app/styles", /\.css$/);
const tokens = readFileSync("app/styles/tokens.css", "utf8");

test("every custom property that is used is set", () => {
  const namesIn = (pattern: RegExp) =>
    [...styles.matchAll(pattern)].map(([, name]) => name);
  const set = namesIn(/(--[\w-]+):/g);
  const used = namesIn(/var\((--[\w-]+)/g);
  expect(used.filter((name) => !set.includes(name))).toEqual([]);
});

const folder = "app/components/beads/drawings";
const drawings = new Map(
  readdirSync(folder).map((file) => [
    file.replace(/\.svg$/, ""),
    readFileSync(`${folder}/${file}`, "utf8"),
  ]),
);

test("each step has its drawing", () => {
  const named = steps.items.map((item) => item.drawing);
  expect([...drawings.keys()]).toEqual(expect.arrayContaining(named));
});

const beadsOf = (svg = "") =>
  svg
    .split("</defs>")[0]
    ?.match(/^ {4}<(g|linearGradient) id=[^]*?^ {4}<\/\1>/gm) ?? [];

test.each([...drawings])(
  "the drawing %s has the style sheet's colors, and the beads of the strand, which is the first one on its page",
  (name, svg) => {
    const colors = [...svg.matchAll(/\.(\w+) \{ (color|stroke): (.*) \}/g)];
    expect(colors).not.toEqual([]);
    for (const [, color, property, value] of colors) {
      expect(tokens).toContain(`--${color}: ${value};`);
      if (property === "color")
        expect(styles).toMatch(RegExp(`^\\.${color} \\{\\s*color`, "m"));
    }
    if (name === "crowd") return;
    const beads = beadsOf(svg);
    expect(beads.length).toBeGreaterThan(1);
    const defined = beadsOf(drawings.get("strand"));
    expect(defined).toEqual(expect.arrayContaining(beads));
  },
);
