import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "playwright/test";
import {
  doctorArguments,
  expectProblems,
  runDoctor,
} from "../support/fixtures/doctor";
import { mailSettings, startMailServer } from "../support/fixtures/mail-server";
import {
  answer,
  cut,
  hang,
  refuseKey,
  startMisbehavingServer,
} from "../support/fixtures/misbehaving-server";
import type { Behavior } from "../support/fixtures/misbehaving-server";
import { freePort, startSite } from "../support/fixtures/site";
import { startSupabase, temporaryFolder } from "../support/fixtures/supabase";
import { makeCertificate, startTlsProxy } from "../support/fixtures/tls-proxy";

// Each test starts several processes.
test.describe.configure({ timeout: 120_000 });

test("with nothing set and nothing running, all is well and nothing is created", async () => {
  const folder = temporaryFolder();
  const output = await expectProblems({ DATA_DIR: path.join(folder, "data") });
  expect(output).toContain("✓ PORT in use free\n");
  expect(output).toContain("✓ DATA_DIR folder is created at the first start\n");
  expect(output).toContain("supabase/queries/check.sql");
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});

test("every wrong variable gets a line, and no secret is printed", async () => {
  const output = await expectProblems(
    { PORT: "abc", SUPABASE_ANON_KEY: "a key", SESSION_SECRET: "too short" },
    'PORT is "abc"; it should be a whole number',
    "SESSION_SECRET has 9 characters; it should be",
    "SUPABASE_URL is not set; it should be set too",
    "SUPABASE_ANON_KEY has 5 characters; it should be",
  );
  expect(output).not.toMatch(/too short|a key/);
});

test("a folder that other users can use, or that has no room, is a problem", async () => {
  const DATA_DIR = temporaryFolder();
  const open = [
    "--import",
    "tsx",
    "tests/support/programs/open-folder.ts",
    DATA_DIR,
  ];
  const holder = spawn(process.execPath, open);
  await once(holder.stdout, "data");
  await expectProblems({ DATA_DIR }, "is in use by another process; stop that");
  holder.kill("SIGKILL");
  await once(holder, "close");
  expect(await expectProblems({ DATA_DIR })).toContain(
    "✓ DATA_DIR lock free\n",
  );

  chmodSync(DATA_DIR, 0o755);
  await expectProblems({ DATA_DIR }, "has mode 755; run chmod 700");
  const file = "package.json";
  await expectProblems({ DATA_DIR: file }, "DATA_DIR folder is not a folder");
  await expectProblems(
    { DATA_DIR: `${file}/data` },
    "cannot be created by this",
  );
  // Only root can give away a folder; every other user can try one of root's.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(DATA_DIR, 65534, 65534);
  const others = { DATA_DIR: isRoot ? DATA_DIR : "/usr" };
  await expectProblems(others, "belongs to another user");
  rmSync(DATA_DIR, { recursive: true });

  // This file system never has free space.
  const { problems } = await runDoctor({ DATA_DIR: "/proc/kandi" });
  expect(problems.at(-1)).toContain("DATA_DIR disk only 0 MB free; free some");
});

test("PORT and SITE_URL lead to this site, and no proxy in between breaks it", async () => {
  const port = await freePort();
  const proxy = await startTlsProxy(port);
  const settings = { PORT: String(port), SITE_URL: proxy.url };
  const site = await startSite(settings);
  const stranger = { ...settings, DATA_DIR: site.dataDir };
  const env = { ...stranger, NODE_EXTRA_CA_CERTS: proxy.certificate };
  expect(await expectProblems(env)).toMatch(
    /✓ PORT in use by the site[^]*✓ SITE_URL answers[^]*✓ SITE_URL headers[^]*✓ SITE_URL posts/,
  );
  await expectProblems(stranger, "SELF_SIGNED_CERT), not from this site; let");
  const SITE_URL = proxy.url.replace("127.0.0.1", "localhost");
  await expectProblems({ ...env, SITE_URL }, "the site's own gets status 403");
  proxy.drop("Strict-Transport-Security");
  await expectProblems(env, "SITE_URL headers no Strict-Transport-Security;");
  proxy.drop("Content-Security-Policy");
  await expectProblems(env, "SITE_URL headers no Content-Security-Policy;");
  proxy.drop("Origin");
  await expectProblems(
    env,
    "another site's status 422 instead of 403; restart",
  );
  await site.stop();
  await proxy.stop();
});

