import { once } from "node:events";
import { chmodSync, chownSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, describe, expect, test } from "vitest";
import { main } from "~/commands/doctor/main";
import { lockFolder } from "~/embedded-supabase/folder.server";
import {
  mailSettings,
  startMailServer,
} from "../../support/fixtures/mail-server";
import {
  answer,
  cut,
  hang,
  refuseKey,
  startMisbehavingServer,
} from "../../support/fixtures/misbehaving-server";
import type { Behavior } from "../../support/fixtures/misbehaving-server";
import { freePort } from "../../support/fixtures/site";
import {
  startSupabase,
  temporaryFolder,
} from "../../support/fixtures/supabase";
import { makeCertificate } from "../../support/fixtures/tls-proxy";

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

async function doctor(env: Record<string, string>) {
  let printed = "";
  const status = await main((line) => (printed += `${line}\n`), {
    HOST: "127.0.0.1",
    PORT: String(await freePort()),
    DATA_DIR: path.join(folder, "never-made"),
    ...env,
  });
  // People need the columns; tests do not.
  const output = printed.replace(/ +/g, " ");
  return { status, output, problems: output.match(/^✗.*$/gm) ?? [] };
}

/** Expects these problems, in this order, and no others. */
async function expectProblems(
  env: Record<string, string>,
  ...expected: string[]
) {
  const { status, output, problems } = await doctor(env);
  const containing = expected.map((text): unknown =>
    expect.stringContaining(text),
  );
  expect(problems, output).toEqual(containing);
  expect(status).toBe(problems.length > 0 ? 1 : 0);
  return output;
}

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

test("a name in .env that the site does not know is a warning, and so is a missing SITE_URL", async () => {
  const lines: string[] = [];
  const env = { PORT: String(await freePort()), DATA_DIR: folder };
  const names = ["PORT", "RATE_LIMIT_PER_MIN"];
  expect(await main((line) => lines.push(line), env, names)).toBe(0);
  expect(lines.filter((line) => line.startsWith("!"))).toEqual([
    expect.stringMatching(/^! RATE_LIMIT_PER_MIN .*is no setting of the site/),
    expect.stringMatching(/^! SITE_URL +is not set: .*https:/),
  ]);
  expect(lines.join("\n")).not.toMatch(/^✓ SITE_URL /m);
});

test("a folder that other users can use, or that has no room, is a problem", async () => {
  const DATA_DIR = temporaryFolder();
  const unlock = lockFolder(DATA_DIR);
  await expectProblems({ DATA_DIR }, "is in use by another process; stop that");
  unlock();
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
  const { problems } = await doctor({ DATA_DIR: "/proc/kandi" });
  expect(problems.at(-1)).toContain("DATA_DIR disk only 0 MB free; free some");
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
    const SUPABASE_TIMEOUT_MS = how === hang ? "500" : "5000";
    const env = { ...supabase.env, SUPABASE_URL, SUPABASE_TIMEOUT_MS };
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
  const { tls } = makeCertificate(folder);
  const plain = await startMailServer({
    onMailFrom: (_address, _session, done) => done(),
  });
  const starttls = await startMailServer(tls);
  const smtps = await startMailServer({ ...tls, secure: true });
  const broken = await startMailServer({
    onConnect: (_session, done) => done(new Error("EVIL")),
  });
  const stranger = plain.settings("smtp://user:EVIL@127.0.0.1");
  const secure = smtps.settings("smtps://*@localhost");
  const elsewhere = plain.settings("smtp://*@0.0.0.0");
  const fine = "✓ Mail server answers and accepts the login\n";
  for (const [env, ...problems] of [
    [plain.settings()],
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
  // Nobody has begun a mail.
  expect(plain.asked()).toBe(0);
  for (const server of [plain, starttls, smtps, broken]) await server.stop();
});

describe("no text from a server's answer is printed", () => {
  const header = "EVIL\u009b31m";
  const text = `${header}\x1b]0;EVIL\x07\n✓ EVIL\u202e`;
  const json = JSON.stringify({ code: text, message: text, details: text });
  const endless = function* () {
    for (;;) yield text;
  };
  test.each<[string, Behavior]>([
    ["broken bytes", cut(text)],
    [
      "a redirect",
      cut(`HTTP/1.1 308 ${header}\r\nLocation: ${header}\r\n\r\n${text}`),
    ],
    ["a refusal", answer(401, "application/json", json)],
    [
      "a body without end",
      ({ response }) => void Readable.from(endless()).pipe(response),
    ],
    [
      "what passes for the site at first",
      ({ response }) =>
        void response.end(response.req.url === "/healthz" ? "ok\n" : text),
    ],
  ])("%s", async (_name, behavior) => {
    const site = createServer((_request, response) => response.end("ok\n"));
    site.listen(0, "127.0.0.1");
    await once(site, "listening");
    const server = await startMisbehavingServer("");
    server.behave(behavior);
    const { port } = site.address() as AddressInfo;
    const { output } = await doctor({
      PORT: String(port),
      SITE_URL: server.url,
      SUPABASE_URL: server.url,
      SUPABASE_ANON_KEY: "key",
      SESSION_SECRET: "0123456789abcdef",
    });
    expect(output).toMatch(/✗ Supabase[^]*✗ SITE_URL/);
    expect(output).not.toMatch(/EVIL|ETIMEDOUT|[^\n -~✓✗]/i);
    await server.stop();
    site.close();
  });
});

test("a port that another program has is a problem", async () => {
  const server = await startMisbehavingServer("");
  server.behave(cut("EVIL"));
  const PORT = new URL(server.url).port;
  await expectProblems({ PORT }, "is taken by another process; stop that one");
  await server.stop();
});
