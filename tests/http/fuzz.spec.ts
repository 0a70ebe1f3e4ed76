import { request } from "node:http";
import fc from "fast-check";
import { expect } from "playwright/test";
import { paths } from "~/content/site";
import { forms } from "~/forms/forms";
import { isAddress } from "~/forms/schema.server";
import { signupSources } from "~/forms/signup";
import { mapFields, shownForms } from "../support/fixtures/forms";
import { measured, memoryOf } from "../support/fixtures/memory";
import { startSite } from "../support/fixtures/site";
import { test } from "../support/fixtures/test";

/** A fixed seed repeats a failure. */
const seed = 20251101;
const runs = 400;
const atOnce = 8;

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom("", " ", "\0", "\u202e", "</script>", "'; drop table x; --"),
);
const email = fc.oneof(
  { weight: 4, arbitrary: fc.emailAddress() },
  { weight: 1, arbitrary: text },
);

const fieldNames = [
  ...forms.flatMap(({ fields }) => Object.keys(fields)),
  ...["signup_source", "idempotency_key", "website"],
  ...["__proto__", "constructor"],
];
const field = fc.oneof(
  fc.tuple(fc.constant("email"), email),
  fc.tuple(
    fc.constant("signup_source"),
    fc.oneof(fc.constantFrom(...signupSources), text),
  ),
  fc.tuple(fc.constant("idempotency_key"), fc.oneof(fc.uuid(), text)),
  fc.tuple(fc.oneof(fc.constantFrom(...fieldNames), text), text),
);
/** All fields of one of the site's own forms. */
const formFields = shownForms.map(({ form, hidden }) =>
  fc
    .record(mapFields(form, ({ type }) => (type === "email" ? email : text)))
    .map((values) => Object.entries({ ...values, ...hidden })),
);
/** The fields of the site's own forms, and others. */
const fields = fc
  .tuple(
    fc.oneof(fc.constant([]), ...formFields),
    fc.oneof(fc.constant([]), fc.array(field, { maxLength: 6 })),
  )
  .map((lists) => lists.flat() as [string, string][]);

const body = fc.oneof(
  {
    weight: 6,
    arbitrary: fields.map((list) => ({
      type: "application/x-www-form-urlencoded",
      bytes: Buffer.from(new URLSearchParams(list).toString()),
    })),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.oneof(
        fc.constantFrom(
          "application/x-www-form-urlencoded; charset=latin1",
          "multipart/form-data",
          "application/json",
          "text/x-script",
        ),
        fc.string({ maxLength: 40 }),
      ),
      bytes: fc
        .uint8Array({ maxLength: 2000 })
        .map((list) => Buffer.from(list)),
    }),
  },
);

const path = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(paths.landing, paths.contact) },
  { weight: 2, arbitrary: fc.constantFrom(...Object.values(paths)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...["/healthz", "/robots.txt", "/sitemap.xml", "/manifest.webmanifest"],
      ...["/_root.data", "/contact.data", "/nope.data", "/contact.data?index"],
      ...["/__manifest", "/__manifest?p=/&p=/contact&version=1", "/refused"],
      ...["/favicon.svg", "/assets/", "/assets/../../package.json", "/.env"],
      ...["//", "/CONTACT/", "/%2e%2e/", "/%00", "/%E0%A4%A", "/?_data=root"],
    ),
  },
  { weight: 2, arbitrary: fc.webPath().map((value) => value || "/") },
  {
    weight: 1,
    arbitrary: text.map((value) => `/${encodeURIComponent(value)}`),
  },
);

const headerValue = fc.string({ maxLength: 60 });
const headers = fc.dictionary(
  fc.constantFrom(
    ...["origin", "sec-fetch-site", "host", "cookie", "accept", "referer"],
    ...["accept-encoding", "range", "if-none-match", "if-modified-since"],
    ...["x-forwarded-host", "x-forwarded-for", "x-forwarded-proto"],
    ...["x-kandi-verdict", "x-kandi-client-address", "content-encoding"],
    ...["x-http-method-override", "x-remix-revalidate", "purpose"],
  ),
  fc.oneof(
    headerValue,
    fc.constantFrom(
      ...["null", "same-origin", "cross-site", "localhost", "gzip", "br"],
      ...["toast=e30%3D.abc", "toast=", "403", "/evil", "bytes=0-1,5-"],
    ),
  ),
  { maxKeys: 4 },
);

