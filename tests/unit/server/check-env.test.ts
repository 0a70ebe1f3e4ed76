import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { describe, expect, test } from "vitest";
import { checkEnv, schema } from "~/server/check-env.server";

test("everything has a default that works on one machine", () => {
  expect(checkEnv({}).env).toEqual({
    PORT: 3000,
    SUPABASE_TIMEOUT_MS: 5000,
    DATA_DIR: "data",
    RATE_LIMIT_PER_MINUTE: 120,
  });
});

test("an empty value is not set", () => {
  expect(checkEnv({ HOST: "", SITE_URL: " " })).toEqual(checkEnv({}));
});

// A proxy that takes SITE_URL as it stands would serve one page.
test.each([
  "https://kandi.example/",
  "https://kandi.example//",
  "https://Kandi.example",
  "HTTPS://kandi.example",
  "https://kandi.example:443",
  " https://kandi.example",
])("SITE_URL has one spelling, which the line for %j says", (SITE_URL) => {
  const line = checkEnv({ SITE_URL }).problems.join("\n");
  expect(line).toMatch(/it should be (?:https:\/\/kandi\.example, spelled|an)/);
});

const mail = {
  SMTP_URL: "smtp://user:pass%40word@mail.example:587",
  MAIL_FROM: "site@kandi.example",
  MAIL_TO: "team@kandi.example, safety@kandi.example",
};

test("SMTP_URL, MAIL_FROM and MAIL_TO say where messages are mailed", () => {
  const { env } = checkEnv(mail);
  expect(env?.SMTP_URL?.hostname).toBe("mail.example");
  const address = "site@kandi.example";
  expect(env?.MAIL_FROM).toEqual({ address });
  expect(env?.MAIL_TO).toEqual(["team@kandi.example", "safety@kandi.example"]);
  const quoted = { ...mail, MAIL_FROM: `"Kandi" <${address}>` };
  expect(checkEnv(quoted).env?.MAIL_FROM).toEqual({ name: "Kandi", address });
  const MAIL_FROM = "Kandi <site@müller.de>";
  const foreign = checkEnv({ ...mail, MAIL_FROM, MAIL_TO: "Team@例え.jp" });
  expect(foreign.env?.MAIL_FROM?.address).toBe("site@xn--mller-kva.de");
  expect(foreign.env?.MAIL_TO).toEqual(["team@xn--r8jz45g.jp"]);
});

