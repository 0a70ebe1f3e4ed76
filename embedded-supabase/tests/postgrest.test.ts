import { afterAll, describe, expect, test } from "vitest";
import { openOwnSupabase } from "#supabase/testing";

// One table has row-level security without a policy; one accepts any row.
const supabase = await openOwnSupabase(`
  create table public.closed (note text);
  alter table public.closed enable row level security;
  grant insert on public.closed to anon;
  create table public.notes (id serial, note text default 'none');
  grant insert on public.notes to anon;
  grant usage on sequence public.notes_id_seq to anon;
`);
afterAll(supabase.end);

interface Sent {
  method?: string;
  /** Below /rest/v1/. */
  path?: string;
  headers?: Record<string, string>;
  /** Sent as JSON unless it is a string. */
  body?: unknown;
}

async function send({ method = "POST", path, headers, body }: Sent) {
  const response = await supabase.fetch(
    `http://embedded.invalid/rest/v1/${path ?? "beta_signups"}`,
    {
      method,
      headers: {
        apikey: supabase.anonKey,
        "Content-Type": "application/json",
        ...headers,
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    },
  );
  const text = await response.text();
  const error = JSON.parse(text || "{}") as Record<string, unknown>;
  return {
    status: response.status,
    error,
    code: error.code ?? error.message,
    proxyStatus: response.headers.get("Proxy-Status"),
  };
}

/** Everything that an insert could change. */
async function stored() {
  const { rows } = await supabase.database.query<{ rows: number }>(`
    select (select count(*) from beta_signups) + (select count(*) from closed)
      + (select count(*) from notes) + (select count(*) from contact_messages)
      as rows`);
  return rows[0]?.rows;
}

async function countOf(email: string) {
  const { rows } = await supabase.database.query(
    "select from beta_signups where email = $1",
    [email],
  );
  return rows.length;
}

const signup = (email: string) => ({ email, signup_source: "hero_section" });

test("a row is stored: 201 and no body", async () => {
  expect(await send({ body: signup("stored@example.com") })).toMatchObject({
    status: 201,
    error: {},
    proxyStatus: null,
  });
  const { rows } = await supabase.database.query(
    "select email, signup_source, idempotency_key, created_at > now() - interval '1 minute' as is_new from beta_signups",
  );
  expect(rows).toEqual([
    { ...signup("stored@example.com"), idempotency_key: null, is_new: true },
  ]);
});

test.each<[string, () => Record<string, string>]>([
  [
    "the key as a token",
    () => ({ Authorization: `Bearer ${supabase.anonKey}` }),
  ],
  ["the schema public", () => ({ "Content-Profile": "public" })],
  ["a minimal answer", () => ({ Prefer: "return=minimal" })],
  ["a count", () => ({ Prefer: "count=exact" })],
  ["a charset", () => ({ "Content-Type": "Application/JSON; charset=utf-8" })],
  ["any answer", () => ({ Accept: "*/*" })],
  ["an answer in JSON", () => ({ Accept: "application/json" })],
])("a row is stored also with a header for %s", async (name, headers) => {
  const email = `${name.toLowerCase().replaceAll(" ", "-")}@example.com`;
  const sent = { headers: headers(), body: signup(email) };
  expect((await send(sent)).status).toBe(201);
  expect(await countOf(email)).toBe(1);
});

/** Named requests, by the answer that they get. */
function refused(): Record<string, Record<string, Sent>> {
  const header = (name: string, ...values: string[]) =>
    Object.fromEntries(
      values.map((value) => [
        `${name}: ${value}`,
        { headers: { [name]: value } },
      ]),
    );
  const note = (body: unknown) => ({ path: "notes", body });
  const row = (changed: object) => ({
    body: { ...signup("refused@example.com"), ...changed },
  });
  const message = { name: "R", email: "refused@example.com", message: "Hi" };
  return {
    "400 PGRST127": {
      ...Object.fromEntries(
        ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"].map(
          (method) => [method, { method }],
        ),
      ),
      ...Object.fromEntries(
        ["on_conflict=email", "columns=email", "select=email", "x"].map(
          (query) => [`?${query}`, { path: `beta_signups?${query}` }],
        ),
      ),
      ...header(
        "Prefer",
        "return=representation",
        "return=headers-only",
        "resolution=merge-duplicates",
        "return=minimal,tx=rollback",
        "x=y",
      ),
      ...header("Content-Profile", "auth"),
      ...header("Accept-Profile", "auth"),
      ...header(
        "Accept",
        "",
        "application/vnd.pgrst.object+json",
        "application/vnd.pgrst.plan;for=a/b",
        "text/csv,*/*",
      ),
      ...header(
        "Content-Type",
        "",
        "text/csv",
        "application/x-www-form-urlencoded",
      ),
      "an array of rows": note([{ note: "" }]),
      "a row without columns": note({}),
      "an empty array": note([]),
      "a number as a value": row({ email: 1 }),
      "an object as a value": row({ email: { at: "example.com" } }),
      "an array 20,000 deep as a value": note(
        `{"note":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
      ),
    },
    "401 PGRST301": header(
      "Authorization",
      "Bearer a.b.c",
      "Bearer ",
      "Basic eA==",
    ),
    "401 Invalid API key": header("apikey", "sb_publishable_x", ""),
    "400 PGRST102": {
      "no body": { body: "" },
      "half an object": { body: "{" },
      "a byte order mark": { body: `\uFEFF${JSON.stringify(row({}).body)}` },
      "a number": note(1),
      null: note(null),
    },
    "404 PGRST125": {
      "no table": { path: "" },
      "a path below a table": { path: "beta_signups/x" },
      "a malformed path": { path: "%E0" },
    },
    "404 PGRST205": {
      "an unknown table": { path: "no_table" },
      "a table of another schema": { path: "pg_class" },
    },
    "400 PGRST204": { "an unknown column": row({ nickname: "x" }) },
    "401 42501": {
      "an id, which is not granted": row({ id: null }),
      "a time, which is not granted": row({ created_at: null }),
      "a key, which is not granted": row({ idempotency_key: null }),
      "an answer, which is not granted": {
        path: "contact_messages",
        body: { ...message, answered_at: "2025-11-01" },
      },
      "a table without a policy": { path: "closed", body: { note: "" } },
    },
    "400 23502": { "no address": row({ email: null }) },
    "400 23514": {
      "a short address": row({ email: "a@b" }),
      "a capital in an address": row({ email: "Capital@example.com" }),
      "a long address": row({ email: `${"x".repeat(250)}@b.co` }),
      "an unknown source": row({ signup_source: "x" }),
    },
    "400 22P05": { "NUL in a text": row({ email: "a@b.co\0" }) },
    "400 22P02": { "half a surrogate pair": row({ email: "a@b.co\ud800" }) },
    "409 23505": { "a duplicate": row({ email: "stored@example.com" }) },
  };
}

describe.each(Object.entries(refused()))(
  "%s, and nothing stored, for",
  (answer, requests) => {
    test.each(Object.entries(requests))("%s", async (_name, sent) => {
      const before = await stored();
      const body = signup("refused@example.com");
      const { status, code } = await send({ body, ...sent });
      expect(`${status} ${String(code)}`).toBe(answer);
      expect(await stored()).toBe(before);
    });
  },
);

test("an error has PostgREST's body, and its code in Proxy-Status", async () => {
  expect(await send({ body: signup("stored@example.com") })).toMatchObject({
    error: {
      code: "23505",
      message:
        'duplicate key value violates unique constraint "beta_signups_email_lower_key"',
      details: null,
      hint: null,
    },
    proxyStatus: "PostgREST; error=23505",
  });
  expect((await send({ path: "" })).error).toEqual({
    code: "PGRST125",
    message: "Invalid path specified in request URL",
    details: null,
    hint: null,
  });
});

describe("a row with an idempotency key", () => {
  const keyed = (email: string, key: string, source = "hero_section") =>
    send({
      headers: { "Idempotency-Key": key },
      body: { email, signup_source: source },
    });
  const key = "0b8e0a6c-8f5e-4c57-9d6e-0c8f2f5a7b11";
  const otherKey = "1c9f1b7d-8f5e-4c57-9d6e-0c8f2f5a7b11";

  test("is stored once, and each repeat is refused by name and alone", async () => {
    const email = "repeat@example.com";
    const sent = await Promise.all([
      keyed(email, key),
      keyed(email, key),
      keyed("beside@example.com", key),
      keyed(email, key.toUpperCase()),
    ]);
    expect(sent.map(({ status, code }) => [status, code])).toEqual([
      [201, undefined],
      [400, "RPT01"],
      [201, undefined],
      [400, "RPT01"],
    ]);
    expect(await countOf(email)).toBe(1);
  });

  test("is a duplicate with another key, or none", async () => {
    const email = "another-key@example.com";
    expect((await keyed(email, key)).status).toBe(201);
    expect((await keyed(email, otherKey)).status).toBe(409);
    expect((await send({ body: signup(email) })).status).toBe(409);
  });

  test("is a submission of its own with other content", async () => {
    expect((await keyed("first@example.com", key)).status).toBe(201);
    expect((await keyed("second@example.com", key)).status).toBe(201);
    expect((await keyed("first@example.com", key, "cta_section")).status).toBe(
      409,
    );
    expect(await countOf("second@example.com")).toBe(1);
  });

  test("is a submission of its own with a malformed key", async () => {
    expect((await keyed("malformed@example.com", "no uuid")).status).toBe(201);
    expect((await keyed("malformed@example.com", "no uuid")).status).toBe(409);
  });
});
