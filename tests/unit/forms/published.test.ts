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

/** "ask" and what was meant, "no", or what is stored. */
function outcomeOf(typed: string): string {
  const suggestion = suggestionFor(typed);
  if (suggestion) return `ask ${suggestion}`;
  return problemOf(typed) ? "no" : readAddress(typed);
}

test("what others publish is told, asked about or stored in one spelling", () => {
  expect(published.length).toBeGreaterThan(100);
  for (const [typed, outcome] of published) {
    expect(outcomeOf(typed), typed).toBe(outcome);
  }
});
