import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
  vi,
} from "vitest";
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

const key = "0b8e0a6c-8f5e-4c57-9d6e-0c8f2f5a7b11";
const row = { email: "secret@example.com", signup_source: "hero_section" };
const insert = (key?: string) => data.insert(signupForm, row, key);

const json =
  (status: number, body: object, headers = {}): Behavior =>
  ({ response }) => {
    const type = { "Content-Type": "application/json" };
    response
      .writeHead(status, { ...type, ...headers })
      .end(JSON.stringify(body));
  };
/** PostgREST answers an insert of a dropped row like this. */
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
const tooLate = /^no answer within 10000 ms$/;

test.each<[string, Behavior, RegExp]>([
  [
    "answers 201, then its body a byte at a time",
    drip(head("201 Created", 9999), " ".repeat(9999)),
    tooLate,
  ],
  ["answers 204", answer(204, "text/plain", ""), /^status 204,/],
  ["answers 200 with HTML", answer(200, "text/html", html), /^status 200, not/],
  // supabase-js makes this answer a 204.
  ["answers 404 without a body", answer(404, "", ""), /^status 204, not/],
  ["refuses the key", refuseKey, /^status 401, the key is refused; set SUP/],
  ["quotes the address", json(400, quoting), /code 22P02: invalid: \*\*\*$/],
])(
  "a database that %s is a failure, logged in one line without the address; sending again stores one row",
  async (_how, behavior, reason) => {
    const own = { ...row, email: `secret-${crypto.randomUUID()}@example.com` };
    const sent = crypto.randomUUID();
    const send = () => data.insert(signupForm, own, sent);
    database.behave(behavior);
    expect(await send()).toBe("failed");
    expect(logged).toHaveLength(1);
    const line = JSON.parse(logged[0] ?? "") as Record<string, string>;
    expect(line).toMatchObject({ message: "Not stored" });
    expect(line.reason).toMatch(reason);
    expect(logged[0]).not.toMatch(/secret|\n/);
    database.behave(pass);
    // A busy machine may answer too late, too.
    const until = (outcome: RegExp) =>
      vi.waitFor(async () => expect(await send()).toMatch(outcome), 60_000);
    await until(/^(stored|repeated)$/);
    expect(await supabase.signups(own.email)).toHaveLength(1);
    await until(/^repeated$/);
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
  for (const [index, shape] of shapes.entries()) {
    for (const status of [200, 409, 503]) {
      database.behave(json(status, shape as object));
      const outcome = await insert(index % 2 ? key : undefined);
      const what = `${status} ${JSON.stringify(shape)}`;
      expect(outcome, what).toBe("failed");
    }
  }
  expect(logged).toHaveLength(shapes.length * 3);
  expect(logged.join("\n")).not.toMatch(/secret|object|\n\s+at /);
});

/** Each answers one request, in order; later ones are passed on. */
const inOrder = (...behaviors: Behavior[]): Behavior => {
  const left = [...behaviors];
  return (asked) => (left.shift() ?? pass)(asked);
};

test.each([
  ["after the request", cut()],
  ["in its answer's body", cut(`${head("201 Created", 100)}[{`)],
  ["after it stored the row", storeUnseen(cut(head("201 Created", 100)))],
])(
  "a connection that is cut %s is a failure without a key, and used again with one",
  async (_when, behavior) => {
    for (const sent of [undefined, crypto.randomUUID()]) {
      const own = {
        ...row,
        email: `secret-${crypto.randomUUID()}@example.com`,
      };
      database.behave(inOrder(behavior));
      const outcome = await data.insert(signupForm, own, sent);
      expect(outcome).toBe(sent ? "stored" : "failed");
      if (sent) expect(await supabase.signups(own.email)).toHaveLength(1);
    }
    expect(logged).toEqual([expect.stringContaining("no answer: ECONNRESET")]);
  },
);

