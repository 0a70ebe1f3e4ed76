import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => ending.test(file))
    .map((file) => readFileSync(`${folder}/${file}`, "utf8"))
    .join("\n");

const styles = read("app/styles", /\.css$/);
/** Some properties are a script's: it counts typed characters, for example. */
const sources = styles + read("app/client", /\.ts$/);
const tokens = readFileSync("app/styles/tokens.css", "utf8");

const namesIn = (source: string, pattern: RegExp) => [
  ...new Set([...source.matchAll(pattern)].map(([, name]) => name)),
];

const used = namesIn(sources, /var\((--[\w-]+)/g);

test("every custom property that is used is set", () => {
  const set = namesIn(sources, /(--[\w-]+)(?:"?, |:)/g);
  expect(used.filter((name) => !set.includes(name))).toEqual([]);
});

test("every token is used", () => {
  const set = namesIn(tokens, /(--[\w-]+):/g);
  expect(set.filter((name) => !used.includes(name))).toEqual([]);
});

test("every color of a drawing is a rule of the style sheet", () => {
  const folder = "app/components/beads/drawings";
  const drawn = namesIn(read(folder, /\.svg$/), /^ {4}\.(\w+) \{ color/gm);
  const rules = namesIn(styles, /^\.(\w+) \{\s*color/gm);
  expect(drawn.filter((name) => !rules.includes(name))).toEqual([]);
});
