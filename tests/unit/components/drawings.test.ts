import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { steps } from "~/content/landing";

const folder = "app/components/beads/drawings";
const drawings = readdirSync(folder).map((file) => ({
  name: file.replace(/\.svg$/, ""),
  svg: readFileSync(`${folder}/${file}`, "utf8"),
}));

test("each step names a drawing, and every drawing is used", () => {
  const named = steps.items.map((item) => item.drawing);
  expect(["bracelet", "crowd", "strand", ...named].sort()).toEqual(
    drawings.map(({ name }) => name),
  );
});

test("the strand, the first drawing on its page, defines the beads of every drawing", () => {
  const beads = (svg = "") =>
    svg
      .split("</defs>")[0]
      ?.match(/^ {4}<(g|linearGradient) id=[^]*?^ {4}<\/\1>/gm) ?? [];
  const strand = drawings.find(({ name }) => name === "strand");
  for (const { name, svg } of drawings) {
    if (name === "crowd") continue;
    expect(beads(svg).length, name).toBeGreaterThan(1);
    expect(beads(strand?.svg), name).toEqual(
      expect.arrayContaining(beads(svg)),
    );
  }
});

test("a drawing uses the style sheet's colors", () => {
  const tokens = readFileSync("app/styles/tokens.css", "utf8");
  for (const { name, svg } of drawings) {
    const colors = [...svg.matchAll(/\.(\w+) \{ (?:color|stroke): (.*) \}/g)];
    expect(colors, name).not.toEqual([]);
    for (const [, color, value] of colors) {
      expect(tokens, name).toContain(`--${color}: ${value};`);
    }
  }
});
