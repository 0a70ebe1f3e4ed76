import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { problemOf, readAddress } from "~/forms/address.server";
import { suggestionFor } from "~/forms/slips.server";

/** Addresses that others test with, and what becomes of them here. */
const published = readFileSync(
  new URL("published-addresses.tsv", import.meta.url),
  "utf8",
)
  .split("\n")
  .filter((line) => line && !line.startsWith("# "))
  .map((line) => line.split("\t") as [string, string]);

/** Puts control characters in the place of their pictures. */
const typedAs = (text: string) =>
  text.replace(/[\u2400-\u241f]/g, (picture) =>
    String.fromCharCode(picture.charCodeAt(0) - 0x2400),
  );

/** "ask" and what was meant, "no", or what is stored. */
function outcomeOf(typed: string): string {
  const suggestion = suggestionFor(typed);
  if (suggestion) return `ask ${suggestion}`;
  return problemOf(typed) ? "no" : readAddress(typed);
}

test("what others publish is told, asked about or stored in one spelling", () => {
  expect(published.length).toBeGreaterThan(200);
  for (const [typed, outcome] of published) {
    expect(outcomeOf(typedAs(typed)), typed).toBe(outcome);
  }
});
