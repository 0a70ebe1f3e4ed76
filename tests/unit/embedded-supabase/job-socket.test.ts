import { once } from "node:events";
import { chmodSync, mkdirSync, rmSync, statSync } from "node:fs";
import { createServer, request } from "node:http";
import type {
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import {
  afterEach,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { databaseFolders } from "~/data/database-folders";
import { openEmbeddedSupabase } from "~/embedded-supabase/index.server";
import { askForJob } from "~/embedded-supabase/job-socket.server";
import { insertSignup } from "../../support/fixtures/insert-signup";
import { databaseFolder } from "../../support/fixtures/supabase";
import { whole } from "../../support/fixtures/waitlist";
import { openOwnSupabase } from "./own-supabase";

const supabase = await openOwnSupabase();
const { folder } = supabase;
// Others may list the folder: the socket's own mode must refuse them.
chmodSync(folder, 0o755);
const file = path.join(folder, "jobs.sock");

const signUp = (email: string) => insertSignup(supabase, email);

const manyMessages = `
  insert into contact_messages (name, email, message)
  select 'R', 'r@example.com', repeat('🎪', 5000) from generate_series(1, 1000)`;

async function ask(job: string, argument?: string) {
  const results = await askForJob(folder, { job, argument });
  return results && whole(results);
}

/**
 * Asks on a connection of its own: one that is kept may be closed meanwhile.
 *
 * @returns the unread answer
 */
async function post(body: string) {
  const options = { socketPath: file, method: "POST", agent: false };
  const asked = request(options).end(body);
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  return response;
}

/** Resolves with the number of queries once the running jobs make no more. */
async function queriesUntilIdle(query: { mock: { calls: unknown[] } }) {
  let count = -1;
  await vi.waitUntil(
    () => {
      const isIdle = count > 0 && count === query.mock.calls.length;
      count = query.mock.calls.length;
      return isIdle;
    },
    { interval: 500, timeout: 120_000 },
  );
  return count;
}

/** Asks a fake site for a job. */
async function askFakeSite(answer: RequestListener) {
  const own = path.join(folder, "own");
  mkdirSync(own, { recursive: true, mode: 0o700 });
  const server = createServer(answer).listen(path.join(own, "jobs.sock"));
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return askForJob(own, { job: "export-signups", argument: undefined });
}

test("only its owner may use it", () => {
  const { mode } = statSync(file);
  expect((mode & 0o777).toString(8)).toBe("600");
});

test("it accepts only the names of jobs", async () => {
  for (const job of [
    "select 1",
    "signups.sql",
    "../migrations/20251202000000_beta_signups",
    "",
  ]) {
    await expect(ask(job)).rejects.toThrow("The site does not know this job.");
  }
  expect(await text(await post("select 1;"))).toMatch(/^\{"error":/);
});

test("signups are stored while jobs run and fail, each under its own role", async () => {
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

const cuts: [string, (response: ServerResponse) => unknown][] = [
  ["is cut off", (response) => response.destroy()],
  ["is garbled", (response) => response.socket?.write("no chunk\r\n")],
];
test.each(cuts)("an answer that %s halfway is an error", async (_name, cut) => {
  let site: ServerResponse | undefined;
  const results = await askFakeSite((_request, response) => {
    const row = '{"columns":["email"],"rows":[["a@example.com"]]}';
    response.write(`${row}\n{"colu`);
    site = response;
  });
  expect((await results?.next())?.value).toMatchObject({
    rows: [["a@example.com"]],
  });
  if (site) cut(site);
  await expect(results?.next()).rejects.toThrow("The answer broke off");
});

test("an answer cut off before its first line is an error", async () => {
  await expect(
    askFakeSite((_request, response) => response.destroy()),
  ).rejects.toThrow("The answer broke off");
});

test("an answer that does not come from a job is an error", async () => {
  await expect(
    askFakeSite((_request, response) => response.writeHead(400).end()),
  ).rejects.toThrow("The site cannot be asked: status 400");
});

describe("a job of many batches", () => {
  beforeEach(() => supabase.database.exec(manyMessages));
  afterEach(async () => {
    vi.restoreAllMocks();
    await supabase.database.exec("truncate contact_messages");
  });
  const job = { job: "export-messages", argument: undefined };

  test("sends no more batches to a client that stops reading", async () => {
    const query = vi.spyOn(supabase.database, "query");
    const unread = await post(JSON.stringify(job));
    // The job pauses once the kernel's buffers for the client are full.
    expect(await queriesUntilIdle(query)).toBeLessThan(25);
    unread.destroy();
  });

  test("ends when its client goes away", async () => {
    const query = vi.spyOn(supabase.database, "query");
    const leaving = await post(JSON.stringify(job));
    leaving.destroy();
    expect(await queriesUntilIdle(query)).toBeLessThan(10);
  });

  test("reports why it failed halfway, instead of a shorter list", async () => {
    const results = await askForJob(folder, job);
    await results?.next();
    vi.spyOn(supabase.database, "query").mockRejectedValueOnce(
      new Error("could not read block 7"),
    );
    await expect(results && whole(results)).rejects.toThrow(
      "could not read block 7",
    );
  });
});

test("a client that hangs blocks no other", async () => {
  const half = request({ socketPath: file, method: "POST" });
  half.on("error", () => {}).write('{"job":"sig');
  const silent = connect(file);
  const unread = await post('{"job":"dump"}');
  expect(await signUp("meanwhile@example.com")).toBe(201);
  expect(await ask("signups")).toBeDefined();
  for (const client of [half, silent, unread]) client.destroy();
});

test("closing ends running jobs and tells their clients", async () => {
  const log = vi.fn();
  const other = databaseFolder();
  const opened = await openEmbeddedSupabase(other, databaseFolders, log);
  await opened.database.exec(manyMessages);
  const silent = connect(path.join(other, "jobs.sock"));
  const results = await askForJob(other, { job: "dump", argument: undefined });
  await results?.next();
  await Promise.all([opened.close(), once(silent, "close")]);
  await expect(results && whole(results)).rejects.toThrow(
    "The answer broke off",
  );
  const rows = expect.any(Number) as number;
  const line = ["info", "Operator's job", { job: "dump", rows }];
  await vi.waitFor(() => expect(log.mock.calls).toContainEqual(line));
  rmSync(other, { recursive: true });
});

test("a path too long for a socket is logged, and the database opens", async () => {
  const log = vi.fn();
  const long = path.join(folder, "long".repeat(30));
  mkdirSync(long);
  const opened = await openEmbeddedSupabase(long, databaseFolders, log);
  expect(JSON.stringify(log.mock.calls)).toMatch(
    /only while the site is stopped.*jobs\.sock has \d+ bytes/,
  );
  expect(await askForJob(long, { job: "signups", argument: undefined })).toBe(
    undefined,
  );
  await opened.close();
});
