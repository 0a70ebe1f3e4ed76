import { rmSync } from "node:fs";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  test,
  vi,
} from "vitest";
import { openDatabase } from "~/embedded-supabase/database.server";
import {
  answer,
  cut,
  drip,
  pass,
  startMisbehavingServer,
  storeUnseen,
} from "../../support/fixtures/misbehaving-server";
import type {
  Behavior,
  MisbehavingServer,
} from "../../support/fixtures/misbehaving-server";
import { databaseFolder, startSupabase } from "../../support/fixtures/supabase";
import type { TestSupabase } from "../../support/fixtures/supabase";

let supabase: TestSupabase;
/** In front of it, with the answers that a test sets. */
let database: MisbehavingServer;
let data: typeof import("~/data/supabase.server");
const logged: string[] = [];

beforeAll(async () => {
  supabase = await startSupabase();
  database = await startMisbehavingServer(supabase.env.SUPABASE_URL);
  vi.stubEnv("SUPABASE_URL", database.url);
  vi.stubEnv("SUPABASE_ANON_KEY", supabase.env.SUPABASE_ANON_KEY);
  vi.stubEnv("SUPABASE_TIMEOUT_MS", "1000");
  data = await import("~/data/supabase.server");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.stop();
  await supabase.stop();
});
beforeEach(() => {
  logged.length = 0;
  vi.spyOn(console, "error").mockImplementation((line: string) => {
    logged.push(line);
  });
});
afterEach(() => vi.restoreAllMocks());

const key = "0b8e0a6c-8f5e-4c57-9d6e-0c8f2f5a7b11";
const row = { email: "secret@example.com", signup_source: "hero_section" };
const insert = (key?: string) => data.insert("beta_signups", row, key);

const json = (status: number, body: object, headers = {}): Behavior =>
  ({ response }) => {
    const type = { "Content-Type": "application/json" };
    response
      .writeHead(status, { ...type, ...headers })
      .end(JSON.stringify(body));
  };
/** PostgREST answers an ignored repeat like this. */
const noRow = json(201, {}, { "Content-Range": "*/0" });

test("sends only the row, and the key as a header", async () => {
  let sent: unknown;
  database.behave(({ body, response }) => {
    const { method, url, headers } = response.req;
    const json: unknown = JSON.parse(body.toString());
    sent = { method, url, body: json, key: headers["idempotency-key"] };
    response.writeHead(201).end();
  });
  expect(await insert(key)).toBe("stored");
  expect(sent).toEqual({
    method: "POST",
    url: "/rest/v1/beta_signups",
    body: row,
    key,
  });
});

const html = "<html>secret@example.com</html>";
const head = (status: string, length: number) =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
const quoting = { code: "22P02", message: 'invalid: "secret@example.com"' };
const tooLate = /^no answer within 1000 ms$/;
const lineCut = /^no answer: (UND_ERR_SOCKET|ECONNRESET)$/;

test.each<[string, Behavior, RegExp]>([
  [
    "answers a byte at a time",
    drip("", `HTTP/1.1 201 Created\r\nX-Slow: ${"x".repeat(9999)}`),
    tooLate,
  ],
  [
    "answers 201, then its body a byte at a time",
    drip(head("201 Created", 9999), " ".repeat(9999)),
    tooLate,
  ],
  ["answers 200 without a body", answer(200, "text/plain", ""), /^status 200,/],
  ["answers 204", answer(204, "text/plain", ""), /^status 204,/],
  ["answers 200 with HTML", answer(200, "text/html", html), /^status 200, not/],
  ["answers 500 with HTML", answer(500, "text/html", html), /^status 500, not/],
  ["answers 503", answer(503, "text/plain", "no upstream"), /^status 503, not/],
  // supabase-js makes this answer a 204.
  ["answers 404 without a body", answer(404, "", ""), /^status 204, not/],
  ["refuses the key", json(401, { message: "Invalid" }), /^status 401, not/],
  ["quotes the address", json(400, quoting), /code 22P02: invalid: \*\*\*$/],
  ["cuts the connection after the request", cut(), lineCut],
  ["cuts its answer's headers", cut("HTTP/1.1 201 Crea"), lineCut],
  ["cuts its answer's body", cut(head("201 Created", 100) + "[{"), lineCut],
  ["stores a row, then cuts the connection", storeUnseen(cut()), lineCut],
  [
    "stores a row, then cuts its 201",
    storeUnseen(cut(head("201 Created", 100))),
    lineCut,
  ],
])(
  "a database that %s is a failure, logged in one line without the address; sending again stores one row",
  async (_how, behavior, reason) => {
    const own = { ...row, email: `secret-${crypto.randomUUID()}@example.com` };
    const sent = crypto.randomUUID();
    const send = () => data.insert("beta_signups", own, sent);
    database.behave(behavior);
    expect(await send()).toBe("failed");
    expect(logged).toHaveLength(1);
    const line = JSON.parse(logged[0] ?? "") as Record<string, string>;
    expect(line).toMatchObject({ message: "Not stored" });
    expect(line.reason).toMatch(reason);
    expect(logged[0]).not.toMatch(/secret|\n/);
    database.behave(pass);
    // A busy machine may answer too late, too.
    const until = (outcome: string) =>
      vi.waitFor(async () => expect(await send()).toBe(outcome), 60_000);
    await until("stored");
    expect(await supabase.signups(own.email)).toHaveLength(1);
    await until("repeated");
  },
);