describe("a database that restarts", () => {
  const restarting = ["57P01", "PGRST001", "PGRST002"].map((code) =>
    json(503, { code, message: "" }),
  );
  const own = () => ({
    ...row,
    email: `secret-${crypto.randomUUID()}@example.com`,
  });

  test("is asked again until the row is stored, and nothing is logged", async () => {
    const sent = own();
    database.behave(inOrder(...restarting));
    expect(await data.insert(signupForm, sent, crypto.randomUUID())).toBe(
      "stored",
    );
    expect(await supabase.signups(sent.email)).toHaveLength(1);
    expect(logged).toEqual([]);
  });

  test("and that has stored the row before counts as storing it now", async () => {
    const [first = pass] = restarting;
    const sent = own();
    database.behave(inOrder(storeUnseen(first)));
    const key = crypto.randomUUID();
    expect(await data.insert(signupForm, sent, key)).toBe("stored");
    expect(await data.insert(signupForm, sent, key)).toBe("repeated");
  });

  test.each([
    ...restarting.map((behavior) => ["503", behavior] as const),
    ["a cut connection", cut()] as const,
  ])(
    "(%s) as a row is sent again that was stored and answered before tells a repeat, so no mail follows",
    async (_how, behavior) => {
      const sent = own();
      const key = crypto.randomUUID();
      database.behave(pass);
      expect(await data.insert(signupForm, sent, key)).toBe("stored");
      database.behave(inOrder(behavior));
      expect(await data.insert(signupForm, sent, key)).toBe("repeated");
    },
  );

  test("and drops the row at the second try is a failure", async () => {
    const [first = pass] = restarting;
    database.behave(inOrder(first, noRow));
    expect(await insert(key)).toBe("failed");
    expect(logged[0]).toContain("npm run waitlist -- check");
  });

  test("is asked again when it refuses connections", async () => {
    const sent = own();
    await database.close();
    // Node learns with a request that a kept connection is closed.
    await expect(fetch(database.url)).rejects.toThrow();
    const outcome = data.insert(signupForm, sent, crypto.randomUUID());
    await new Promise((resolve) => setTimeout(resolve, 150));
    await database.open();
    database.behave(pass);
    expect(await outcome).toBe("stored");
    expect(logged).toEqual([]);
  });

  test("is asked once for a row without a key, and for any other answer", async () => {
    for (const [status, code, sent] of [
      [503, "57P01", undefined],
      [500, "57P01", crypto.randomUUID()],
      [503, "53100", crypto.randomUUID()],
    ] as const) {
      database.behave(inOrder(json(status, { code, message: "" })));
      expect(await data.insert(signupForm, own(), sent)).toBe("failed");
    }
  });
});

test.each(["HTTPS_PROXY", "http_proxy", "ALL_PROXY"])(
  "a project that cannot be reached beside %s is told so",
  async (name) => {
    vi.stubEnv(name, "http://proxy.example:3128");
    database.behave(cut());
    expect(await insert()).toBe("failed");
    expect(logged[0]).toContain(
      `no answer: ECONNRESET; ${name} is set, which Node uses only with NODE_USE_ENV_PROXY=1 in`,
    );
    vi.stubEnv(name, undefined);
  },
);

test("an answer that has arrived counts, though a busy process reads it too late", async () => {
  const { env } = await import("~/server/env.server");
  vi.spyOn(env, "SUPABASE_TIMEOUT_MS", "get").mockReturnValue(1000);
  database.behave(({ response }) => {
    response.writeHead(201).end();
    // The process stops before it reads the answer, and the time is up.
    setImmediate(() => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
    });
  });
  expect(await insert(crypto.randomUUID())).toBe("stored");
});

const duplicate = { duplicate: "email" };

test.each([
  [duplicate, "doppelter Schlüsselwert … »beta_signups_email_lower_key«"],
  ["failed", "doppelter Schlüsselwert … »beta_signups_pkey«"],
  ["failed", 'duplicate key … "beta_signups_id_key"'],
  ["failed", "duplicate key"],
])("%j: 23505 with the message %s", async (outcome, message) => {
  database.behave(json(409, { code: "23505", message }));
  expect(await insert()).toEqual(outcome);
});

test("of two unique fields, the one that the constraint names is the duplicate", async () => {
  const unique = { duplicate: {} };
  const fields = { name: unique, nickname: unique };
  const form = { table: "crews", fields } as unknown as FormDefinition;
  const message = 'duplicate key … "crews_nickname_key"';
  database.behave(json(409, { code: "23505", message }));
  const outcome = await data.insert(form, { nickname: "Zoë" }, undefined);
  expect(outcome).toEqual({ duplicate: "nickname" });
});

