import { afterAll, describe, expect, test } from "vitest";
import { openOwnSupabase } from "#supabase/testing";

// One table has row-level security without a policy; one accepts any row.
const supabase = await openOwnSupabase(`
  create table public.closed (note text);
  alter table public.closed enable row level security;
  grant insert on public.closed to anon;
  create table public.notes (note text default 'none');
  grant insert on public.notes to anon;
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
  const { status } = response;
  return { status, headers: response.headers, text: await response.text() };
}

/** Everything that an insert could change. */
async function stored() {
  const { rows } = await supabase.database.query(`
    select email from beta_signups union all select note from closed
    union all select note from notes union all select email from contact_messages`);
  return rows;
}

const signup = (email: string) => ({ email, signup_source: "hero_section" });

test.each<[string, Record<string, string>]>([
  ["bare@example.com", {}],
  [
    "headers@example.com",
    {
      Authorization: `Bearer ${supabase.anonKey}`,
      "Content-Profile": "public",
      Prefer: "return=minimal",
      "Content-Type": "Application/JSON; charset=utf-8",
      Accept: "*/*",
    },
  ],
])("a row is stored: 201 and no body (%s)", async (email, headers) => {
  expect(await send({ headers, body: signup(email) })).toMatchObject({
    status: 201,
    text: "",
  });
  expect(await stored()).toContainEqual({ email });
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
  return {
    "400 PGRST127": {
      GET: { method: "GET" },
      DELETE: { method: "DELETE" },
      "a query": { path: "beta_signups?on_conflict=email" },
      ...header("Prefer", "return=representation", "return=minimal,x=y"),
      ...header("Content-Profile", "auth"),
      ...header("Accept-Profile", "auth"),
      ...header("Accept", "", "text/csv,*/*"),
      ...header("Content-Type", "", "application/x-www-form-urlencoded"),
      "an array of rows": note([{ note: "" }]),
      "a row without columns": note({}),
      "a number as a value": note({ note: 1 }),
      "an array 20,000 deep as a value": note(
        `{"note":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
      ),
    },
    "401 PGRST301": header("Authorization", "Bearer a.b.c", "Basic eA=="),
    "401 Invalid API key": header("apikey", "sb_publishable_x"),
    "400 PGRST102": {
      "half an object": note("{"),
      "a number": note(1),
      null: note(null),
    },
    "404 PGRST125": {
      "a path below a table": { path: "beta_signups/x" },
      "a malformed path": { path: "%E0" },
    },
    "404 PGRST205": { "a table of another schema": { path: "pg_class" } },
    "400 PGRST204": { "an unknown column": row({ nickname: "x" }) },
    "401 42501": {
      "a column that is not granted": row({ id: null }),
      "a table without a policy": { path: "closed", body: { note: "" } },
    },
    "400 23502": { "no address": row({ email: null }) },
    "400 23514": { "an unknown source": row({ signup_source: "x" }) },
    "400 22P05": { "NUL in a text": note({ note: "a\0" }) },
    "400 22P02": { "half a surrogate pair": note({ note: "a\ud800" }) },
    "409 23505": { "a duplicate": row({ email: "bare@example.com" }) },
  };
}

describe.each(Object.entries(refused()))(
  "%s, and nothing stored, for",
  (answer, requests) => {
    test.each(Object.entries(requests))("%s", async (_name, sent) => {
      const before = await stored();
      const body = signup("refused@example.com");
      const { status, text } = await send({ body, ...sent });
      const { code, message } = JSON.parse(text) as Record<string, string>;
      expect(`${status} ${code ?? message}`).toBe(answer);
      expect(await stored()).toEqual(before);
    });
  },
);

test("an error has PostgREST's body, and its code in Proxy-Status", async () => {
  const { text, headers } = await send({ body: signup("bare@example.com") });
  expect(JSON.parse(text)).toEqual({
    code: "23505",
    message:
      'duplicate key value violates unique constraint "beta_signups_email_lower_key"',
    details: null,
    hint: null,
  });
  expect(headers.get("Proxy-Status")).toBe("PostgREST; error=23505");
});
