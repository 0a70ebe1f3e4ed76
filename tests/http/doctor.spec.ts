import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { expect } from "playwright/test";
import { doctor as main } from "#operator";
import { freePort, temporaryFolder, withoutOpenssl } from "#supabase/testing";
import { startMailServer } from "../support/servers/mail-server";
import {
  answer,
  cut,
  hang,
  refuseKey,
  startMisbehavingServer,
} from "../support/servers/misbehaving-server";
import type { Behavior } from "../support/servers/misbehaving-server";
import { startSite } from "../support/servers/site";
import { startTlsProxy } from "../support/servers/tls-proxy";
import { test } from "../support/visitors/test";

const folder = temporaryFolder();
test.afterAll(() => {
  // The doctor creates nothing.
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});

type Settings = Record<string, string>;

/** Expects these problems, in this order, no others, and no secret. */
async function expectProblems(
  env: Settings,
  expected: string[],
  file?: Settings,
) {
  const lines: string[] = [];
  const settings = {
    HOST: "127.0.0.1",
    PORT: String(await freePort()),
    DATA_DIR: path.join(folder, "never-made"),
    ...env,
  };
  const status = await main((line) => lines.push(line), settings, file);
  // People need the columns; tests do not.
  const output = lines.join("\n").replace(/ +/g, " ");
  expect(output.match(/^✗.*$/gm) ?? [], output).toEqual(
    expected.map((text): unknown => expect.stringContaining(text)),
  );
  expect(status).toBe(expected.length > 0 ? 1 : 0);
  expect(output).not.toMatch(/p@ss|p%40ss|EVIL|[^\n -~✓✗]/);
  return output;
}

test("every variable gets a line with its source, without its secret, and the environment counts before .env", async () => {
  const wrong = {
    PORT: "abc",
    SUPABASE_ANON_KEY: "EVIL 1",
    SESSION_SECRET: "EVIL 2",
  };
  const file = { BACKUP_DIR: folder, HOST: "0.0.0.0" };
  const output = await expectProblems(
    { ...file, HOST: "127.0.0.1", ...wrong },
    [
      'PORT is "abc"; it should be a whole number',
      "SESSION_SECRET has 6 characters; it should be",
      "SUPABASE_URL is not set; it should be set too",
      "SUPABASE_ANON_KEY has 6 characters; it should be",
    ],
    file,
  );
  for (const line of [
    `✓ BACKUP_DIR ${JSON.stringify(folder)} (.env)`,
    '✓ HOST "127.0.0.1" (environment, not the one in .env)',
    "✓ SMTP_URL not set",
  ]) {
    expect(output.split("\n")).toContain(line);
  }
  expect(output).toMatch(/^✗ PORT .* \(environment\)$/m);
});

test("a mail server accepts the login, or is a problem, and is asked to send nothing; a sender that looks forged is a warning", async () => {
  const server = await startMailServer();
  const forged = /^! MAIL_FROM .*rspamd/m;
  expect(await expectProblems(server.settings(), [])).toMatch(forged);
  for (const MAIL_FROM of ["team@kandi.example", "site@mail.kandi.example"]) {
    const settings = { ...server.settings(), MAIL_FROM };
    expect(await expectProblems(settings, [])).not.toMatch(forged);
  }
  const stranger = server.settings("smtp://user:EVIL@127.0.0.1");
  await expectProblems(stranger, ["refused with 535 at AUTH PLAIN; let SMTP"]);
  expect(server.asked()).toBe(0);
  await server.stop();
});

test("each server answers as it should, or is a problem, and none of its text is printed", async ({
  supabase,
}) => {
  await expectProblems(supabase.env, []);
  const site = await startMisbehavingServer("");
  site.behave(answer(200, "text/plain", "ok\n"));
  const server = await startMisbehavingServer(supabase.env.SUPABASE_URL);
  const text = "EVIL\u009b31m\x1b]0;EVIL\x07\n✓ EVIL\u202e";
  const json = (status: number, body: object) =>
    answer(status, "application/json", JSON.stringify(body));
  const denied = "permission denied for schema public";
  const endless = function* () {
    // Node 26.10's own server stops after 64 KiB of small pieces.
    for (;;) yield text.repeat(9999);
  };
  // tests/unit/database/insert.test.ts has what to do about each code.
  for (const [how, ...problems] of [
    [json(401, { code: "42501", message: text })],
    [
      json(401, { code: "42501", message: denied }),
      "status 401 42501; put what is missing into a new migration: grant usage on schema",
    ],
    [json(500, { code: "42501" }), "status 500 42501; set SUPABASE_URL"],
    [
      (asked) => {
        const isRead = asked.response.req.method === "GET";
        const code = isRead ? "42501" : "25006";
        return json(isRead ? 401 : 405, { code })(asked);
      },
      "the database is read-only, as a standby is, and a Supabase project whose",
    ],
    [refuseKey, "status 401; the key is refused; set SUPABASE_ANON_KEY"],
    [json(200, []), "the key may read beta_signups; let SUPABASE_ANON_KEY"],
    [json(500, { code: text }), "status 500; set SUPABASE_URL"],
    [cut(text), "no answer (not HTTP); set SUPABASE_URL"],
    [
      ({ response }) => void Readable.from(endless()).pipe(response),
      "status 200; set SUPABASE_URL",
    ],
  ] as [Behavior, ...string[]][]) {
    server.behave(how);
    const env = {
      ...supabase.env,
      PORT: new URL(site.url).port,
      SITE_URL: server.url,
      SUPABASE_URL: server.url,
    };
    await expectProblems(env, [...problems, "not from this site; let DNS"]);
  }
  server.behave(hang);
  const SUPABASE_URL = server.url.replace("//", "//user:EVIL@");
  await expectProblems({ ...supabase.env, SUPABASE_URL }, ["without a user"]);
  const slow = { SUPABASE_URL: server.url, SUPABASE_TIMEOUT_MS: "500" };
  await expectProblems({ ...supabase.env, ...slow }, ["(ETIMEDOUT); set"]);
  for (const each of [site, server]) await each.stop();
});

test("the doctor says whether PORT and SITE_URL lead to this site, and what a proxy in between breaks", async () => {
  test.skip(...withoutOpenssl);
  const PORT = String(await freePort());
  const proxy = await startTlsProxy(Number(PORT));
  // Every request has this header.
  const CLIENT_IP_HEADER = "Accept-Language";
  const env = { PORT, SITE_URL: proxy.url, CLIENT_IP_HEADER };
  const site = await startSite(env);
  await expectProblems(env, ["SELF_SIGNED_CERT), not from this site; let DNS"]);
  // Node reads NODE_EXTRA_CA_CERTS only at its start. This works at once, with a
  // warning.
  const warn = process.listeners("warning");
  process.removeAllListeners("warning");
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  await expectProblems(env, []);
  const SITE_URL = proxy.url.replace("127.0.0.1", "localhost");
  const other = ["the site's own post gets status 403"];
  await expectProblems({ ...env, SITE_URL }, other);
  for (const [header, problem] of [
    [CLIENT_IP_HEADER, "the header that CLIENT_IP_HEADER names does not come"],
    ["Strict-Transport-Security", "no Strict-Transport-Security;"],
    ["Content-Security-Policy", "no Content-Security-Policy;"],
    ["Origin", "another site's status 422 instead of 403; restart"],
  ] as const) {
    proxy.drop(header);
    await expectProblems(env, [problem]);
  }
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  for (const listener of warn) process.on("warning", listener);
  await site.stop();
  await proxy.stop();
});
