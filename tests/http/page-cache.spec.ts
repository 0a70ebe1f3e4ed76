import { expect } from "playwright/test";
import { pages } from "~/content/pages";
import { ask, encodings, keyIn } from "../support/visitors/ask";
import type { Answer } from "../support/visitors/ask";
import { messageFields, post, signupFields } from "../support/visitors/post";
import { test as base } from "../support/visitors/test";

/** A site without a Supabase project caches a page until after a form succeeds. */
const test = base.extend<object, { settings: Record<string, string> }>({
  settings: [{}, { scope: "worker" }],
});

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

test("readers share an idempotency key until a second after a form with it is stored", async ({
  site,
}) => {
  for (const [path, fieldsOf] of [
    ["/", signupFields],
    ["/contact", messageFields],
  ] as const) {
    const url = site.url + path;
    const key = keyIn(await askCached(url));
    expect(key).not.toBe("");
    const sent = fieldsOf({ idempotency_key: key });
    for (const [fields, status] of [
      // These do not use up a key that this page shows.
      [fieldsOf(), 303],
      [fieldsOf({ idempotency_key: crypto.randomUUID() }), 303],
      [{ ...sent, email: "nobody" }, 422],
    ] as const) {
      expect((await post(url, fields)).status).toBe(status);
      expect(keyIn(await ask(url))).toBe(key);
    }

    expect((await post(url, sent)).status).toBe(303);
    await expect
      .poll(async () => keyIn(await ask(url)), { intervals: [50] })
      .not.toBe(key);
    const after = await ask(url);
    expect(keyIn(after)).not.toBe("");
    expect(after.text).not.toContain(key);
    expect(keyIn(await ask(url))).toBe(keyIn(after));
  }
});
