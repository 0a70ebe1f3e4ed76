import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDatabase } from "~/embedded-supabase/database.server";
import { databaseFolder } from "../../support/fixtures/supabase";

/** A Supabase whose answers the test sets. */
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => answer(request, response));
const logged: string[] = [];

beforeEach(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  vi.stubEnv("SUPABASE_URL", `http://127.0.0.1:${port}`);
  vi.stubEnv("SUPABASE_ANON_KEY", "sb_publishable_test");
  vi.resetModules();
  delete (globalThis as { kandiSupabase?: unknown }).kandiSupabase;
  logged.length = 0;
  vi.spyOn(console, "error").mockImplementation((line: string) => {
    logged.push(line);
  });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

const row = { email: "secret@example.com", signup_source: "hero_section" };

async function insert(key?: string) {
  const module = await import("~/data/supabase.server");
  return module.insert("beta_signups", row, key);
}

test("sends only the row, and the key as a header", async () => {
  let sent: unknown;
  answer = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method, url, headers } = request;
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    sent = { method, url, body, key: headers["idempotency-key"] };
    response.writeHead(201).end();
  };
  expect(await insert("0b8e0a6c-8f5e-4c57-9d6e-0c8f2f5a7b11")).toBe("stored");
  expect(sent).toEqual({
    method: "POST",
    url: "/rest/v1/beta_signups",
    body: row,
    key: "0b8e0a6c-8f5e-4c57-9d6e-0c8f2f5a7b11",
  });
});

const json = (status: number, body: object) => ({
  status,
  type: "application/json",
  body: JSON.stringify(body),
});
const html = "<html>secret@example.com</html>";

test.each([
  { status: 200, body: "", reason: "status 200" },
  { status: 204, body: "", reason: "status 204" },
  { status: 500, type: "text/html", body: html, reason: "status 500" },
  {
    ...json(400, { code: "22P02", message: 'invalid: "secret@example.com"' }),
    reason: "code 22P02: invalid: ***",
  },
])(
  "$status $body is a failure, logged in one line without the address",
  async ({ status, type = "text/plain", body, reason }) => {
    answer = (_request, response) => {
      response.writeHead(status, { "Content-Type": type }).end(body);
    };
    expect(await insert()).toBe("failed");
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain(reason);
    expect(logged[0]).not.toContain("secret");
    expect(logged[0]).not.toContain("\n");
  },
);

test("a repeat is distinguished from a row that was stored without an acknowledgment", async () => {
  const key = "0b8e0a6c-8f5e-4c57-9d6e-0c8f2f5a7b11";
  answer = (_request, response) => {
    response.writeHead(500).end();
  };
  expect(await insert(key)).toBe("failed");
  answer = (_request, response) => {
    response.writeHead(201, { "Content-Range": "*/0" }).end();
  };
  expect(await insert(key)).toBe("stored");
  expect(await insert(key)).toBe("repeated");
});

test("without a key, a row that was not stored is not a repeat", async () => {
  answer = (_request, response) => {
    response.writeHead(201, { "Content-Range": "*/0" }).end();
  };
  expect(await insert()).toBe("failed");
  expect(logged[0]).toContain("supabase/queries/check.sql");
});

test("23505 is a duplicate and is not logged", async () => {
  answer = (_request, response) => {
    response
      .writeHead(409, { "Content-Type": "application/json" })
      .end(JSON.stringify({ code: "23505", message: "duplicate key" }));
  };
  expect(await insert()).toBe("duplicate");
  expect(logged).toEqual([]);
});

const anonMayNot = {
  code: "42501",
  message: "permission denied for table beta_signups",
};
const unknownColumn = {
  code: "PGRST204",
  message:
    "Could not find the 'email' column of 'beta_signups' in the schema cache",
};

test.each([
  [
    anonMayNot,
    "put what is missing into a new migration: grant insert (email, signup_source) on public.beta_signups to anon, or a policy; supabase/queries/check.sql names it",
  ],
  [
    unknownColumn,
    "run the migrations; if the column is there, run notify pgrst, 'reload schema'",
  ],
])("the log says what to do about $code", async (error, fix) => {
  answer = (_request, response) => {
    response
      .writeHead(400, { "Content-Type": "application/json" })
      .end(JSON.stringify(error));
  };
  expect(await insert()).toBe("failed");
  expect(JSON.parse(logged[0] ?? "")).toMatchObject({
    table: "beta_signups",
    reason: `status 400, code ${error.code}: ${error.message}; ${fix}`,
  });
});

test("an embedded database without a grant or a column is logged with what to do", async () => {
  const folder = databaseFolder();
  const database = await openDatabase(folder, undefined);
  await database.sql.exec("revoke insert (email) on beta_signups from anon");
  await database.close();
  vi.stubEnv("SUPABASE_URL", undefined);
  vi.stubEnv("SUPABASE_ANON_KEY", undefined);
  vi.stubEnv("DATA_DIR", folder);

  const module = await import("~/data/supabase.server");
  const withCity = { ...row, city: "secret" };
  await module.insert("beta_signups", row, undefined);
  await module.insert("beta_signups", withCity, undefined);
  await (await module.openSupabase()).close();
  rmSync(folder, { recursive: true });
  expect(logged.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      reason:
        "status 401, code 42501: permission denied for table beta_signups; put what is missing into a new migration: grant insert (email, signup_source) on public.beta_signups to anon, or a policy; supabase/queries/check.sql names it",
    },
    {
      reason:
        "status 400, code PGRST204: Could not find the 'city' column of 'beta_signups' in the schema cache; put the column into a new migration and restart; npm run waitlist -- migrations lists what was applied",
    },
  ]);
});
