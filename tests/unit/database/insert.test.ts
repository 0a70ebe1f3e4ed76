import http from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { FormDefinition } from "~/forms/definition";
import { signupForm } from "~/forms/signup";
import { catchLog } from "../../support/project/caught-log";
import {
  answer,
  cut,
  drip,
  pass,
  refuseKey,
  startMisbehavingServer,
  storeUnseen,
} from "../../support/servers/misbehaving-server";
import type {
  Behavior,
  MisbehavingServer,
} from "../../support/servers/misbehaving-server";
import { startSupabase } from "../../support/servers/supabase";
import type { TestSupabase } from "../../support/servers/supabase";

// tests/http/failing-database.spec.ts has what a visitor gets, and each kind of failure.

let supabase: TestSupabase;
/** In front of it, with the answers that a test sets. */
let database: MisbehavingServer;
let data: typeof import("~/database/insert.server");
const logged = catchLog("error");

beforeAll(async () => {
  supabase = await startSupabase();
  database = await startMisbehavingServer(supabase.env.SUPABASE_URL);
  vi.stubEnv("SUPABASE_URL", database.url);
  vi.stubEnv("SUPABASE_ANON_KEY", supabase.env.SUPABASE_ANON_KEY);
  vi.stubEnv("SUPABASE_TIMEOUT_MS", "10000");
  data = await import("~/database/insert.server");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.stop();
  await supabase.stop();
});

/** A row that no other test stores. */
const newRow = () => ({
  email: `secret-${crypto.randomUUID()}@example.com`,
  signup_source: "hero_section",
});
const newKey = () => crypto.randomUUID() as string;
const insert = (key?: string, row = newRow()) =>
  data.insert(signupForm, row, key);

const json =
  (status: number, body: object, headers = {}): Behavior =>
  ({ response }) => {
    const type = { "Content-Type": "application/json" };
    response
      .writeHead(status, { ...type, ...headers })
      .end(JSON.stringify(body));
  };

/** Each answers one request, in order; later ones are passed on. */
const inOrder = (...behaviors: Behavior[]): Behavior => {
  const left = [...behaviors];
  return (asked) => (left.shift() ?? pass)(asked);
};

test("sends only the row, and the key as a header", async () => {
  let sent: unknown;
  database.behave(({ body, response }) => {
    const { method, url, headers } = response.req;
    const json: unknown = JSON.parse(body.toString());
    sent = { method, url, body: json, key: headers["idempotency-key"] };
    response.writeHead(201).end();
  });
  const [key, row] = [newKey(), newRow()];
  expect(await insert(key, row)).toBe("stored");
  expect(sent).toEqual({
    method: "POST",
    url: "/rest/v1/beta_signups",
    body: row,
    key,
  });
});

const html = "<html>secret@example.com</html>";
const quoting = { code: "22P02", message: 'invalid: "secret@example.com"' };
const stopped = json(503, { code: "57P01", message: "" });

test.each<[string, Behavior, RegExp]>([
  ["answers 204", answer(204, "text/plain", ""), /^status 204,/],
  ["answers 200 with HTML", answer(200, "text/html", html), /^status 200, not/],
  // supabase-js makes this answer a 204.
  ["answers 404 without a body", answer(404, "", ""), /^status 204, not/],
  ["refuses the key", refuseKey, /^status 401, the key is refused; set SUP/],
  ["quotes the address", json(400, quoting), /code 22P02: invalid: \*\*\*$/],
  ["fails as if it restarted", json(500, { code: "57P01" }), /^status 500, /],
  ["is full", json(503, { code: "53100" }), /^status 503, code 53100: $/],
])(
  "a database that %s is not asked again, and logged in one line without the address",
  async (_how, behavior, reason) => {
    database.behave(inOrder(behavior));
    expect(await insert(newKey())).toBe("failed");
    expect(logged).toHaveLength(1);
    const line = JSON.parse(logged[0] ?? "") as Record<string, string>;
    expect(line).toMatchObject({ message: "Not stored" });
    expect(line.reason).toMatch(reason);
    expect(logged[0]).not.toMatch(/secret|\n/);
  },
);

const refused = (code: string, what: string): [number, string, string] => [
  401,
  code,
  `permission denied for ${what}`,
];
const reload = "if it is there, run notify pgrst, 'reload schema'";
test.each<[status: number, code: string, message: string, fix: string]>([
  [404, "PGRST205", "none", `_beta_signups.sql among them; ${reload}`],
  [400, "PGRST204", "none", `run the migrations for the column; ${reload}`],
  [400, "42703", "none", `run the migrations for the column; ${reload}`],
  [401, "PGRST301", "no", "the key is not valid for this project; set SUPABAS"],
  [401, "PGRST303", "no", "the key has expired or is not valid; set SUPABASE_"],
  [
    ...refused("42501", "table beta_signups"),
    "put what is missing into a new migration: grant insert (email, signup_source) on public.beta_signups to anon, or a policy; npm",
  ],
  [
    ...refused("42501", "schema public"),
    "put what is missing into a new migration: grant usage on schema public to anon; npm",
  ],
  [403, "42501", "denied", "the key has another role than anon; set SUPABASE_"],
  [405, "25006", "cannot execute INSERT", "the database is read-only, as a"],
  [400, "23514", 'breaks constraint "a_b"', "the rule a_b is stricter than"],
])(
  "the log says what to do about %i %s %s",
  async (status, code, message, fix) => {
    database.behave(json(status, { code, message }));
    expect(await insert()).toBe("failed");
    expect(logged[0]).toContain(`"table":"beta_signups"`);
    const { reason } = JSON.parse(logged[0] ?? "") as { reason: string };
    expect(reason).toContain(`status ${status}, code ${code}: ${message}; `);
    expect(reason).toContain(fix);
  },
);

