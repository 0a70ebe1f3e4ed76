import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { doctor as main } from "#operator";
import { startMailServer } from "../../support/servers/mail-server";
import {
  answer,
  cut,
  hang,
  refuseKey,
  startMisbehavingServer,
} from "../../support/servers/misbehaving-server";
import type { Behavior } from "../../support/servers/misbehaving-server";
import {
  freePort,
  makeCertificate,
  temporaryFolder,
  withoutOpenssl,
} from "#supabase/testing";
import { startSupabase } from "../../support/servers/supabase";

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

/** Expects these problems, in this order, no others, and no secret. */
async function expectProblems(env: Record<string, string>, expected: string[]) {
  let printed = "";
  const settings = {
    HOST: "127.0.0.1",
    PORT: String(await freePort()),
    DATA_DIR: path.join(folder, "never-made"),
    ...env,
  };
  const print = (line: string) => (printed += `${line}\n`);
  const status = await main(print, settings);
  // People need the columns; tests do not.
  const output = printed.replace(/ +/g, " ");
  expect(output.match(/^✗.*$/gm) ?? [], output).toEqual(
    expected.map((text): unknown => expect.stringContaining(text)),
  );
  expect(status).toBe(expected.length > 0 ? 1 : 0);
  expect(output).not.toMatch(/p@ss|p%40ss|EVIL|[^\n -~✓✗]/);
}

test("every wrong variable gets a line without its secret", async () => {
  const secrets = { SUPABASE_ANON_KEY: "EVIL 1", SESSION_SECRET: "EVIL 2" };
  await expectProblems({ PORT: "abc", ...secrets }, [
    'PORT is "abc"; it should be a whole number',
    "SESSION_SECRET has 6 characters; it should be",
    "SUPABASE_URL is not set; it should be set too",
    "SUPABASE_ANON_KEY has 6 characters; it should be",
  ]);
});

test("each variable's source is told, and the environment counts before .env", async () => {
  const lines: string[] = [];
  const file = { DATA_DIR: folder, HOST: "0.0.0.0" };
  const source = { ...file, HOST: "127.0.0.1", PORT: "x" };
  await main((line) => lines.push(line.replace(/ +/g, " ")), source, file);
  expect(lines).toContain(`✓ DATA_DIR ${JSON.stringify(folder)} (.env)`);
  expect(lines).toContain(
    '✓ HOST "127.0.0.1" (environment, not the one in .env)',
  );
  expect(lines).toContainEqual(
    expect.stringMatching(/^✗ PORT PORT is "x"; it .* \(environment\)$/),
  );
  expect(lines).toContain("✓ SMTP_URL not set");
});

test("nothing is created", async () => {
  await expectProblems({}, []);
  expect(readdirSync(folder)).toEqual([]);
});

test("a mail server accepts the login, or is a problem, and is asked to send nothing", async () => {
  const server = await startMailServer({
    onMailFrom: (_address, _session, done) => done(),
  });
  await expectProblems(server.settings(), []);
  const stranger = server.settings("smtp://user:EVIL@127.0.0.1");
  await expectProblems(stranger, ["refused with 535 at AUTH PLAIN; let SMTP"]);
  expect(server.asked()).toBe(0);
  await server.stop();
});

test("a mail server on this machine may show any certificate, and another one may not", async ({
  skip,
}) => {
  skip(...withoutOpenssl);
  const server = await startMailServer(makeCertificate(temporaryFolder()).tls);
  for (const host of ["localhost", "127.0.0.1", "127.0.1.1"])
    await expectProblems(server.settings(`smtp://*@${host}`), []);
  await expectProblems(server.settings("smtp://*@0.0.0.0"), [
    "failed with DEPTH_ZERO_SELF_SIGNED_CERT at CONN; let SMTP",
  ]);
  await server.stop();
});

test("each server answers as it should, or is a problem, and none of its text is printed", async () => {
  const supabase = await startSupabase();
  await expectProblems(supabase.env, []);
  const site = await startMisbehavingServer("");
  site.behave(answer(200, "text/plain", "ok\n"));
  const server = await startMisbehavingServer(supabase.env.SUPABASE_URL);
  const text = "EVIL\u009b31m\x1b]0;EVIL\x07\n✓ EVIL\u202e";
  const json = (status: number, body: object) =>
    answer(status, "application/json", JSON.stringify(body));
  const denied = (what: string) => {
    const message = `permission denied for ${what}`;
    return { code: "42501", details: null, hint: null, message };
  };
  const endless = function* () {
    // Node 26.10's own server stops after 64 KiB of small pieces.
    for (;;) yield text.repeat(9999);
  };
  for (const [how, ...problems] of [
    [json(401, { code: "42501", message: text })],
    [json(401, denied("table beta_signups"))],
    [
      json(401, denied("schema public")),
      "status 401 42501; put what is missing into a new migration: grant usage on schema",
    ],
    [
      json(403, denied("table beta_signups")),
      "status 403 42501; the key has another role than",
    ],
    [json(500, { code: "42501" }), "status 500 42501; set SUPABASE_URL"],
    [
      json(401, { code: "PGRST301" }),
      "status 401 PGRST301; the key is not valid for",
    ],
    [refuseKey, "status 401; the key is refused; set SUPABASE_ANON_KEY"],
    [json(200, []), "the key may read beta_signups; let SUPABASE_ANON_KEY"],
    [
      json(404, { code: "PGRST205" }),
      "status 404 PGRST205; run the migrations, supabase/",
    ],
    [
      json(400, { code: "42703" }),
      "status 400 42703; run the migrations for the column",
    ],
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
  for (const each of [site, server, supabase]) await each.stop();
});
