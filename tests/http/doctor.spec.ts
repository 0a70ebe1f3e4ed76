import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, test } from "playwright/test";
import { runDoctor } from "../support/doctor";
import {
  answer,
  hang,
  passWith,
  startMisbehavingServer,
} from "../support/misbehaving-server";
import { freePort, startSite } from "../support/site";
import { startSupabase, temporaryFolder } from "../support/supabase";
import type { TestSupabase } from "../support/supabase";

// Each starts process after process.
test.describe.configure({ timeout: 90_000 });

const secret = "only for the tests of this project";

type Report = Awaited<ReturnType<typeof runDoctor>>;

/** That these lines, and no others, are not well. */
function expectWrong(
  { status, output, lines }: Report,
  wrong: Record<string, string | RegExp>,
) {
  const found = [...lines].filter(([, { ok }]) => !ok);
  expect(
    found.map(([name]) => name),
    output,
  ).toEqual(Object.keys(wrong));
  for (const [name, text] of Object.entries(wrong)) {
    expect(lines.get(name)?.text).toMatch(text);
  }
  expect(status).toBe(found.length > 0 ? 1 : 0);
}

const expectWell = (report: Report) => expectWrong(report, {});

test("nothing set and nothing running: all is well, and nothing is made", async () => {
  const folder = temporaryFolder();
  const report = await runDoctor({ DATA_DIR: path.join(folder, "data") });
  expectWell(report);
  expect(report.lines.get("PORT in use")?.text).toMatch(/is free$/);
  expect(report.lines.get("DATA_DIR folder")?.text).toMatch(/first start$/);
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});

test("every wrong variable has its line, and no secret is told", async () => {
  const report = await runDoctor({
    PORT: "abc",
    SUPABASE_ANON_KEY: "key of a project",
    SESSION_SECRET: "short secret",
  });
  expectWrong(report, {
    PORT: 'PORT is "abc"; it should be a whole number',
    SESSION_SECRET: "SESSION_SECRET holds 12 characters; it should be",
    SUPABASE_URL: "SUPABASE_URL is not set; it should be set too",
    SUPABASE_ANON_KEY: "SUPABASE_ANON_KEY holds 16 characters; it should be",
  });
  expect(report.output).not.toMatch(/short secret|key of a project/);
});

test("a port that something else has is told with the mend", async () => {
  const other = createServer((_, response) => response.end("hello"));
  await once(other.listen(0, "127.0.0.1"), "listening");
  const { port } = other.address() as AddressInfo;
  expectWrong(await runDoctor({ PORT: String(port) }), {
    "PORT in use": `PORT ${port} is taken by another process; stop that one, or set PORT`,
  });
  other.close();
});

