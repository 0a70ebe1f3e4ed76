import { brotliCompressSync } from "node:zlib";
import { expect } from "playwright/test";
import { pages } from "~/content/pages";
import { ask } from "../support/fixtures/ask";
import { test } from "../support/fixtures/test";

/**
 * A new connection carries ten packets of 1,460 bytes before the first
 * acknowledgment. Browsers take brotli only from https, which needs some of them,
 * and gzip from plain http, where a page may take a packet more.
 */
const budgets = { br: 14 * 1024, gzip: 11 * 1460 };

/** The pages have 84,459 and 84,895 bytes of scripts in brotli. A budget adds 4 %. */
const scriptBudgets = [
  [pages.landing.path, 87_840],
  [pages.contact.path, 88_300],
] as const;

/** What each part of a page adds to it, compressed: the page without it is smaller. */
function weights(bytes: number, text: string): string {
  const size = (html: string) => brotliCompressSync(html).length;
  const parts = {
    styles: /<style[^]*?<\/style>/g,
    drawings: /<svg[^]*?<\/svg>/g,
    forms: /<form[^]*?<\/form>/g,
    scripts: /<script[^]*?<\/script>/g,
    head: /<(?:meta|link|title)[^>]*>/g,
  };
  const lines = Object.entries(parts).map(
    ([part, pattern]) =>
      `${part}: ${size(text) - size(text.replace(pattern, ""))}`,
  );
  const headers = `headers, and what a faster compression costs: ${bytes - size(text)}`;
  return ["bytes of the first visit", headers, ...lines].join("\n");
}

test("the landing page, with headers, styles and pictures, fits its budget of bytes, rendered or cached", async ({
  site,
}) => {
  for (const [encoding, budget] of Object.entries(budgets)) {
    for (let times = 0; times < 2; times++) {
      const headers = { "Accept-Encoding": encoding };
      const { bytes, text } = await ask(site.url, headers);
      expect(text).not.toContain('rel="stylesheet"');
      expect(text).not.toContain("<img");
      expect(bytes).toBeGreaterThan(1024);
      expect(bytes, weights(bytes, text)).toBeLessThanOrEqual(budget);
    }
  }
});

for (const [path, budget] of scriptBudgets) {
  test(`the scripts of ${path} stay within ${budget} bytes`, async ({
    site,
  }) => {
    const { text } = await ask(site.url + path);
    const scripts = new Set(text.match(/\/assets\/[\w.-]+\.js/g));
    // The loop also adds the scripts that these import.
    for (const script of scripts) {
      const { text } = await ask(site.url + script);
      for (const [, name = ""] of text.matchAll(/"\.\/([\w.-]+\.js)"/g)) {
        scripts.add(`/assets/${name}`);
      }
    }
    let bytes = 0;
    const lines: string[] = [];
    for (const script of scripts) {
      const answer = await ask(site.url + script, { "Accept-Encoding": "br" });
      expect(answer.status).toBe(200);
      bytes += answer.body.length;
      lines.push(`${script}: ${answer.body.length}`);
    }
    expect(bytes).toBeGreaterThan(budget / 2);
    expect(bytes, lines.join("\n")).toBeLessThanOrEqual(budget);
  });
}