test("a gateway's JSON of any shape is a failure, logged in one line without the address", async () => {
  const text = "secret@example.com";
  const texts = [undefined, null, 7, true, text, [text], { a: 1 }];
  const shapes = [
    ...texts,
    ...["constructor", "23505", 23505].flatMap((code) =>
      texts.flatMap((message) => [
        { code, message },
        { code, message: "refused", details: message, hint: message },
      ]),
    ),
    [{ code: "23505" }],
  ];
  for (const shape of shapes) {
    for (const status of [200, 409, 503]) {
      database.behave(json(status, shape as object));
      const what = `${status} ${JSON.stringify(shape)}`;
      expect(await insert(newKey()), what).toBe("failed");
    }
  }
  expect(logged).toHaveLength(shapes.length * 3);
  expect(logged.join("\n")).not.toMatch(/secret|object|\n\s+at /);
});

const head =
  "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n";

test.each<[string, Behavior]>([
  ...["57P01", "PGRST001", "PGRST002"].map((code): [string, Behavior] => [
    `answers 503 with ${code}`,
    json(503, { code, message: "" }),
  ]),
  ["stores the row and says that it stops", storeUnseen(stopped)],
  ["cuts the connection after the request", cut()],
  ["cuts it in its answer's body", cut(`${head}[{`)],
  ["cuts it after it stored the row", storeUnseen(cut(head))],
])(
  "a database that restarts, and %s, is asked again for a row with a key, until that is stored once, and a repeat is told as one",
  async (_how, behavior) => {
    const [key, row] = [newKey(), newRow()];
    database.behave(inOrder(behavior));
    expect(await insert(key, row)).toBe("stored");
    expect(await supabase.signups(row.email)).toHaveLength(1);
    // A repeat is not mailed again.
    database.behave(inOrder(cut()));
    expect(await insert(key, row)).toBe("repeated");
    expect(logged).toEqual([]);
    database.behave(inOrder(behavior));
    expect(await insert()).toBe("failed");
  },
);

test("a database that restarts, and then drops the row, is a failure", async () => {
  // PostgREST answers an insert of a dropped row like this.
  const noRow = json(201, {}, { "Content-Range": "*/0" });
  database.behave(inOrder(stopped, noRow));
  expect(await insert(newKey())).toBe("failed");
  expect(logged[0]).toContain("npm run waitlist -- check");
});

test("a database that refuses connections for a while is asked again", async () => {
  await database.close();
  // Node learns with a request that a kept connection is closed.
  await expect(fetch(database.url)).rejects.toThrow();
  const asked = vi.spyOn(http, "request");
  const outcome = insert(newKey());
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2), 60_000);
  database.behave(pass);
  await database.open();
  expect(await outcome).toBe("stored");
  expect(logged).toEqual([]);
});

test("a project that cannot be reached beside a proxy is told so", async () => {
  vi.stubEnv("HTTPS_PROXY", "http://proxy.example:3128");
  database.behave(cut());
  expect(await insert()).toBe("failed");
  expect(logged[0]).toContain(
    "no answer: ECONNRESET; HTTPS_PROXY is set, which Node uses only with NODE_USE_ENV_PROXY=1 in",
  );
  vi.stubEnv("HTTPS_PROXY", undefined);
});

test("only an answer that has arrived whole counts, though a busy process reads it too late", async () => {
  const { env } = await import("~/server/env.server");
  vi.spyOn(env, "SUPABASE_TIMEOUT_MS", "get").mockReturnValue(1000);
  database.behave(drip(head, " ".repeat(9999)));
  expect(await insert(newKey())).toBe("failed");
  expect(logged[0]).toContain(`"no answer within 1000 ms"`);
  database.behave(({ response }) => {
    response.writeHead(201).end();
    // The process stops before it reads the answer, and the time is up.
    setImmediate(() => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
    });
  });
  expect(await insert(newKey())).toBe("stored");
});

test.each([
  [{ duplicate: "email" }, "doppelt … »beta_signups_email_lower_key«"],
  [{ duplicate: "email" }, 'duplicate key … "signups_email_unique"'],
  ["failed", "doppelter Schlüsselwert … »beta_signups_pkey«"],
  ["failed", "duplicate key"],
])("%j: 23505 with the message %s", async (outcome, message) => {
  database.behave(json(409, { code: "23505", message }));
  expect(await insert()).toEqual(outcome);
  expect(logged).toHaveLength(outcome === "failed" ? 1 : 0);
});

test.each(["name", "nickname"])(
  "of two unique fields, the duplicate is the one that the constraint names, not the table: %s",
  async (name) => {
    const unique = { duplicate: {} };
    const fields = { name: unique, nickname: unique };
    const form = { table: "nicknames", fields } as unknown as FormDefinition;
    const message = `duplicate key … "nicknames_${name}_key"`;
    database.behave(json(409, { code: "23505", message }));
    const outcome = await data.insert(form, { [name]: "Zoë" }, undefined);
    expect(outcome).toEqual({ duplicate: name });
  },
);

test("a primary key whose sequence is behind is a failure, logged with what to do", async () => {
  const sql = (text: string) => supabase.rows(text);
  await sql(`alter table beta_signups drop id`);
  await sql(`alter table beta_signups add id serial primary key`);
  await sql("select setval('beta_signups_id_seq', 1, false)");
  database.behave(pass);
  const row = newRow();
  expect(await insert(newKey(), row)).toBe("failed");
  const [, fix = ""] =
    /23505: .*if beta_signups_pkey is the primary key, .* set it with (setval\(.*?\)\))/.exec(
      logged[0] ?? "",
    ) ?? [];
  await sql(`select ${fix}`);
  expect(await insert(newKey(), row)).toBe("stored");
});
