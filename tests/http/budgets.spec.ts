import { expect } from "playwright/test";
import { ask } from "../support/visitors/ask";
import { post } from "../support/visitors/post";
import { test } from "../support/visitors/test";

/**
 * Bytes. A new connection carries ten packets of 1,460 before the first
 * acknowledgment. Browsers take brotli only from https, which needs some of them.
 */
const budgets = { br: 14 * 1024, gzip: 14 * 1024 };

/** Bytes of the landing page in brotli, without headers. */
const pageBudget = 12_800;

/** Bytes of React, the maker of bracelets and what draws them in brotli. */
const islandBudget = 42_600;

test("the landing page, with headers, styles and pictures, fits its budget of bytes, rendered or cached", async ({
  site,
}) => {
  for (const [encoding, budget] of Object.entries(budgets)) {
    for (let times = 0; times < 2; times++) {
      const headers = { "Accept-Encoding": encoding };
      const { bytes, body, text } = await ask(site.url, headers);
      expect(text).not.toContain('rel="stylesheet"');
      expect(text).not.toContain("<img");
      expect(bytes).toBeGreaterThan(1024);
      expect(bytes).toBeLessThanOrEqual(budget);
      if (encoding === "br") expect(body.length).toBeLessThan(pageBudget);
    }
  }
});

test("the scripts of a keepsake and of the island that a press loads fit their budget", async ({
  site,
}) => {
  const posted = await post(site.url);
  const { text } = await ask(site.url + posted.headers.get("Location"));
  const named = text.match(/[^ ]*\/assets\/[^ "]+/g) ?? [];
  expect(named).toEqual([
    expect.stringMatching(/^data-script=".*\.js$/),
    expect.stringMatching(/^href=".*\.css$/),
  ]);
  const scripts = new Set([named[0]?.replace(/.*"/, "") ?? ""]);
  let bytes = 0;
  // The loop also adds the scripts that these import.
  for (const script of scripts) {
    const { status, ...answer } = await ask(site.url + script, {
      "Accept-Encoding": "br",
    });
    expect(status, script).toBe(200);
    bytes += answer.body.length;
    for (const [, name = ""] of answer.text.matchAll(/"\.\/([\w.-]+\.js)"/g)) {
      scripts.add(`/assets/${name}`);
    }
  }
  expect(bytes).toBeGreaterThan(islandBudget / 2);
  expect(bytes, [...scripts].join("\n")).toBeLessThanOrEqual(islandBudget);
});
