import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect } from "playwright/test";
import { ask, encodings } from "../support/fixtures/ask";
import { startSite } from "../support/fixtures/site";
import { test } from "../support/fixtures/test";

// In one worker: the last one puts files into the build.
test.describe.configure({ mode: "default" });

const folder = "build/client";
const scripts = readdirSync(`${folder}/assets`)
  .filter((name) => name.endsWith(".js"))
  .map((name) => `/assets/${name}`);

test("every script comes as small as it was asked for, and never changes", async ({
  site,
}) => {
  expect(scripts.length).toBeGreaterThan(10);
  for (const script of scripts) {
    const file = readFileSync(folder + script, "utf8");
    for (const [accepted, sent] of encodings) {
      const where = `${script}, ${accepted}`;
      const answer = await ask(site.url + script, {
        "Accept-Encoding": accepted,
      });
      const { headers } = answer;
      expect(answer.status, where).toBe(200);
      expect(headers["content-encoding"], where).toBe(sent);
      expect(headers.vary, where).toBe("Accept-Encoding");
      expect(headers["content-type"], where).toBe(
        "text/javascript; charset=utf-8",
      );
      expect(headers["cache-control"], where).toBe(
        "public, max-age=31536000, immutable",
      );
      expect(answer.text, where).toBe(file);
    }
  }
});

test("a file is as the build compressed it, as small as it gets", async ({
  site,
}) => {
  const compressed = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".br"))
    .map((name) => name.slice(0, -".br".length));
  expect(compressed.length).toBeGreaterThan(10);
  for (const name of compressed) {
    for (const [accepted, ending] of [
      ["br", "br"],
      ["gzip", "gz"],
    ] as const) {
      const answer = await ask(`${site.url}/${name}`, {
        "Accept-Encoding": accepted,
      });
      const file = readFileSync(path.join(folder, `${name}.${ending}`));
      expect(answer.body.equals(file), name).toBe(true);
    }
  }
});

test("what a visitor has already is not sent again, in any encoding", async ({
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

test("the icon, whose name stays when it changes, is cached for an hour", async ({
  site,
}) => {
  const file = readFileSync("public/favicon.svg", "utf8");
  for (const [accepted, sent] of encodings) {
    const { status, headers, text } = await ask(`${site.url}/favicon.svg`, {
      "Accept-Encoding": accepted,
    });
    expect(status).toBe(200);
    expect(headers["cache-control"]).toBe("public, max-age=3600");
    expect(headers["content-encoding"]).toBe(sent);
    expect(headers["content-type"]).toBe("image/svg+xml");
    expect(headers.vary).toBe("Accept-Encoding");
    expect(text).toBe(file);
  }
});

test("a script that is not there is a page that can be read", async ({
  site,
}) => {
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

test("a script that a new build has removed is there as long as the site runs", async ({
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
