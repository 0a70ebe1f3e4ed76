import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect } from "playwright/test";
import { ask, encodings } from "../support/fixtures/ask";
import { startSite } from "../support/fixtures/site";
import { test } from "../support/fixtures/test";

// One worker runs them all, because the last test adds files to the build.
test.describe.configure({ mode: "default" });

const folder = "build/client";
/** The files that the build compressed, by their URLs. */
const compressed = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".br"))
  .map((name) => `/${name.slice(0, -".br".length)}`);

const endings = { br: ".br", gzip: ".gz" };
const contentTypes: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

test("a file is sent as the build compressed it, and is cached by its name", async ({
  site,
}) => {
  expect(compressed.length).toBeGreaterThan(10);
  for (const url of compressed) {
    const file = readFileSync(folder + url, "utf8");
    for (const [accepted, sent] of encodings) {
      const where = `${url}, ${accepted}`;
      const answer = await ask(site.url + url, { "Accept-Encoding": accepted });
      const { headers } = answer;
      expect(answer.status, where).toBe(200);
      expect(headers["content-encoding"], where).toBe(sent);
      expect(headers.vary, where).toBe("Accept-Encoding");
      const type = contentTypes[path.extname(url)];
      expect(headers["content-type"], where).toBe(type);
      expect(headers["cache-control"], where).toBe(
        // An asset's name changes with its content.
        url.startsWith("/assets/")
          ? "public, max-age=31536000, immutable"
          : "public, max-age=3600",
      );
      const onDisk = readFileSync(
        `${folder}${url}${sent ? endings[sent] : ""}`,
      );
      expect(answer.body.equals(onDisk), where).toBe(true);
      expect(answer.text, where).toBe(file);
    }
  }
});

test("a file that the visitor already has is not sent again, in any encoding", async ({
  site,
}) => {
  for (const [accepted] of encodings) {
    const url = `${site.url}/favicon.svg`;
    const accept = { "Accept-Encoding": accepted };
    const { headers } = await ask(url, accept);
    const had = await ask(url, {
      ...accept,
      "If-None-Match": headers.etag ?? "",
    });
    expect(had.status).toBe(304);
    expect(had.body).toHaveLength(0);
  }
});

test("a missing script gets a readable error page", async ({ site }) => {
  for (const [accepted, sent] of encodings) {
    const answer = await ask(`${site.url}/assets/gone-12345678.js`, {
      "Accept-Encoding": accepted,
    });
    expect(answer.status).toBe(404);
    expect(answer.headers["content-encoding"]).toBe(sent);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(answer.headers["cache-control"]).toBe("private, no-cache");
    expect(answer.text).toContain("Oops! Page not found");
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
  const asked = (accepted: string) =>
    ask(site.url + script, { "Accept-Encoding": accepted });
  for (const [accepted] of encodings) {
    expect((await asked(accepted)).text).toBe(text);
  }

  for (const [name] of files) rmSync(folder + name);
  for (const [accepted] of encodings) {
    expect((await asked(accepted)).text).toBe(text);
  }
  await site.stop();
});
