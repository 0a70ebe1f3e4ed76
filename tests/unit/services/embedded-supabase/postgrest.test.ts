import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEmbeddedSupabase } from "~/services/embedded-supabase/index.server";
import type { EmbeddedSupabase } from "~/services/embedded-supabase/index.server";
import { temporaryFolder } from "../../../support/supabase";

const folder = temporaryFolder();
let supabase: EmbeddedSupabase;

beforeAll(async () => {
  supabase = await openEmbeddedSupabase(folder);
  // A table with row-level security and no policy, and one that the embedded
  // database does not know yet when it is opened.
  await supabase.database.exec(`
    create table public.closed (note text);
    alter table public.closed enable row level security;
    grant insert on public.closed to anon;
  `);
  await supabase.close();
  supabase = await openEmbeddedSupabase(folder);
});
afterAll(async () => {
  await supabase.close();
  rmSync(folder, { recursive: true });
});

async function send(
  table: string,
  body?: unknown,
  init: { method?: string; headers?: Record<string, string> } = {},
) {
  const { method = "POST", headers } = init;
  const response = await supabase.fetch(
    `http://embedded.invalid/rest/v1/${table}`,
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
  return {
    status: response.status,
    body: text === "" ? undefined : (JSON.parse(text) as unknown),
    proxyStatus: response.headers.get("Proxy-Status"),
  };
}

const signup = (email: string) => ({ email, signup_source: "hero_section" });

test("stored: 201 and no body", async () => {
  expect(await send("beta_signups", signup("stored@example.com"))).toEqual({
    status: 201,
    body: undefined,
    proxyStatus: null,
  });
  const { rows } = await supabase.database.query(
    "select email, signup_source, idempotency_key, created_at > now() - interval '1 minute' as is_new from beta_signups",
  );
  expect(rows).toEqual([
    { ...signup("stored@example.com"), idempotency_key: null, is_new: true },
  ]);
});

test("an array stores each row, or none", async () => {
  const both = [signup("one@example.com"), signup("two@example.com")];
  expect((await send("beta_signups", both)).status).toBe(201);
  const again = [signup("three@example.com"), signup("two@example.com")];
  expect((await send("beta_signups", again)).status).toBe(409);
  const { rows } = await supabase.database.query(
    "select from beta_signups where email = 'three@example.com'",
  );
  expect(rows).toHaveLength(0);
});

test("a single object that is asked for is stored, several are not", async () => {
  const headers = { Accept: "application/vnd.pgrst.object+json" };
  const several = [signup("single@example.com"), signup("other@example.com")];
  const refused = await send("beta_signups", several, { headers });
  expect(refused).toMatchObject({
    status: 406,
    body: {
      code: "PGRST116",
      message: "JSON object requested, multiple (or no) rows returned",
      details: "The result contains 2 rows",
    },
  });
  const one = await send("beta_signups", several.slice(0, 1), { headers });
  expect(one.status).toBe(201);
  const { rows } = await supabase.database.query(
    "select email from beta_signups where email in ('single@example.com', 'other@example.com')",
  );
  expect(rows).toEqual([{ email: "single@example.com" }]);
});

describe("refused, with PostgREST's status and body", () => {
  const error = (code: string, message: string, details: unknown = null) => ({
    code,
    message,
    details,
    hint: null,
  });

  test("duplicate", async () => {
    await send("beta_signups", signup("twice@example.com"));
    expect(await send("beta_signups", signup("twice@example.com"))).toEqual({
      status: 409,
      body: error(
        "23505",
        'duplicate key value violates unique constraint "beta_signups_email_lower_key"',
      ),
      proxyStatus: "PostgREST; error=23505",
    });
  });

  test("row-level security", async () => {
    const { status, body } = await send("closed", { note: "x" });
    expect(status).toBe(401);
    expect(body).toEqual(
      error(
        "42501",
        'new row violates row-level security policy for table "closed"',
      ),
    );
  });

  test.each(["id", "created_at", "idempotency_key"])(
    "the column %s, which is not granted",
    async (column) => {
      const row = { ...signup("column@example.com"), [column]: null };
      const { status, body } = await send("beta_signups", row);
      expect(status).toBe(401);
      expect(body).toEqual(
        error("42501", "permission denied for table beta_signups"),
      );
    },
  );

  test("unknown table", async () => {
    const { status, body } = await send("no_table", signup("a@example.com"));
    expect(status).toBe(404);
    expect(body).toEqual(
      error(
        "PGRST205",
        "Could not find the table 'public.no_table' in the schema cache",
      ),
    );
  });

  test("unknown column", async () => {
    const { status, body } = await send("beta_signups", { nickname: "x" });
    expect(status).toBe(400);
    expect(body).toEqual(
      error(
        "PGRST204",
        "Could not find the 'nickname' column of 'beta_signups' in the schema cache",
      ),
    );
  });

  test("null", async () => {
    const row = { email: null, signup_source: "hero_section" };
    const { status, body } = await send("beta_signups", row);
    expect(status).toBe(400);
    expect(body).toEqual(
      error(
        "23502",
        'null value in column "email" of relation "beta_signups" violates not-null constraint',
      ),
    );
  });

  test.each([
    [{ email: "a@example.com", signup_source: "x" }, "signup_source_known"],
    [signup("a@b"), "email_length"],
    [signup("Capital@example.com"), "email_normalized"],
    [signup(`${"x".repeat(250)}@b.co`), "email_length"],
  ])("check violation %o", async (row, constraint) => {
    const { status, body } = await send("beta_signups", row);
    expect(status).toBe(400);
    expect(body).toEqual(
      error(
        "23514",
        `new row for relation "beta_signups" violates check constraint "beta_signups_${constraint}"`,
      ),
    );
  });

  test.each(["", "{", "not json"])("malformed JSON %j", async (body) => {
    const answer = await send("beta_signups", body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(error("PGRST102", "Empty or invalid json"));
  });

  test("rows of different keys", async () => {
    const answer = await send("beta_signups", [signup("a@b.co"), {}]);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(
      error("PGRST102", "All object keys must match"),
    );
  });

  test.each(["GET", "PATCH", "PUT", "DELETE"])(
    "%s, which anon may not",
    async (method) => {
      const { status, body } = await send("beta_signups", undefined, {
        method,
      });
      expect(status).toBe(401);
      expect(body).toEqual(
        error("42501", "permission denied for table beta_signups"),
      );
    },
  );

  test("a method that PostgREST does not have", async () => {
    const answer = await send("beta_signups", undefined, {
      method: "PROPFIND",
    });
    expect(answer.status).toBe(405);
    expect(answer.body).toEqual(
      error("PGRST117", "Unsupported HTTP method: PROPFIND"),
    );
  });

  test.each(["a/b", "%E0", ""])(
    "the path %j, which is no table",
    async (path) => {
      const answer = await send(path, signup("a@example.com"));
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ code: "PGRST125" });
    },
  );

  test.each([
    ["sb_publishable_wrong", "Invalid API key"],
    ["", "Invalid API key"],
  ])("the key %j", async (apikey, message) => {
    const answer = await send("beta_signups", signup("key@example.com"), {
      headers: { apikey },
    });
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ message });
  });

  test("NUL in a text", async () => {
    const { status, body } = await send("beta_signups", signup("a@b.co\0"));
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "22P05" });
  });
});

