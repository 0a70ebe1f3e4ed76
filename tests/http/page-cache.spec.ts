import { createHash } from "node:crypto";
import { expect } from "playwright/test";
import { pages } from "~/content/pages";
import { contactToasts } from "~/forms/contact";
import { signupToasts } from "~/forms/signup";
import { ask, encodings } from "../support/fixtures/ask";
import type { Answer } from "../support/fixtures/ask";
import {
  cookieOf,
  messageFields,
  post,
  signupFields,
} from "../support/fixtures/post";
import { startSite } from "../support/fixtures/site";
import { test as base } from "../support/fixtures/test";

/** A site without a Supabase project caches a page until a form succeeds. */
const test = base.extend<object, { settings: Record<string, string> }>({
  settings: [{}, { scope: "worker" }],
});

const paths = Object.values(pages).map(({ path }) => path);

/** The pages with a form, and valid fields. */
const forms = [
  ["/", signupFields],
  ["/contact", messageFields],
] as const;

const keyIn = ({ text }: Pick<Answer, "text">) =>
  /name="idempotency_key" value="([^"]+)"/.exec(text)?.[1] ?? "";

/** Sends a valid form, and returns the toast's cookie. */
async function cookieAfter(url: string, fields: Record<string, string>) {
  const answer = await post(url, fields);
  expect(answer.status).toBe(303);
  return cookieOf(answer);
}

/** Requests a page twice: the second answer is the cached one. */
async function askCached(url: string, headers: Record<string, string> = {}) {
  await ask(url);
  return ask(url, headers);
}

function expectPublic({ status, headers }: Answer) {
  expect(status).toBe(200);
  expect(headers.etag).toMatch(/^W\/"[\w-]{22}"$/);
  expect(headers["cache-control"]).toBe(
    "public, max-age=0, s-maxage=1, must-revalidate",
  );
  expect(headers.vary).toBe("Accept-Encoding, Cookie");
  expect(headers["set-cookie"]).toBeUndefined();
}

function expectPrivate({ status, headers }: Answer) {
  expect(status).toBe(200);
  expect(headers.etag).toBeUndefined();
  expect(headers["cache-control"]).toBe("private, no-cache");
  expect(headers["set-cookie"]).toEqual([
    expect.stringMatching(/^toast=.+; Max-Age=0; .*Expires=Mon, 01 Jan 2001/),
  ]);
}

test("a page is the same for everyone, whatever their query and other cookies, and shared caches may store it", async ({
  site,
}) => {
  for (const path of paths) {
    const cached = await askCached(site.url + path);
    for (const answer of [
      cached,
      await ask(site.url + path),
      await ask(site.url + path, { Cookie: "theme=dark; session=abc" }),
      await ask(`${site.url}${path}?utm_source=mail&utm_source=x`),
      await ask(`${site.url}${path}?`),
    ]) {
      expectPublic(answer);
      expect(answer.text).toBe(cached.text);
      expect(answer.headers.etag).toBe(cached.headers.etag);
    }
  }
});

test("a visitor who already has the page gets a 304 without a body", async ({
  site,
}) => {
  for (const path of paths) {
    const { headers } = await askCached(site.url + path);
    const etag = headers.etag ?? "";
    const had = await ask(site.url + path, { "If-None-Match": etag });
    expect(had.status).toBe(304);
    expect(had.body).toHaveLength(0);
    expectPublic({ ...had, status: 200 });
    const other = await ask(site.url + path, { "If-None-Match": 'W/"other"' });
    expectPublic(other);
    expect(other.headers.etag).toBe(etag);
  }
});

test("HEAD of a page is answered like GET, without the body", async ({
  site,
}) => {
  for (const path of paths) {
    const { date, ...headers } = (await askCached(site.url + path)).headers;
    const head = await ask(site.url + path, {}, "HEAD");
    expect(head.status).toBe(200);
    expect(head.body).toHaveLength(0);
    expect(head.headers).toEqual({ ...headers, date: expect.anything() });
    expect(date).toBeDefined();
  }
});

