import { describe, expect, test } from "vitest";
import { toCsv, toTable } from "../waitlist/format";
import { invisible } from "#operator/testing";

describe("for a person", () => {
  const result = {
    columns: ["name", "n"],
    rows: [
      { name: "ä", n: 1 },
      { name: null, n: 20 },
    ],
  };
  test("what fits is a table, and the rest are records", () => {
    expect(toTable(result, 80)).toBe("name  n\n----  --\nä     1\n      20\n");
    expect(toTable(result, 7)).toBe(
      "[1]\nname  ä\nn     1\n\n[2]\nname\nn     20\n",
    );
    const lines = {
      columns: ["a", "text"],
      rows: [{ a: 1, text: "one\ntwo" }],
    };
    expect(toTable(lines, 80)).toBe("[1]\na     1\ntext  one\n      two\n");
    expect(toTable({ columns: ["name"], rows: [] }, 80)).toBe("name\n----\n");
  });
  test("a visitor's text cannot control the terminal", () => {
    const rows = [{ a: "\x1b[2J\r\x9b1m\u202ex" }];
    const text = "\\u001b[2J\\u000d\\u009b1m\\u202ex";
    expect(toTable({ columns: ["a"], rows }, 80)).toBe(
      `a\n${"-".repeat(text.length)}\n${text}\n`,
    );
  });
});

test("CSV quotes what would split a cell or a row", () => {
  const rows = [{ a: 'a,"b"', b: "c\nd", c: null, d: 1, e: "g;h" }];
  const columns = ["a", "b", "c", "d", "e"];
  expect(toCsv({ columns, rows }, true)).toBe(
    'a,b,c,d,e\n"a,""b""","c\nd",,1,g;h\n',
  );
});

describe("what a visitor wrote", () => {
  const cell = (text: string) =>
    toCsv({ columns: ["a"], rows: [{ a: text }] }, false);

  test.each([...invisible])("shows %j by its number, in a pipe too", (sign) => {
    const number = sign.codePointAt(0)?.toString(16).padStart(4, "0") ?? "";
    const escape = number.length > 4 ? `{${number}}` : number;
    expect(cell(`a${sign}b`)).toBe(`a\\u${escape}b\n`);
    expect(toTable({ columns: ["a"], rows: [{ a: sign }] }, 80)).toContain(
      escape,
    );
  });

  test("keeps every letter, its line breaks and its emoji", () => {
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
  ])("is not a formula: %j", (text, expected) => {
    expect(cell(text)).toBe(`${expected}\n`);
  });
});