test("OPTIONS names the methods that PostgREST has", async () => {
  const { status } = await send("beta_signups", undefined, {
    method: "OPTIONS",
  });
  expect(status).toBe(200);
});

describe("a row with an idempotency key", () => {
  const keyed = (email: string, key: string, source = "hero_section") =>
    send(
      "beta_signups",
      { email, signup_source: source },
      { headers: { "Idempotency-Key": key } },
    );
  const count = async (email: string) =>
    (
      await supabase.database.query(
        "select from beta_signups where email = $1",
        [email],
      )
    ).rows.length;
  const key = "0b8e0a6c-8f5e-4c57-9d6e-0c8f2f5a7b11";
  const otherKey = "1c9f1b7d-8f5e-4c57-9d6e-0c8f2f5a7b11";

  test("is stored once, and each repeat succeeds as the first did", async () => {
    const email = "repeat@example.com";
    const sent = [1, 2, 3].map(() => keyed(email, key));
    for (const { status } of await Promise.all(sent)) expect(status).toBe(201);
    expect((await keyed(email, key.toUpperCase())).status).toBe(201);
    expect(await count(email)).toBe(1);
  });

  test("is a duplicate with another key, or none", async () => {
    const email = "another-key@example.com";
    expect((await keyed(email, key)).status).toBe(201);
    expect((await keyed(email, otherKey)).status).toBe(409);
    expect((await send("beta_signups", signup(email))).status).toBe(409);
  });

  test("is a submission of its own with other content", async () => {
    expect((await keyed("first@example.com", key)).status).toBe(201);
    expect((await keyed("second@example.com", key)).status).toBe(201);
    expect((await keyed("first@example.com", key, "cta_section")).status).toBe(
      409,
    );
    expect(await count("second@example.com")).toBe(1);
  });

  test("is a submission of its own with a malformed key", async () => {
    expect((await keyed("malformed@example.com", "no uuid")).status).toBe(201);
    expect((await keyed("malformed@example.com", "no uuid")).status).toBe(409);
  });
});
