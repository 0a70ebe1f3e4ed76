import { expect, test } from "vitest";
import {
  isAddress,
  problemOf,
  problems,
  readAddress,
} from "~/forms/address.server";
import { limits } from "~/forms/definition";

// published.test.ts has what others test with. These are rarer, or say what is wrong.

test.each([
  ["raver\u200b@exam\u00adple.com\u3164", "raver@example.com"],
  ["\u202araver@example.com\u202c", "raver@example.com"],
  ["raver\u00a0@example\u3000.com", "raver@example.com"],
  ["mailto:raver@example.com?subject=A%20<b>@c", "raver@example.com"],
  ["MAILTO: raver@example.com", "raver@example.com"],
  [`mailto:raver@example.com?body=${"x".repeat(300)}`, "raver@example.com"],
  ['"Raver, Ann" <raver@example.com>;', "raver@example.com"],
  ["<mailto:raver@example.com>.", "raver@example.com"],
  ["raver@example.com>,", "raver@example.com"],
  ["raver＠example。com。", "raver@example.com"],
  ["mailto:raver%2B6@example.com?subject=x", "raver+6@example.com"],
  ["mailto://raver@example.com", "raver@example.com"],
  ["old@example.com <raver@example.com>", "raver@example.com"],
  ["Ann <raver@example.com> (work)", "raver@example.com"],
  ...["'", "**", "`"].map((mark) => [
    `${mark}raver@example.com${mark}`,
    "raver@example.com",
  ]),
  ...["()", "„“", "「」"].map((pair) => [
    `${pair.charAt(0)}raver@example.com${pair.charAt(1)},`,
    "raver@example.com",
  ]),
  ["'raver_x'@example.com", "'raver_x'@example.com"],
  // A dash from books, and the minus sign.
  ["raver@my\u2014si\u2212te.com", "raver@my-si-te.com"],
  // A joiner is part of a name in some scripts, and invisible elsewhere.
  ["raver@نامه\u200cای.com", "raver@xn--mgba3gch31f060k.com"],
  ["raver@ශ්\u200dරී.com", "raver@xn--10cl1a0b660p.com"],
  ["ra\u200dver@exam\u200dple.com", "raver@example.com"],
  ["raver@straße.de", "raver@xn--strae-oqa.de"],
  ["raver@l·l.cat", "raver@xn--ll-0ea.cat"],
  // The Kelvin sign.
  ["raver@\u212aandi.example", "raver@kandi.example"],
])("%j is read as %s, which is read as itself", (typed, address) => {
  expect(readAddress(typed)).toBe(address);
  expect(problemOf(typed)).toBeUndefined();
  expect(readAddress(address)).toBe(address);
  expect(isAddress(address)).toBe(true);
});

test.each(["mailto:raver@example.com", "raver@example.com.", "räver@b.co"])(
  "%s is not an address alone",
  (text) => expect(isAddress(text)).toBe(false),
);

const label = "x".repeat(63);
const longest = `${"l".repeat(59)}@${label}.${label}.${label}.io`;

test("an address may have as many characters as mail carries", () => {
  expect(longest).toHaveLength(limits.email);
  expect(problemOf(longest)).toBeUndefined();
});

test.each([
  ["ann", problems.noAt],
  ...["\t", "\u3000", "\u2800"].map((blank) => [
    `Ann${blank}ann@example.com`,
    problems.space,
  ]),
  ["Dr. ann@example.com", problems.space],
  ["Ann <ann@example.com>, Bob <bob@example.com>", problems.twoAts],
  ["ann@example.com;bob@example.com", problems.twoAts],
  ["ann bob@example.com", problems.space],
  ["ann@exam ple.com", problems.space],
  ["a@example.com\nb@example.com", problems.twoAts],
  ["@example.com", problems.noName],
  ["rene\u0301@example.com", problems.accent("é")],
  ["ann´@example.com", problems.symbol("´")],
  ["עדי@example.com", problems.foreign("ע")],
  ["\u0430nn@example.com", problems.foreign("\u0430")],
  ["o’brien@example.com", problems.symbol("’")],
  ["ann@o’brien.com", problems.domainSymbol("’")],
  ["ann@mü‽ller.de", problems.domainSymbol("‽")],
  ["mailto:ann%zz@example.com", problems.symbol(":")],
  ["(ann)@example.com", problems.symbol("(")],
  ["ann@", problems.noDomain],
  ["ann@exa_mple.com", problems.domainSymbol("_")],
  ["ann@m%C3%BCller.de", problems.domainSymbol("%")],
  ["ann@example..com", problems.twoDots],
  ["ann@.example.com", problems.firstDot],
  ["ann@localhost", problems.noDot],
  ["ann@-example.com", problems.hyphen],
  ["ann@example-.com", problems.hyphen],
  [`ann@${label}x.com`, problems.longLabel],
  [`x${longest}`, problems.tooLong],
  ["x".repeat(2000), problems.tooLong],
])("%j is told what is wrong with it", (typed, problem) => {
  expect(problemOf(typed)).toBe(problem);
});

test("a long text takes no longer than a short one", () => {
  const time = (text: string) => {
    const start = performance.now();
    for (let times = 0; times < 50; times++) readAddress(text);
    return performance.now() - start;
  };
  time("warm@example.com");
  const hostile = `${".".repeat(20_000)}x`;
  expect(time(hostile)).toBeLessThan(50 + 50 * time(" .,;>".repeat(190)));
});