test("a repeat is distinguished from a row that was stored without an acknowledgment", async () => {
  database.behave(answer(500, "", ""));
  expect(await insert(key)).toBe("failed");
  database.behave(noRow);
  expect(await insert(key)).toBe("stored");
  expect(await insert(key)).toBe("repeated");
});

test("without a key, a row that was not stored is not a repeat", async () => {
  database.behave(noRow);
  expect(await insert()).toBe("failed");
  expect(logged[0]).toContain("npm run waitlist -- check");
});

test("23505 is a duplicate and is not logged", async () => {
  database.behave(json(409, { code: "23505", message: "duplicate key" }));
  expect(await insert()).toBe("duplicate");
  expect(logged).toEqual([]);
});

const missingTable = {
  code: "PGRST205",
  message: "Could not find the table in the schema cache",
};

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
    missingTable,
    "run the migrations, supabase/migrations/*_beta_signups.sql among them",
  ],
  [
    anonMayNot,
    "put what is missing into a new migration: grant insert (email, signup_source) on public.beta_signups to anon, or a policy; npm run waitlist -- check names it",
  ],
  [
    unknownColumn,
    "run the migrations; if the column is there, run notify pgrst, 'reload schema'",
  ],
])("the log says what to do about $code", async (error, fix) => {
  database.behave(json(400, error));
  expect(await insert()).toBe("failed");
  expect(JSON.parse(logged[0] ?? "")).toMatchObject({
    table: "beta_signups",
    reason: `status 400, code ${error.code}: ${error.message}; ${fix}`,
  });
});

test("a project whose name does not resolve is a failure", async () => {
  const other = await freshModule("http://no-such-project.invalid");
  expect(await other.insert("beta_signups", row, undefined)).toBe("failed");
  // A resolver may wait for a network that does not exist.
  expect(logged[0]).toMatch(
    /"no answer(: ENOTFOUND|: EAI_AGAIN| within 1000 ms)"/,
  );
});

/** The module of a process with another database. */
async function freshModule(url: string | undefined) {
  vi.stubEnv("SUPABASE_URL", url);
  vi.resetModules();
  delete (globalThis as { kandiSupabase?: unknown }).kandiSupabase;
  return import("~/data/supabase.server");
}

test("an embedded database without a grant or a column is logged with what to do", async () => {
  const folder = databaseFolder();
  const database = await openDatabase(folder, {});
  await database.sql.exec("revoke insert (email) on beta_signups from anon");
  await database.close();
  vi.stubEnv("SUPABASE_ANON_KEY", undefined);
  vi.stubEnv("DATA_DIR", folder);

  const module = await freshModule(undefined);
  const withCity = { ...row, city: "secret" };
  await module.insert("beta_signups", row, undefined);
  await module.insert("beta_signups", withCity, undefined);
  await (await module.openSupabase()).close();
  rmSync(folder, { recursive: true });
  expect(logged.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      reason:
        "status 401, code 42501: permission denied for table beta_signups; put what is missing into a new migration: grant insert (email, signup_source) on public.beta_signups to anon, or a policy; npm run waitlist -- check names it",
    },
    {
      reason:
        "status 400, code PGRST204: Could not find the 'city' column of 'beta_signups' in the schema cache; put the column into a new migration and restart; npm run waitlist -- migrations lists what was applied",
    },
  ]);
});
