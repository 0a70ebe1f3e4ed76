import { once } from "node:events";
import { chmodSync, mkdirSync, statSync } from "node:fs";
import { connect, createServer } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { sqlFolders } from "~/data/sql-folders";
import { openEmbeddedSupabase } from "~/embedded-supabase/index.server";
import { askForJob } from "~/embedded-supabase/job-client.server";
import { insertSignup } from "../../support/fixtures/insert-signup";
import { whole } from "../../support/fixtures/waitlist";
import { openOwnSupabase } from "./own-supabase";

const supabase = await openOwnSupabase();
const { folder } = supabase;
// Many folders are open like this: the socket's own mode decides.
chmodSync(folder, 0o755);
const file = path.join(folder, "jobs.sock");

const signUp = (email: string) => insertSignup(supabase, email);

async function ask(job: string, argument?: string) {
  const results = await askForJob(folder, { job, argument });
  return results && whole(results);
}

async function send(request: string) {
  const socket = connect(file).end(request);
  await once(socket, "finish");
  return socket;
}

test("only its owner may use it", () => {
  const { mode } = statSync(file);
  expect((mode & 0o777).toString(8)).toBe("600");
});

test("it knows the jobs by their names, and nothing else", async () => {
  for (const job of [
    "select 1",
    "signups.sql",
    "../migrations/20251101000000_beta_signups",
    "",
  ]) {
    await expect(ask(job)).rejects.toThrow("The site does not know this job.");
  }
  const socket = await send("select 1;");
  expect(await text(socket)).toMatch(/^\{"error":/);
});

test("signups are taken while jobs run and fail, each as who it should be", async () => {
  const jobs = ["signups", "dump", "export-signups", "unanswered", "signups"];
  const [statuses, results] = await Promise.all([
    Promise.all(
      Array.from({ length: 50 }, (_, row) =>
        signUp(`during-${row}@example.com`),
      ),
    ),
    Promise.all(jobs.map((job) => ask(job))),
    expect(ask("answered", "no id")).rejects.toThrow("invalid input syntax"),
  ]);
  expect(new Set(statuses)).toEqual(new Set([201]));
  expect(results).not.toContain(undefined);
  const { rows } = await supabase.database.query(
    "select current_user as who, pg_current_xact_id_if_assigned() as transaction",
  );
  expect(rows).toEqual([{ who: "postgres", transaction: null }]);
});

test("an answer arrives as it was stored, whatever its line breaks", async () => {
  const message = "a\u2028b\u2029c\u0085d\r\ne\n\n";
  await supabase.database.query(
    "insert into contact_messages (name, email, message) values ('R', 'r@example.com', $1)",
    [message],
  );
  expect((await ask("unanswered"))?.rows[0]).toContain(message);
});

test("an answer that breaks off half-way is no success", async () => {
  const own = path.join(folder, "own");
  mkdirSync(own, { mode: 0o700 });
  const server = createServer((socket) => {
    socket.end('{"columns":["email"],"rows":[["a@example.com"]]}\n{"colu');
  }).listen(path.join(own, "jobs.sock"));
  await once(server, "listening");
  const results = await askForJob(own, {
    job: "export-signups",
    argument: undefined,
  });
  expect((await results?.next())?.value).toMatchObject({
    rows: [["a@example.com"]],
  });
  await expect(results?.next()).rejects.toThrow("The answer broke off");
  server.close();
});

test("a client that reads no further is sent no further batch", async () => {
  await supabase.database.exec(
    `insert into contact_messages (name, email, message)
     select 'R', 'r@example.com', repeat('🎪', 5000) from generate_series(1, 1000)`,
  );
  const query = vi.spyOn(supabase.database, "query");
  const deaf = (await send('{"job":"export-messages"}')).pause();
  // They are still once what the kernel holds for the client is full.
  let asked = -1;
  await vi.waitUntil(
    () => {
      const isStill = asked > 0 && asked === query.mock.calls.length;
      asked = query.mock.calls.length;
      return isStill;
    },
    { interval: 500, timeout: 10_000 },
  );
  expect(asked).toBeLessThan(25);
  query.mockRestore();
  deaf.destroy();
  await supabase.database.exec("truncate contact_messages");
});

test("a client that hangs holds up nobody", async () => {
  const half = connect(file);
  half.write('{"job":"sig');
  const deaf = (await send('{"job":"dump"}')).pause();
  expect(await signUp("meanwhile@example.com")).toBe(201);
  expect(await ask("signups")).toBeDefined();
  half.destroy();
  deaf.destroy();
});

test("a path too long for a socket is said, and the database opens", async () => {
  const log = vi.fn();
  const long = path.join(folder, "long".repeat(30));
  mkdirSync(long);
  const opened = await openEmbeddedSupabase(long, sqlFolders, log);
  expect(JSON.stringify(log.mock.calls)).toMatch(
    /only while the site is stopped.*jobs\.sock has \d+ bytes/,
  );
  expect(await askForJob(long, { job: "signups", argument: undefined })).toBe(
    undefined,
  );
  await opened.close();
});