test("the site that runs has the port and the folder", async () => {
  const site = await startSite();
  const { port } = new URL(site.url);
  const env = { PORT: port, DATA_DIR: site.dataDir };
  const report = await runDoctor(env);
  expectWell(report);
  expect(report.lines.get("PORT in use")?.text).toMatch(/very site's/);
  expect(report.lines.get("DATA_DIR lock")?.text).toMatch(/^held, while the/);

  // The site was started before the secret was set.
  expectWrong(await runDoctor({ ...env, SESSION_SECRET: secret }), {
    "PORT in use": /another SESSION_SECRET.*start it again/,
    "DATA_DIR lock": "in use by another process",
  });
  await site.stop();
});

test("a folder that another process holds, or that others may read, is told", async () => {
  const folder = temporaryFolder();
  const holder = spawn(process.execPath, [
    ...["--import", "tsx", "tests/support/open-folder.ts", folder],
  ]);
  await once(holder.stdout, "data");
  chmodSync(folder, 0o755);
  const env = { DATA_DIR: folder };
  expectWrong(await runDoctor(env), {
    "DATA_DIR folder": /mode 0755.*chmod 700/,
    "DATA_DIR lock": "is in use by another process; stop that one",
  });
  const closed = once(holder, "close");
  holder.kill("SIGKILL");
  await closed;
  chmodSync(folder, 0o700);
  const report = await runDoctor(env);
  expectWell(report);
  expect(report.lines.get("DATA_DIR lock")?.text).toBe("free");
  expect(report.lines.get("DATA_DIR disk")?.text).toMatch(/^holds \d\d MB/);
  rmSync(folder, { recursive: true });
});

/** A site to be started behind a proxy that does as the test wants. */
async function startProxy() {
  const port = String(await freePort());
  const proxy = await startMisbehavingServer(`http://127.0.0.1:${port}`);
  proxy.behave(passWith(() => ({})));
  const env = { PORT: port, SITE_URL: proxy.url, SESSION_SECRET: secret };
  return { proxy, env };
}

const answers = "SITE_URL answers";
const posts = "SITE_URL posts";
const seen = "CLIENT_IP_HEADER seen";

test("a site that does not run yet is said and not failed", async () => {
  const { proxy, env } = await startProxy();
  proxy.behave(answer(503, "text/html", "<h1>Back in a moment</h1>"));
  const report = await runDoctor(env);
  expectWell(report);
  expect(report.lines.get(answers)?.text).toMatch(/^not yet \(status 503/);
  await proxy.close();
  expectWell(await runDoctor(env));
  await proxy.stop();

  const nowhere = { ...env, SITE_URL: "https://kandi.invalid" };
  expectWrong(await runDoctor(nowhere), { [answers]: "certificate and proxy" });
});

test("SITE_URL is asked what the site sees behind its proxy", async () => {
  const { proxy, env } = await startProxy();
  const settings = { ...env, CLIENT_IP_HEADER: "X-Real-IP" };
  const site = await startSite(settings);
  const run = () => runDoctor({ ...settings, DATA_DIR: site.dataDir });
  const address = { "x-real-ip": "203.0.113.7" };

  proxy.behave(passWith(() => address));
  const well = await run();
  expectWell(well);
  expect(well.lines.get(posts)?.text).toMatch(/own pages, refused from others/);
  expect(well.lines.get("SITE_URL Host seen")?.text).toContain(
    new URL(proxy.url).host,
  );
  expect(well.lines.get(seen)?.text).toMatch(/203\.0\.113\.7.*forged/);

  proxy.behave(passWith(() => ({})));
  expectWrong(await run(), { [seen]: "proxy sends no x-real-ip" });
  proxy.behave(passWith((asked) => ({ ...address, ...pick(asked) })));
  expectWrong(await run(), { [seen]: "whoever sends x-real-ip" });
  proxy.behave(passWith(() => ({ ...address, origin: "null" })));
  expectWrong(await run(), { [posts]: "own is answered with 403" });
  proxy.behave(answer(200, "text/html", "<h1>Parked</h1>"));
  expectWrong(await run(), { [answers]: "certificate and proxy" });

  await site.stop();
  await proxy.stop();
});

/** The address that a visitor claims to have. */
const pick = ({ "x-real-ip": claimed }: IncomingHttpHeaders) =>
  claimed === undefined ? undefined : { "x-real-ip": String(claimed) };

test("a proxy is told from none where CLIENT_IP_HEADER is not set", async () => {
  const { proxy, env } = await startProxy();
  const site = await startSite(env);
  const settings = { ...env, DATA_DIR: site.dataDir };
  expectWell(await runDoctor(settings));
  proxy.behave(passWith(() => ({ "x-forwarded-for": "203.0.113.7" })));
  expectWrong(await runDoctor(settings), {
    [seen]: "share one rate limit; set it to the header",
  });
  const changed = { ...settings, CLIENT_IP_HEADER: "X-Forwarded-For" };
  expectWrong(await runDoctor(changed), { [seen]: "start it again with this" });
  await site.stop();
  await proxy.stop();
});

test("who does not hold SESSION_SECRET is told nothing", async () => {
  const site = await startSite({ SESSION_SECRET: secret });
  for (const token of ["", "wrong", "w".repeat(43), "ä".repeat(43)]) {
    const headers = { "x-kandi-doctor": encodeURIComponent(token) };
    const told = await fetch(`${site.url}/healthz`, { headers });
    expect(await told.text()).toBe("ok\n");
  }
  await site.stop();
});

test.describe("a Supabase project", () => {
  let supabase: TestSupabase;
  test.beforeEach(async () => {
    supabase = await startSupabase();
  });
  test.afterEach(async () => {
    const left = await supabase.rows(
      "select from beta_signups union all select from contact_messages",
    );
    await supabase.stop();
    expect(left, "rows that the doctor left").toHaveLength(0);
  });

  test("is well, and nothing else is looked at", async () => {
    const report = await runDoctor(supabase.env);
    expectWell(report);
    expect(report.lines.get("Supabase answers")?.text).toMatch(/^in \d+ ms$/);
    expect(report.output).toContain("beta_signups rights      the key may ins");
    expect(report.output).not.toContain("DATA_DIR folder");
    expect(report.output).not.toContain(supabase.env.SUPABASE_ANON_KEY);
  });

  test("of another key refuses this one", async () => {
    const key = "sb_publishable_of_another_project";
    const report = await runDoctor({ ...supabase.env, SUPABASE_ANON_KEY: key });
    expectWrong(report, {
      "Supabase takes the key": /Invalid API key; set SUP/,
    });
    expect(report.output).not.toContain(key);
  });

  test("is told from what does not answer and from what is none", async () => {
    const server = await startMisbehavingServer(supabase.env.SUPABASE_URL);
    const env = {
      ...supabase.env,
      SUPABASE_URL: server.url,
      SUPABASE_TIMEOUT_MS: "300",
    };
    const name = "Supabase answers";
    server.behave(hang);
    expectWrong(await runDoctor(env), { [name]: "no answer within 300 ms" });
    for (const status of [200, 404, 502]) {
      server.behave(answer(status, "text/html", "<h1>Hello</h1>"));
      expectWrong(await runDoctor(env), { [name]: "not from PostgREST" });
    }
    server.behave(answer(404, "text/plain", ""));
    expectWrong(await runDoctor(env), { [name]: "not from PostgREST" });
    await server.close();
    expectWrong(await runDoctor(env), { [name]: "no answer: ECONNREFUSED" });
    await server.stop();
  });

  test("without a table is told which", async () => {
    await supabase.rows("alter table contact_messages rename to messages");
    const report = await runDoctor(supabase.env);
    await supabase.rows("alter table messages rename to contact_messages");
    expectWrong(report, {
      "contact_messages table": /is not there; run .*migrations/,
    });
  });

  const table = "beta_signups table";
  const rights = "beta_signups rights";

  test("whose key may do more or less than insert is told so", async () => {
    const grant = async (what: string, wrong: Record<string, string>) => {
      await supabase.rows(`grant ${what} on beta_signups to anon`);
      expectWrong(await runDoctor(supabase.env), wrong);
      await supabase.rows(`revoke ${what} on beta_signups from anon`);
    };
    await grant("select", { [rights]: "the key may read; set SUPABASE_ANON" });
    await grant("select (email)", { [rights]: "the key may read;" });
    await grant("update, delete", { [rights]: "may change, may delete;" });
    await grant("insert (idempotency_key)", {
      [table]: "lacks the column idempotency_key;",
    });

    const noInsert = { [rights]: "the key may not insert;" };
    await supabase.rows("revoke insert on beta_signups from anon");
    expectWrong(await runDoctor(supabase.env), noInsert);
    await supabase.rows("grant insert on beta_signups to anon");
    await supabase.rows(
      'drop policy "Anyone may join the waiting list" on beta_signups',
    );
    expectWrong(await runDoctor(supabase.env), noInsert);
  });

  test("whose migrations are behind is told what it lacks, and keeps no row", async () => {
    for (const sql of [
      "alter table beta_signups drop constraint beta_signups_email_length",
      "alter table beta_signups drop constraint beta_signups_email_normalized",
      "alter table contact_messages drop constraint contact_messages_subject_length",
    ]) {
      await supabase.rows(sql);
    }
    expectWrong(await runDoctor(supabase.env), {
      [table]:
        /lacks beta_signups_email_length, beta_signups_email_normalized; run/,
      "contact_messages table": "lacks contact_messages_subject_length; run",
    });

    await supabase.rows(
      "drop trigger skip_repeated_submission on beta_signups",
    );
    await supabase.rows(
      "alter table beta_signups drop constraint beta_signups_signup_source_known",
    );
    expectWrong(await runDoctor(supabase.env), {
      [table]:
        /lacks .*email_length, .*email_normalized, .*source_known, the trigger skip_/,
      "contact_messages table": "lacks contact_messages_subject_length; run",
    });
  });
});