test("a page is the same in every encoding, and its policy names all its scripts and styles", async ({
  site,
}) => {
  for (const path of paths) {
    const { text } = await askCached(site.url + path);
    for (const [accepted, sent] of encodings) {
      const answer = await ask(site.url + path, {
        "Accept-Encoding": accepted,
      });
      expectPublic(answer);
      expect(answer.headers["content-encoding"]).toBe(sent);
      expect(answer.headers["content-length"]).toBe(`${answer.body.length}`);
      expect(answer.text).toBe(text);
      const policy = String(answer.headers["content-security-policy"]);
      expect(policy.match(/'sha256-[^']+'/g)).toEqual(inlineHashes(text));
    }
  }
});

/** The hashes of every inline script and style. Structured data is no script. */
function inlineHashes(html: string): string[] {
  const hashes = (pattern: RegExp) =>
    [...html.matchAll(pattern)]
      .filter(([, attributes]) => !attributes?.includes("ld+json"))
      .map(([, , content = ""]) => createHash("sha256").update(content))
      .map((hash) => `'sha256-${hash.digest("base64")}'`);
  return [
    ...hashes(/<script([^>]*)>([^]*?)<\/script>/g),
    ...hashes(/<style([^>]*)>([^]*?)<\/style>/g),
  ];
}

test("readers share an idempotency key until a form with it is stored", async ({
  site,
}) => {
  for (const [path, fields] of forms) {
    const url = site.url + path;
    const read = async () => keyIn(await ask(url));
    const before = await askCached(url);
    const key = keyIn(before);
    expect(key).toMatch(/^[\da-f-]{36}$/);
    expect(await read()).toBe(key);

    // These do not use up a key that this page shows.
    await cookieAfter(url, fields());
    await cookieAfter(url, { ...fields(), idempotency_key: newKey() });
    expect(await read()).toBe(key);

    const sent = { ...fields(), idempotency_key: key };
    expect((await post(url, { ...sent, email: "nobody" })).status).toBe(422);
    expect(await read()).toBe(key);

    await cookieAfter(url, sent);
    const after = await ask(url);
    expect(keyIn(after)).toMatch(/^[\da-f-]{36}$/);
    expect(after.text).not.toContain(key);
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(await read()).toBe(keyIn(after));
  }
});

const newKey = () => crypto.randomUUID();

test("a key that another process has used up is shown for a second at most", async ({
  supabase,
}) => {
  const site = await startSite({ ...supabase.env, RATE_LIMIT_PER_MINUTE: "0" });
  const expectNewKey = async (path: string, fields: Record<string, string>) => {
    const url = site.url + path;
    const key = keyIn(await askCached(url));
    const late = performance.now() + 1000;
    await expect
      .poll(async () => keyIn(await ask(url)), { intervals: [20] })
      .not.toBe(key);
    while (performance.now() < late) await ask(url);
    const newKey = keyIn(await ask(url));
    expect(newKey).not.toBe(key);
    return post(url, { ...fields, idempotency_key: newKey });
  };
  const signup = signupFields();
  // Another process has stored it.
  await supabase.rows(
    "insert into beta_signups (email, signup_source) values ($1, 'hero_section')",
    [signup.email],
  );
  const [again, message] = await Promise.all([
    expectNewKey("/", signup),
    expectNewKey("/contact", messageFields()),
  ]);
  expect([again.status, message.status]).toEqual([409, 303]);
  await site.stop();
});

test("only its own visitor sees a toast, with a separate key", async ({
  site,
}) => {
  for (const [path, fields] of forms) {
    const url = site.url + path;
    const usedKeys = new Set<string>();
    for (let times = 0; times < 3; times++) {
      const cached = await askCached(url);
      const key = keyIn(cached);
      const sent = { ...fields(), idempotency_key: key };
      const Cookie = await cookieAfter(url, sent);
      usedKeys.add(key);
      const everyones = keyIn(await ask(url));

      const shown = await ask(url, {
        Cookie,
        "If-None-Match": cached.headers.etag ?? "",
      });
      expectPrivate(shown);
      expect(shown.text.replaceAll("<wbr/>", "")).toContain(
        path === "/"
          ? signupToasts.stored.title
          : contactToasts.storedFor(sent.email).text.replaceAll("'", "&#x27;"),
      );
      expect(keyIn(shown)).toMatch(/^[\da-f-]{36}$/);
      expect(keyIn(shown)).not.toBe(everyones);
      expect([...usedKeys]).not.toContain(keyIn(shown));

      const next = await ask(url);
      expectPublic(next);
      expect(next.text).not.toContain("<dialog");

      // The form that came with the toast uses up its key.
      await cookieAfter(url, { ...fields(), idempotency_key: keyIn(shown) });
      usedKeys.add(keyIn(shown));
    }
  }
});

test("an unreadable toast cookie is deleted, and shows nothing", async ({
  site,
}) => {
  for (const value of ["", "x", "%E0%A4%A", "e30=.x", "e30%3D.", '"', "🦄"]) {
    for (const path of paths) {
      await askCached(site.url + path);
      const Cookie = Buffer.from(`toast=${value}`).toString("latin1");
      const answer = await ask(site.url + path, { Cookie });
      expectPrivate(answer);
      expect(answer.text).not.toContain("<dialog");
      expectPublic(await ask(site.url + path));
      expect(answer.text).toContain("</html>");
    }
  }
});
