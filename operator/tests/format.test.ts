import { expect, test } from "vitest";
import { toCsv, toTable } from "../waitlist/format";
import { invisible } from "#operator/testing";

const cell = (text: string) =>
  toCsv({ columns: ["a"], rows: [{ a: text }] }, false);

test("in a terminal what fits is a table, and the rest are records", () => {
  const result = {
    columns: ["name", "n"],
    rows: [
      { name: "ä", n: 1 },
      { name: null, n: 20 },
    ],
  };
  expect(toTable(result, 80)).toBe("name  n\n----  --\nä     1\n      20\n");
  expect(toTable(result, 7)).toBe(
    "[1]\nname  ä\nn     1\n\n[2]\nname\nn     20\n",
  );
  const lines = { columns: ["a", "text"], rows: [{ a: 1, text: "one\ntwo" }] };
  expect(toTable(lines, 80)).toBe("[1]\na     1\ntext  one\n      two\n");
  expect(toTable({ columns: ["name"], rows: [] }, 80)).toBe("name\n----\n");
});

test.each([...invisible])(
  "what a visitor wrote shows %j by its number, in a pipe too",
  (sign) => {
    const number = sign.codePointAt(0)?.toString(16).padStart(4, "0") ?? "";
    const escape = number.length > 4 ? `{${number}}` : number;
    expect(cell(`a${sign}b`)).toBe(`a\\u${escape}b\n`);
    expect(toTable({ columns: ["a"], rows: [{ a: sign }] }, 80)).toContain(
      escape,
    );
  },
);

test("what a visitor wrote keeps every letter, its line breaks and its emoji", () => {
  const text = "Zoë \u05d0 日本 é e\u0301 🎪 ❤\ufe0f";
  expect(cell(text)).toBe(`${text}\n`);
  expect(cell("a\n b")).toBe('"a\n b"\n');
});

test.each([
  ["=1+1", "'=1+1"],
  ["   @SUM(1)", "'   @SUM(1)"],
  ["x;-1", "x;'-1"],
  ["＝1", "'＝1"],
  ["'=1+1", "'=1+1"],
  ["a=b; c-d", "a=b; c-d"],
  ["Hello,\n- one", '"Hello,\n\'- one"'],
  ['x;"=cmd', '"x;\'""=cmd"'],
])("what a visitor wrote is not a formula: %j", (text, expected) => {
  expect(cell(text)).toBe(`${expected}\n`);
});

test.each([
  ["a,b", "a,b"],
  ["a;b", '"a;b"'],
  ["x,=1", "x,'=1"],
  ["x; -1", '"x;\' -1"'],
])(
  "with semicolons, what a visitor wrote is one cell: %j",
  (text, expected) => {
    const result = { columns: ["a", "b"], rows: [{ a: text, b: 1 }] };
    expect(toCsv(result, true, { semicolon: true })).toBe(
      `a;b\n${expected};1\n`,
    );
  },
);
