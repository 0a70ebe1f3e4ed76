import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect } from "playwright/test";
import { ask, encodings } from "../support/visitors/ask";
import { startSite } from "../support/servers/site";
import { test } from "../support/visitors/test";

const folder = "build/client";
const endings = { br: ".br", gzip: ".gz" };
const contentTypes: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

test("a file is sent as the build compressed it, and only to those who do not have it", async ({
  site,
}) => {
  const compressed = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".br"))
    .map((name) => `/${name.slice(0, -".br".length)}`);
  expect(compressed.length).toBeGreaterThan(10);
  for (const url of compressed) {
    for (const [accepted, sent] of encodings) {
      const accept = { "Accept-Encoding": accepted };
      const { status, headers, body } = await ask(site.url + url, accept);
      expect(status, url).toBe(200);
      expect(headers, url).toMatchObject({
        "content-type": contentTypes[path.extname(url)],
        // An asset's name changes with its content.
        "cache-control": url.startsWith("/assets/")
          ? "public, max-age=31536000, immutable"
          : "public, max-age=3600",
        vary: "Accept-Encoding",
      });
      expect(headers["content-encoding"], url).toBe(sent);
      const file = `${folder}${url}${sent ? endings[sent] : ""}`;
      expect(body.equals(readFileSync(file)), url).toBe(true);

      const had = { ...accept, "If-None-Match": headers.etag ?? "" };
      expect((await ask(site.url + url, had)).status, url).toBe(304);
    }
  }
});

test("the browser receives no key, no schema and no database client", async ({
  site,
  supabase,
}) => {
  const scripts = readdirSync(`${folder}/assets`)
    .filter((name) => name.endsWith(".js"))
    .map((name) => `/assets/${name}`);
  expect(scripts.length).toBeGreaterThan(1);
  for (const path of ["/", "/contact", ...scripts]) {
    const { text } = await ask(site.url + path);
    expect(text.length).toBeGreaterThan(0);
    expect(text).not.toMatch(/zod|supabase|postgrest|pglite/i);
    expect(text).not.toContain(supabase.env.SUPABASE_ANON_KEY);
  }
});

test("a script that a new build has removed is served for as long as the site runs", async ({
  supabase,
}) => {
  const script = `/assets/gone-${process.pid}.js`;
  const text = "export const answer = 42;";
  const files = [
    [script, text],
    [`${script}.br`, brotliCompressSync(text)],
    [`${script}.gz`, gzipSync(text)],
  ] as const;
  for (const [name, content] of files) writeFileSync(folder + name, content);
  const site = await startSite(supabase.env);
  for (const [name] of files) rmSync(folder + name);
  for (const [accepted] of encodings) {
    const accept = { "Accept-Encoding": accepted };
    expect((await ask(site.url + script, accept)).text).toBe(text);
  }
  await site.stop();
});