describe("a wrong value stops the start with one line that names it", () => {
  const supabase = {
    SUPABASE_URL: "https://abc.supabase.co",
    SUPABASE_ANON_KEY: "sb_publishable_secret",
    SESSION_SECRET: "0123456789abcdef",
  };
  test.each<[Record<string, string>, string]>([
    [{ PORT: "0" }, 'PORT is "0"'],
    // remix-serve would pick any port.
    [{ PORT: "" }, 'PORT is ""'],
    [{ PORT: "65536" }, "a whole number from 1 to 65535"],
    [{ SITE_URL: "https://kandi.example/path" }, "without a path"],
    [{ SESSION_SECRET: "short" }, "SESSION_SECRET has 5 characters; it should"],
    [
      { ...supabase, SUPABASE_URL: "https://u:s3cr3t@abc.supabase.co" },
      'SUPABASE_URL is "https://***@abc.supabase.co"; it should be',
    ],
    [{ ...supabase, SUPABASE_ANON_KEY: "a b" }, "SUPABASE_ANON_KEY has 3 char"],
    [{ ...supabase, SUPABASE_ANON_KEY: "" }, "SUPABASE_ANON_KEY is not set"],
    [{ ...supabase, SESSION_SECRET: "" }, "SESSION_SECRET is not set"],
    [{ SUPABASE_TIMEOUT_MS: "0" }, 'SUPABASE_TIMEOUT_MS is "0"'],
    [{ DATABASE_URL: "postgresql://u:a/b@db.example/d" }, "has 31 characters"],
    [{ DATABASE_URL: "postgresql://u:50%@db.example/d" }, "percent-encoded"],
    ...["[YOUR-PASSWORD]", "%5BYOUR-PASSWORD%5D"].map(
      (password): [Record<string, string>, string] => [
        { DATABASE_URL: `postgresql://u:${password}@db.example/d` },
        "put the database's password in place of [YOUR-PASSWORD]",
      ],
    ),
    [
      { DATABASE_URL: "postgresql://u:p@h/d?sslmode=require&pgbouncer=true" },
      "without pgbouncer, with which pg_dump makes no backup",
    ],
    [
      { DATABASE_URL: "postgresql://u@h/d?sslmode=no-verify" },
      "without sslmode, with",
    ],
    [
      { DATABASE_URL: "postgresql://u:12?piece@h/d" },
      "without a parameter, with",
    ],
    [{ CLIENT_IP_HEADER: "a b" }, 'CLIENT_IP_HEADER is "a b"'],
    [{ CLIENT_IP_HEADER: "Forwarded" }, 'CLIENT_IP_HEADER is "Forwarded"'],
    [{ RATE_LIMIT_PER_MINUTE: "-1" }, 'RATE_LIMIT_PER_MINUTE is "-1"'],
    [{ ...mail, SMTP_URL: "" }, "SMTP_URL is not set"],
    [{ ...mail, MAIL_FROM: "Kandi" }, 'MAIL_FROM is "Kandi"'],
    [{ ...mail, MAIL_FROM: "a\nBcc: x <a@b.co>" }, "MAIL_FROM is"],
    [
      { DATA_DIR: "~/kandi" },
      `DATA_DIR is "~/kandi"; it should be a path without ~, such as ${homedir()}/kandi.`,
    ],
    [{ ...mail, MAIL_TO: "a@b.co," }, 'MAIL_TO is "a@b.co,"'],
    ...[
      "smtp://user@mail.example",
      "smtp://user:pass/word@mail.example",
      "smtp://user:password@mail.example?tls.rejectUnauthorized=false",
    ].map((SMTP_URL): [Record<string, string>, string] => [
      { ...mail, SMTP_URL },
      `SMTP_URL has ${SMTP_URL.length} characters; it should be smtp://`,
    ]),
  ])("%o", (env, message) => {
    const checked = checkEnv(env);
    expect(checked.env).toBeUndefined();
    expect(checked.problems).toEqual([expect.stringContaining(message)]);
  });
});

test.each([
  ...["PORT", "HOST", "SITE_URL", "SUPABASE_URL", "DATA_DIR", "BACKUP_DIR"],
  ...["CLIENT_IP_HEADER", "MAIL_FROM", "MAIL_TO"],
])("a connection string in %s is refused and not printed", (name) => {
  const { problems } = checkEnv({
    [name]: "postgresql://u:s3cr3t/w0rd@host/d",
  });
  expect(problems).toContainEqual(
    expect.stringContaining(`${name} is "postgresql://***"; it should be`),
  );
  expect(problems.join("\n")).not.toMatch(/s3cr3t|w0rd/);
});

test.each([
  ["postgresql://u:s3c", "postgresql://***"],
  ["postgresql://db.example/d?user=u&password=s3c", "postgresql://***"],
  ["team@kandi.example, smtp://u:p/w@host", "team@kandi.example, smtp://***"],
  ["https://u:p/w@x@db.example/d", "https://***@db.example/d"],
  ["https://token@db.example", "***@db.example"],
  ["u:p/w@x@host:5432", "***@host:5432"],
  ["team@kandi.example,,a@b.co", "team@kandi.example,,a@b.co"],
  ["Robin <robin@example.com>", "Robin <robin@example.com>"],
])("of a wrong value, %j, this is printed: %j", (value, printed) => {
  const { problems } = checkEnv({ MAIL_TO: value });
  expect(problems.join("\n")).toContain(
    `MAIL_TO is ${JSON.stringify(printed)}; it should be`,
  );
});

test(".env.example names every variable, and only those", () => {
  const example = readFileSync(".env.example", "utf8");
  const named = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(Object.keys(schema.shape).sort());
});
