import { request } from "node:http";
import fc from "fast-check";
import { expect } from "playwright/test";
import { paths } from "~/content/site";
import { forms } from "~/forms/forms";
import { isAddress } from "~/forms/schema.server";
import { signupSources } from "~/forms/signup";
import { measured, memoryOf } from "../support/fixtures/memory";
import { test as base } from "../support/fixtures/test";

const test = base.extend<object, { settings: Record<string, string> }>({
  settings: [
    async ({ supabase }, use) => use({ ...supabase.env, ...measured }),
    { scope: "worker" },
  ],
});

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom("", "\0", "\u202e", "</script>", "__proto__", "gzip"),
);
const email = fc.oneof(fc.emailAddress(), text);

/** The fields of a form of the site, and others. */
const fields = fc.tuple(
  fc.constantFrom(...forms).chain((form) =>
    fc.record({
      ...Object.fromEntries(
        Object.keys(form.fields).map((name) => [
          name,
          name === "email" ? email : text,
        ]),
      ),
      signup_source: fc.oneof(fc.constantFrom(...signupSources), text),
      idempotency_key: fc.oneof(fc.uuid(), text),
    }),
  ),
  fc.dictionary(text, text, { maxKeys: 3 }),
);
const body = fields.map(([own, others]) =>
  new URLSearchParams({ ...own, ...others }).toString(),
);

const path = fc.oneof(
  fc.constantFrom(...Object.values(paths)),
  fc.constantFrom(
    ...["/_root.data", "/contact.data", "/__manifest?p=/&version=1"],
    ...["/assets/../../package.json", "/%2e%2e/", "/%00", "/%E0%A4%A"],
  ),
  text.map((value) => `/${encodeURIComponent(value)}`),
);

const headers = fc.dictionary(
  fc.constantFrom(
    ...["origin", "sec-fetch-site", "host", "cookie", "accept-encoding"],
    ...["range", "if-none-match", "x-forwarded-host", "x-kandi-verdict"],
  ),
  fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.constantFrom("null", "same-origin", "cross-site", "toast=e30%3D.abc"),
  ),
  { maxKeys: 2 },
);

const contentType = fc.oneof(
  { weight: 5, arbitrary: fc.constant("application/x-www-form-urlencoded") },
  { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
);
const post = fc.record({
  method: fc.constant("POST"),
  path: fc.constantFrom(paths.landing, paths.contact),
  headers: fc.constant({}),
  contentType,
  body,
});
const anything = fc.record({
  method: fc.constantFrom("POST", "GET", "HEAD", "PUT", "OPTIONS", "TRACE"),
  ...{ path, headers, contentType, body },
});
const sent = fc.oneof(post, anything);
type Sent = typeof sent extends fc.Arbitrary<infer Value> ? Value : never;

const send = (site: string, { body, contentType, ...asked }: Sent) =>
  new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(site);
    const headers = {
      ...asked.headers,
      "Content-Type": contentType.trim(),
      "Content-Length": Buffer.byteLength(body),
    };
    request({ hostname, port, ...asked, headers }, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
    })
      .once("error", reject)
      .end(body);
  });

test(
  "whatever is sent, nothing breaks, nothing leaks and nothing invalid is stored",
  { tag: "@slow" },
  async ({ site, supabase }) => {
    const statuses: number[] = [];
    const runs = 400;
    let batches = 0;
    let halfway = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(sent, { minLength: 8, maxLength: 8 }),
        async (requests) => {
          const answers = await Promise.all(
            requests.map((one) => send(site.url, one)),
          );
          statuses.push(...answers);
          if (++batches === runs / 2) halfway = await memoryOf(site);
          // Each of Playwright's expects is a step that takes milliseconds.
          return answers.every((status) => status >= 200 && status < 500);
        },
      ),
      // A fixed seed repeats a failure.
      { seed: 20251101, numRuns: runs, endOnFailure: true },
    );
    // A leak would grow from the first half to the second.
    expect(halfway).toBeGreaterThan(0);
    expect((await memoryOf(site)) - halfway).toBeLessThan(12);
    expect(site.output()).not.toMatch(/"level":"error"(?!.*404 Error)/);

    // The requests have reached every kind of answer.
    for (const status of [200, 303, 400, 403, 404, 405, 415, 422]) {
      const count = statuses.filter((one) => one === status).length;
      expect(count, `status ${status}`).toBeGreaterThan(5);
    }
    for (const { table, fields } of forms) {
      const rows = await supabase.rows<Record<string, string | null>>(
        `select ${Object.keys(fields).join()} from ${table}`,
      );
      expect(rows.length, table).toBeGreaterThan(20);
      for (const [name, { type, required, limit }] of Object.entries(fields)) {
        const isValid = (value: string) =>
          value === value.trim() &&
          (type === "email"
            ? isAddress(value) && value === value.toLowerCase()
            : value !== "" && [...value].length <= limit);
        const values = rows.map((row) => row[name] ?? null);
        const invalid = values.filter((value) =>
          value === null ? required : !isValid(value),
        );
        expect(invalid, `${table}.${name}`).toEqual([]);
      }
    }
  },
);