test("the log names a rule of the database that is stricter than the form", async () => {
  const message =
    'new row for relation "beta_signups" violates check constraint "beta_signups_email_length"';
  database.behave(json(400, { code: "23514", message }));
  expect(await insert()).toBe("failed");
  expect(logged[0]).toContain(
    "the rule beta_signups_email_length is stricter than the form",
  );
});

const reload = "if it is there, run notify pgrst, 'reload schema'";
test.each<[status: number, code: string, message: string, fix: string]>([
  [404, "PGRST205", "", `_beta_signups.sql among them; ${reload}`],
  [400, "PGRST204", "", `run the migrations for the column; ${reload}`],
  [400, "42703", "", `run the migrations for the column; ${reload}`],
  [401, "PGRST301", "", "the key is not valid for this project; set SUPABASE_"],
  [401, "PGRST303", "", "the key has expired or is not valid; set SUPABASE_"],
  [
    401,
    "42501",
    "permission denied for table beta_signups",
    "put what is missing into a new migration: grant insert (email, signup_source) on public.beta_signups to anon, or a policy; npm",
  ],
  [
    401,
    "42501",
    "permission denied for schema public",
    "put what is missing into a new migration: grant usage on schema public to anon; npm",
  ],
  [
    403,
    "42501",
    "permission denied for table beta_signups",
    "the key has another role than anon; set SUPABASE_ANON_KEY to",
  ],
])(
  "the log says what to do about %i %s %s",
  async (status, code, says, fix) => {
    const message = says || "something is missing";
    database.behave(json(status, { code, message }));
    expect(await insert()).toBe("failed");
    expect(logged[0]).toContain(`"table":"beta_signups"`);
    expect(logged[0]).toContain(`status ${status}, code ${code}: ${message}; `);
    expect(logged[0]).toContain(fix);
  },
);

describe("a table that was there before the migrations", () => {
  const sql = (text: string) => supabase.rows(text);
  beforeAll(async () => {
    await sql("alter table beta_signups drop id");
    await sql("alter table beta_signups add id serial primary key");
    await sql(
      "create function own() returns trigger language plpgsql as 'begin return null; end'",
    );
    database.behave(pass);
  });
  beforeEach(() => sql("truncate beta_signups restart identity"));

  test.each([
    "beta_signups_email_lower_key",
    "beta_signups_email_key",
    "beta_signups_email_idx",
    "signups_email_unique",
  ])("%s tells a duplicate, which is not logged", async (name) => {
    await sql("drop index if exists beta_signups_email_lower_key");
    await sql(`create unique index ${name} on beta_signups (email)`);
    expect(await insert()).toBe("stored");
    expect(await insert()).toEqual(duplicate);
    expect(logged).toEqual([]);
    await sql(`drop index ${name}`);
  });

  test.each([
    [
      "trigger",
      "create trigger own before insert on beta_signups for each row execute function own()",
    ],
    ["rule", "create rule own as on insert to beta_signups do instead nothing"],
  ])(
    "a %s of its own that drops rows makes every insert a failure",
    async (what, make) => {
      await sql(make);
      for (const sent of [key, undefined]) {
        expect(await insert(sent)).toBe("failed");
      }
      await sql(`drop ${what} own on beta_signups`);
      expect(await insert(key)).toBe("stored");
      expect(await insert(key)).toBe("repeated");
      expect(logged).toHaveLength(2);
    },
  );

  test("a primary key whose sequence is behind is a failure, logged with what to do", async () => {
    await insert();
    await sql("select setval('beta_signups_id_seq', 1, false)");
    const other = { ...row, email: "secret-2@example.com" };
    expect(await data.insert(signupForm, other, key)).toBe("failed");
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatch(
      /"status 409, code 23505: .*if beta_signups_pkey is the primary key, its sequence is behind/,
    );
    const [, fix = ""] =
      /set it with (setval\(.*?\)\))/.exec(logged[0] ?? "") ?? [];
    await sql(`select ${fix}`);
    expect(await data.insert(signupForm, other, key)).toBe("stored");
  });
});
