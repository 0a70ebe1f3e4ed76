import { expect } from "playwright/test";
import { pages } from "~/content/pages";
import { contactToasts } from "~/forms/contact";
import { signupToasts } from "~/forms/signup";
import { ask, encodings, keyIn } from "../support/visitors/ask";
import type { Answer } from "../support/visitors/ask";
import {
  cookieOf,
  messageFields,
  post,
  signupFields,
} from "../support/visitors/post";
import { test as base } from "../support/visitors/test";

/** A site without a Supabase project caches a page until a form succeeds. */
const test = base.extend<object, { settings: Record<string, string> }>({
  settings: [{}, { scope: "worker" }],
});

/** The pages with a form, and valid fields. */
const forms = [
  ["/", signupFields],
  ["/contact", messageFields],
] as const;

/** Sends a valid form, and returns the toast's cookie. */
async function cookieAfter(url: string, fields: Record<string, string>) {
  const answer = await post(url, fields);
  expect(answer.status).toBe(303);
  return cookieOf(answer);
}

/** Requests a page twice: the second answer is the cached one. */
async function askCached(url: string) {
  await ask(url);
  return ask(url);
}

function expectPublic({ status, headers }: Answer) {
  expect(status).toBe(200);
  expect(headers.etag).toMatch(/^W\/"[\w-]{11}"$/);
  expect(headers["cache-control"]).toBe(
    "max-age=0, s-maxage=1, must-revalidate, stale-while-revalidate=0, no-transform",
  );
  expect(headers.vary).toBe("Accept-Encoding, Cookie");
  expect(headers["set-cookie"]).toBeUndefined();
}

function expectPrivate({ status, headers }: Answer) {
  expect(status).toBe(200);
  expect(headers.etag).toBeUndefined();
  expect(headers["cache-control"]).toBe("private, no-cache, no-transform");
  expect(headers["set-cookie"]).toEqual([
    expect.stringMatching(/^toast=; .*Expires=Thu, 01 Jan 1970 /),
  ]);
}

test("a page is the same for everyone in every encoding; HEAD gets its headers, and a visitor who already has it a 304", async ({
  site,
}) => {
  for (const { path } of Object.values(pages)) {
    const url = site.url + path;
    const { text, headers } = await askCached(url);
    for (const answer of [
      await ask(url, { Cookie: "theme=dark; session=abc" }),
      await ask(`${url}?utm_source=mail&utm_source=x`),
      await ask(url, { "If-None-Match": 'W/"other"' }),
    ]) {
      expectPublic(answer);
      expect(answer.text).toBe(text);
      expect(answer.headers.etag).toBe(headers.etag);
    }
    for (const [accepted, sent] of encodings) {
      const answer = await ask(url, { "Accept-Encoding": accepted });
      expectPublic(answer);
      expect(answer.headers["content-encoding"]).toBe(sent);
      expect(answer.headers["content-length"]).toBe(`${answer.body.length}`);
      expect(answer.text).toBe(text);
    }
    const had = await ask(url, { "If-None-Match": headers.etag ?? "" });
    expect(had.status).toBe(304);
    expectPublic({ ...had, status: 200 });
    const head = await ask(url, {}, "HEAD");
    const date = expect.any(String) as unknown;
    expect(head.headers).toEqual({ ...headers, date });
    for (const { body } of [had, head]) expect(body).toHaveLength(0);
  }
});

test("readers share an idempotency key until a form with it is stored", async ({
  site,
}) => {
  for (const [path, fields] of forms) {
    const url = site.url + path;
    const key = keyIn(await askCached(url));
    expect(key).not.toBe("");

    // These do not use up a key that this page shows.
    await cookieAfter(url, fields());
    await cookieAfter(url, fields({ idempotency_key: crypto.randomUUID() }));
    const sent = fields({ idempotency_key: key });
    expect((await post(url, { ...sent, email: "nobody" })).status).toBe(422);
    expect(keyIn(await ask(url))).toBe(key);

    await cookieAfter(url, sent);
    const after = await ask(url);
    expect(keyIn(after)).not.toBe("");
    expect(after.text).not.toContain(key);
    expect(keyIn(await ask(url))).toBe(keyIn(after));
  }
});

test("only its own visitor sees a toast, with a separate key", async ({
  site,
}) => {
  for (const [path, fields] of forms) {
    const url = site.url + path;
    const usedKeys: string[] = [];
    // The landing page with its toast is cached at the second time.
    for (let times = 0; times < 3; times++) {
      const cached = await askCached(url);
      const sent = fields({ idempotency_key: keyIn(cached) });
      const Cookie = await cookieAfter(url, sent);
      usedKeys.push(keyIn(cached));
      const everyones = keyIn(await ask(url));

      const etag = cached.headers.etag ?? "";
      const shown = await ask(url, { Cookie, "If-None-Match": etag });
      expectPrivate(shown);
      expect(shown.text.replaceAll("<wbr/>", "")).toContain(
        path === "/"
          ? signupToasts.stored.title
          : contactToasts.storedFor(sent.email).text.replaceAll("'", "&#x27;"),
      );
      expect(["", everyones, ...usedKeys]).not.toContain(keyIn(shown));

      const next = await ask(url);
      expectPublic(next);
      expect(next.text).not.toContain("<dialog");

      // The form that came with the toast uses up its key.
      await cookieAfter(url, fields({ idempotency_key: keyIn(shown) }));
      usedKeys.push(keyIn(shown));
    }
  }
});

test("an unreadable toast cookie shows nothing, and what no site has signed comes back in no header", async ({
  site,
}) => {
  // Encoded, it nearly fills the head that Node accepts.
  const long = `?toast=${'"'.repeat(20_000)}`;
  const unsigned = ["", "%E0%A4%A", "e30%3D.", "🦄", "x".repeat(3000)];
  for (const value of unsigned) {
    const Cookie = Buffer.from(`toast=${value}`).toString("latin1");
    for (const query of ["", long]) {
      const answer = await ask(`${site.url}/${query}`, { Cookie });
      expectPublic(answer);
      expect(answer.text).not.toContain("<dialog");
      expect(answer.text).toContain("</html>");
      expect(JSON.stringify(answer.headers).length).toBeLessThan(3000);
    }
  }
});

test("HEAD uses up no toast: a page that a program looks at first still shows it", async ({
  site,
}) => {
  const posted = await post(site.url);
  const url = site.url + (posted.headers.get("Location") ?? "");
  const Cookie = cookieOf(posted);
  const head = await ask(url, { Cookie }, "HEAD");
  expect(head.status).toBe(200);
  expect(head.headers["set-cookie"]).toBeUndefined();
  const shown = await ask(url, { Cookie });
  expectPrivate(shown);
  expect(shown.text).toContain(signupToasts.stored.title);
});