test("a Supabase project answers and accepts the key, or is reported as a problem", async () => {
  const supabase = await startSupabase();
  const output = await expectProblems(supabase.env);
  expect(output).toContain("✓ Supabase answers and accepts the key\n");
  expect(output).not.toMatch(/DATA_DIR folder|sb_publishable/);

  const server = await startMisbehavingServer(supabase.env.SUPABASE_URL);
  const json = (status: number, body: object) =>
    answer(status, "application/json", JSON.stringify(body));
  for (const [how, ...problems] of [
    [json(401, { code: "42501" })],
    [json(400, { code: "PGRST127" })],
    [refuseKey, "the key is refused (status 401); set SUPABASE_ANON_KEY"],
    [json(401, { code: "PGRST301" }), "the key is refused (status 401 PGRST30"],
    [json(200, []), "the key may read beta_signups; set SUPABASE_ANON_KEY"],
    [json(404, { code: "PGRST205" }), "there is no table beta_signups"],
    [json(500, { code: "XX000" }), "status 500 XX000; set SUPABASE_URL"],
    [answer(200, "text/html", "Hello"), "status 200; set SUPABASE_URL"],
    [hang, "no answer (ETIMEDOUT); set SUPABASE_URL"],
    [cut(), "no answer (ECONNRESET); set SUPABASE_URL"],
  ] as const) {
    server.behave(how);
    const { url: SUPABASE_URL } = server;
    const env = { ...supabase.env, SUPABASE_URL, SUPABASE_TIMEOUT_MS: "500" };
    await expectProblems(env, ...problems);
  }
  // fetch's error quotes such a URL.
  const SUPABASE_URL = server.url.replace("//", "//user:password@");
  const env = { ...supabase.env, SUPABASE_URL };
  expect(await expectProblems(env, "no answer")).not.toContain("password");
  await server.stop();
  await supabase.stop();
});

test("a mail server answers and accepts the login, or is reported as a problem", async () => {
  const folder = temporaryFolder();
  const { tls, certificate } = makeCertificate(folder);
  const NODE_EXTRA_CA_CERTS = certificate;
  const onMailFrom = () => expect("a mail").toBe("never sent");
  const plain = await startMailServer({ onMailFrom });
  const starttls = await startMailServer({ ...tls, onMailFrom });
  const smtps = await startMailServer({ ...tls, secure: true, onMailFrom });
  const broken = await startMailServer({
    onConnect: (_session, done) => done(new Error("EVIL")),
  });
  const stranger = plain.settings("smtp://user:EVIL@127.0.0.1");
  const secure = smtps.settings("smtps://*@localhost");
  const elsewhere = plain.settings("smtp://*@0.0.0.0");
  const fine = "✓ Mail server answers and accepts the login\n";
  for (const [env, ...problems] of [
    [plain.settings()],
    [{ ...starttls.settings(), NODE_EXTRA_CA_CERTS }],
    [{ ...secure, NODE_EXTRA_CA_CERTS }],
    [starttls.settings(), "SELF_SIGNED_CERT at CONN; let SMTP_URL"],
    [secure, "SELF_SIGNED_CERT at CONN; let SMTP_URL"],
    [stranger, "refused with 535 at AUTH PLAIN; let SMTP_URL"],
    [elsewhere, "refused with 500 at STARTTLS; let SMTP_URL"],
    [broken.settings(), "Mail server refused with 554 at CONN; let SMTP_URL"],
    [mailSettings(await freePort()), "failed with ECONNREFUSED at CONN"],
  ] as const) {
    const output = await expectProblems(env, ...problems);
    expect(output.includes(fine)).toBe(problems.length === 0);
    expect(output).toContain("✓ MAIL_TO");
    expect(output).not.toMatch(/p@ss|p%40ss|EVIL|kandi@mail/);
  }
  for (const server of [plain, starttls, smtps, broken]) await server.stop();
  rmSync(folder, { recursive: true });
});

test("no text from a server's answer is printed", async () => {
  const site = await startSite();
  const server = await startMisbehavingServer(site.url);
  const { url } = server;
  const keys = { SUPABASE_ANON_KEY: "key", SESSION_SECRET: "0123456789abcdef" };
  const asked = { PORT: new URL(site.url).port, SITE_URL: url, ...keys };
  const header = "EVIL\u009b31m";
  const text = `${header}\x1b]0;EVIL\x07\n✓ EVIL\u202e`;
  const json = JSON.stringify({ code: text, message: text, details: text });
  const endless = function* () {
    for (;;) yield text;
  };
  const hostile: Behavior[] = [
    cut(text),
    cut(`HTTP/1.1 308 ${header}\r\nLocation: ${header}\r\n\r\n${text}`),
    answer(401, "application/json", json),
    ({ response }) => void Readable.from(endless()).pipe(response),
    // At first it passes for the site.
    ({ response }) =>
      void response.end(response.req.url === "/healthz" ? "ok\n" : text),
  ];
  for (const how of hostile) {
    server.behave(how);
    const { output } = await runDoctor({ ...asked, SUPABASE_URL: url });
    expect(output).toMatch(/✗ Supabase[^]*✗ SITE_URL/);
    expect(output).not.toMatch(/EVIL|ETIMEDOUT|[^\n -~✓✗]/i);
  }
  server.behave(cut(text));
  const taken = { PORT: new URL(url).port };
  await expectProblems(taken, "is taken by another process; stop that one");
  await server.stop();
  await site.stop();
});

test("the doctor ends quietly when its reader stops reading", async () => {
  const doctor = `"${process.execPath}" ${doctorArguments.join(" ")}`;
  const child = spawn("sh", ["-c", `${doctor} | head -n 1`], {
    env: { NODE_ENV: "production", PATH: process.env.PATH },
  });
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
  ]);
  expect(stdout.split("\n")).toHaveLength(2);
  expect(stderr).toBe("");
});