const sent = fc.record({
  method: fc.oneof(
    { weight: 5, arbitrary: fc.constant("POST") },
    { weight: 3, arbitrary: fc.constantFrom("GET", "HEAD") },
    {
      weight: 1,
      arbitrary: fc.constantFrom("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"),
    },
  ),
  path,
  headers: fc.oneof(fc.constant({}), headers),
  body,
});
type Sent = typeof sent extends fc.Arbitrary<infer Value> ? Value : never;

const send = (site: string, { method, path, headers, body }: Sent) =>
  new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(site);
    const isPosted = method !== "GET" && method !== "HEAD";
    const asked = request(
      {
        ...{ hostname, port, method, path },
        headers: {
          ...headers,
          ...(isPosted && {
            "Content-Type": body.type.trim(),
            "Content-Length": body.bytes.length,
          }),
        },
      },
      (answer) => {
        answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
      },
    );
    asked.once("error", reject);
    asked.end(isPosted ? body.bytes : undefined);
  });

test(
  "whatever is sent, nothing breaks and nothing invalid is stored",
  { tag: "@slow" },
  async ({ supabase }) => {
    const site = await startSite({
      ...supabase.env,
      RATE_LIMIT_PER_MINUTE: "0",
      ...measured,
    });
    const statuses = new Map<number, number>();
    let batches = 0;
    let halfway = 0;

    await fc.assert(
      fc.asyncProperty(
        fc.array(sent, { minLength: atOnce, maxLength: atOnce }),
        async (requests) => {
          const answers = await Promise.all(
            requests.map((one) => send(site.url, one)),
          );
          if (++batches === runs / 2) halfway = await memoryOf(site);
          for (const status of answers) {
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
          }
          // Each of Playwright's expects is a step that takes milliseconds.
          expect(
            answers.filter((status) => status < 200 || status >= 500),
          ).toEqual([]);
        },
      ),
      { seed, numRuns: runs, endOnFailure: true },
    );
    const errors = site
      .output()
      .split("\n")
      .filter((line) => /"level":"error"(?!.*404 Error)/.test(line));
    expect(errors).toEqual([]);
    expect((await fetch(site.url)).status).toBe(200);

    // The requests have reached every kind of answer.
    for (const status of [200, 303, 400, 403, 404, 405, 415, 422]) {
      expect(statuses.get(status) ?? 0, `status ${status}`).toBeGreaterThan(5);
    }

    for (const { table, fields } of forms) {
      const rows = await supabase.rows<Record<string, string | null>>(
        `select ${Object.keys(fields).join()} from ${table}`,
      );
      expect(rows.length, table).toBeGreaterThan(20);
      for (const [name, { type, required, limit }] of Object.entries(fields)) {
        const isValid = (value: string) =>
          type === "email"
            ? isAddress(value) && value === value.trim().toLowerCase()
            : value === value.trim() && value && [...value].length <= limit;
        const values = rows.map((row) => row[name] ?? null);
        const invalid = values.filter((value) =>
          value === null ? required : !isValid(value),
        );
        expect(invalid, `${table}.${name}`).toEqual([]);
      }
    }
    const sources = await supabase.rows<{ signup_source: string }>(
      "select distinct signup_source from beta_signups order by signup_source",
    );
    expect(sources.map(({ signup_source }) => signup_source)).toEqual(
      [...signupSources].sort(),
    );

    // A leak would grow from the first half to the second.
    expect(halfway).toBeGreaterThan(0);
    expect((await memoryOf(site)) - halfway).toBeLessThan(12);
    await site.stop();
  },
);
