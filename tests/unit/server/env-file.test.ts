import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import dotenv from "dotenv";
import { afterAll, expect, test } from "vitest";
import { readEnvFile } from "~/server/env-file.js";
import { temporaryFolder } from "#supabase/testing";

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));
const file = path.join(folder, ".env");

function read(content: string | Buffer) {
  writeFileSync(file, content);
  const { problems, ...rest } = readEnvFile(file);
  return { ...rest, problems: problems.map((line) => line.replace(file, "")) };
}

test.each([
  ["as an editor saves it", "A=1\nB=2\n"],
  ["with a byte order mark", "\ufeffA=1\nB=2"],
  ["with line ends of Windows", "A=1\r\nB=2\r\n"],
  ["with a line of blanks", "A=1\n  \t\nB=2"],
  ["with an indented comment", "A=1\n  # our disk\nB=2"],
  ["with comments behind values", "A=1 # one\nB='2' # \"two"],
  ["as a shell reads it", "export A=1\nexport B='2'"],
  ["with blanks around", " A = 1 \n\tB = `2` "],
])("a file %s is read whole", (_, content) => {
  expect(read(content)).toEqual({
    ...{ values: { A: "1", B: "2" }, problems: [], repeated: [] },
  });
});

test("no value takes the next line, unless a quote holds both", () => {
  expect(read("A=\nB=2").values).toEqual({ A: "", B: "2" });
  expect(read('A="1\n#2" # three\nB=2').values).toEqual({
    ...{ A: "1\n#2", B: "2" },
  });
});

test.each(["'", '"', "`"])(
  "a value between two %s is read if dotenv reads it, with any backslashes",
  (quote) => {
    const pieces = ["", "a", "\\", `\\${quote}`, "\n"];
    for (const first of pieces)
      for (const second of pieces)
        for (const third of pieces) {
          const value = quote + first + second + third + quote;
          const text = `A=${value}\nB=2`;
          const { A = "", ...others } = dotenv.parse(text);
          const isRead = others.B === "2" && !A.startsWith(quote);
          const { values, problems } = read(text);
          expect(problems.length === 0, text).toBe(isRead);
          if (isRead) expect(values).toEqual({ A, ...others });
        }
  },
);

test("a name that is given twice is named, and its last value counts", () => {
  const { values, repeated } = read("A=1\nB=2\nA=3\nA=4");
  expect([values, repeated]).toEqual([{ A: "4", B: "2" }, ["A"]]);
});

test.each([
  ["A=1\nPORT: 4610\nB=2", ", line 2 sets nothing: it has no NAME="],
  ["MY NAME=x", ", line 1 sets nothing: it has no NAME="],
  ['A="1\nB=2', ", line 1 has a quote that does not end"],
  ["A='1' 2\nB=2", ", line 1 has a quote that does not end"],
  [
    Buffer.from("\ufeffA=1", "utf16le"),
    " is not UTF-8: save it in that encoding",
  ],
  [Buffer.from("A=1", "utf16le"), " is not UTF-8: save it in that encoding"],
  [Buffer.from("A=ü", "latin1"), " is not UTF-8: save it in that encoding"],
])(
  "what is not understood is named, without a value: %j",
  (content, problem) => {
    expect(read(content)).toEqual({
      ...{ values: {}, problems: [problem], repeated: expect.any(Array) as [] },
    });
  },
);

test("a missing file is an empty one, and one that cannot be read is named", () => {
  rmSync(file);
  expect(readEnvFile(file).problems).toEqual([]);
  mkdirSync(file);
  expect(readEnvFile(file).problems).toEqual([
    expect.stringContaining("cannot be read: EISDIR"),
  ]);
});
