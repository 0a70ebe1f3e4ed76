import knownProviders from "email-providers/common.json" with { type: "json" };
import { expect, test } from "vitest";
import { suggestionFor } from "~/forms/slips.server";

const ann = (domain: string) => `ann@${domain}`;

test.each([
  // More, less, other, swapped.
  ["gmaill.com", "gmail.com"],
  ["gmai.com", "gmail.com"],
  ["gmial.com", "gmail.com"],
  ["hotail.co.uk", "hotmail.co.uk"],
  ["yhaoo.com", "yahoo.com"],
  ["protomail.com", "protonmail.com"],
  // No top-level domain, or a country's in place of .com.
  ["gmail.con", "gmail.com"],
  ["gmial.cpm", "gmail.com"],
  ["icloud.co", "icloud.com"],
  ["yahoo.cm", "yahoo.com"],
  ["hotmail.om", "hotmail.com"],
  ["rave.con", "rave.com"],
  ["rave.ogr", "rave.org"],
  ["rave.zzzz", "rave.com"],
  // No address, but it is plain what was meant.
  ["gmailcom", "gmail.com"],
  ["gmail,com", "gmail.com"],
  // A Turkish keyboard's letter, and a Cyrillic one.
  ["GMAİL.COM", "gmail.com"],
  ["gm\u0430il.com", "gmail.com"],
])("%s is probably %s", (typed, meant) => {
  expect(suggestionFor(ann(typed))).toBe(ann(meant));
  expect(suggestionFor(ann(meant))).toBeUndefined();
});

test.each([
  // Dots that no mail server takes.
  ["ann..b@gmail.com", "ann.b@gmail.com"],
  [".ann@gmail.com", "ann@gmail.com"],
  ["ann.@gmial.com", "ann@gmail.com"],
])("%j is probably %s, which is not asked about", (typed, meant) => {
  expect(suggestionFor(typed)).toBe(meant);
  expect(suggestionFor(meant)).toBeUndefined();
});

test("a slip in a pasted link is found", () => {
  const typed = "mailto:ann@gmial.com?cc=b@example.com";
  expect(suggestionFor(typed)).toBe(ann("gmail.com"));
});

test("no provider in use is asked about, nor an address that is told what is wrong", () => {
  const asked = [
    ...knownProviders,
    // A letter away from a large one: other countries, other companies.
    ...["yahoo.dk", "hotmail.be", "yahoo.co.id", "email.com", "ymail.com"],
    ...["aon.com", "alive.com", "weg.de", "gmx.ch", "hotmail.com.br"],
    ...["ravers.berlin", "club.amsterdam", "music.fm", "bücher.example"],
    ...["rave.한국", "kandi.test", "x.invalid", "192.0.2.1", "192.0.2"],
    // One script, or one that is written with Latin letters.
    ...["почта.example", "ısparta.example", "abc日本.jp", "müller.de"],
    ...["exa_mple.con", "gmail", "localhost", "con", ""],
  ].filter((domain) => suggestionFor(ann(domain)));
  expect(asked).toEqual([]);
  expect(suggestionFor("ann bob@gmial.com")).toBeUndefined();
  expect(suggestionFor("ann@bob@gmial.com")).toBeUndefined();
  expect(suggestionFor("rené@gmial.com")).toBeUndefined();
  expect(suggestionFor("андрей@gmial.com")).toBeUndefined();
});
