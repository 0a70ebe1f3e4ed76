import { expect } from "playwright/test";
import { ask } from "../support/fixtures/ask";
import { cookieOf, post } from "../support/fixtures/post";
import { test } from "../support/fixtures/test";

/** React and the maker have 41,021 bytes in brotli. The budget adds 4 %. */
const budget = 42_600;

test(`the scripts that "Make it yours" loads stay within ${budget} bytes`, async ({
  site,
}) => {
  const joined = await post(site.url);
  const { pathname, search } = new URL(
    joined.headers.get("Location") ?? "",
    site.url,
  );
  const cookie = { Cookie: cookieOf(joined) };
  const { text } = await ask(site.url + pathname + search, cookie);
  const [, island = ""] = /data-island="([^"]+)"/.exec(text) ?? [];
  const scripts = new Set([island]);
  let bytes = 0;
  const lines: string[] = [];
  // The loop also adds the scripts that these import.
  for (const script of scripts) {
    const url = site.url + script;
    const { status, body, text } = await ask(url, { "Accept-Encoding": "br" });
    expect(status, script).toBe(200);
    bytes += body.length;
    lines.push(`${script}: ${body.length}`);
    for (const [, name = ""] of text.matchAll(/"\.\/([\w.-]+\.js)"/g))
      scripts.add(`/assets/${name}`);
  }
  expect(bytes).toBeGreaterThan(budget / 2);
  expect(bytes, lines.join("\n")).toBeLessThanOrEqual(budget);
});
