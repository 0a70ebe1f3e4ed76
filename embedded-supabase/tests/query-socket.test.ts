import { once } from "node:events";
import { chmodSync, mkdirSync, rmSync, statSync } from "node:fs";
import { createServer, request } from "node:http";
import type { RequestListener, ServerResponse } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { databaseFolders } from "~/database/database-folders";
import { openEmbeddedSupabase } from "../supabase";
import { askOwner } from "../query-socket";
import {
  databaseFolder,
  insertSignup,
  openOwnSupabase,
} from "#supabase/testing";

const supabase = await openOwnSupabase();
afterAll(supabase.end);
const { folder } = supabase;
// Others may list the folder: the socket's own mode must refuse them.
chmodSync(folder, 0o755);
const file = path.join(folder, "jobs.sock");

const signUp = (email: string) => insertSignup(supabase, email);

/** @throws Error if no site answers */
async function owner(dataDir = folder) {
  const found = await askOwner(dataDir);
  if (!found) throw new Error("Nobody answers.");
  return found;
}

/** Asks a fake site, which answers its second request like this. */
async function askFakeSite(answer: RequestListener) {
  const own = path.join(folder, "own");
  mkdirSync(own, { recursive: true, mode: 0o700 });
  let requests = 0;
  const server = createServer((request, response) =>
    requests++ === 0 ? response.end("{}") : answer(request, response),
  ).listen(path.join(own, "jobs.sock"));
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (await owner(own)).query("select");
}

test("only its owner may use it", () => {
  const { mode } = statSync(file);
  expect((mode & 0o777).toString(8)).toBe("600");
});

test("signups are stored while queries run and fail, each under its own role", async () => {
  const { query } = await owner();
  const [statuses] = await Promise.all([
    Promise.all(
      Array.from({ length: 50 }, (_, row) =>
        signUp(`during-${row}@example.com`),
      ),
    ),
    Promise.all(
      Array.from({ length: 5 }, () => query("select * from beta_signups")),
    ),
    expect(query("select 'no id'::uuid")).rejects.toThrow("invalid input"),
    expect(query("select $1::uuid", ["x"])).rejects.toThrow("invalid input"),
  ]);
  expect(new Set(statuses)).toEqual(new Set([201]));
  const { rows } = await supabase.database.query(
    "select current_user as who, pg_current_xact_id_if_assigned() as transaction",
  );
  expect(rows).toEqual([{ who: "postgres", transaction: null }]);
});

test("an answer arrives as it was stored, whatever its line breaks", async () => {
  const message = "a\u2028b\u2029c\u0085d\r\ne\n\n";
  const { rows } = await (await owner()).query("select $1 as a", [message]);
  expect(rows).toEqual([{ a: message }]);
});

const cuts: [string, (response: ServerResponse) => unknown][] = [
  ["is cut off before it begins", (response) => response.destroy()],
  [
    "is cut off halfway",
    (response) => response.write('{"rows":[', () => response.destroy()),
  ],
  ["is garbled", (response) => response.socket?.end("no chunk\r\n")],
  ["is of another server", (response) => response.writeHead(400).end("Bad")],
];
test.each(cuts)("an answer that %s is an error", async (_name, cut) => {
  await expect(
    askFakeSite((_request, response) => void cut(response)),
  ).rejects.toThrow("The answer broke off");
});

test("a client that hangs blocks no other, and closing cuts it off", async () => {
  const other = databaseFolder();
  const opened = await openEmbeddedSupabase(other, databaseFolders);
  const socketPath = path.join(other, "jobs.sock");
  const half = request({ socketPath, method: "POST" });
  half.on("error", () => {}).write('{"sql":"sel');
  const silent = connect(socketPath);
  const { query } = await owner(other);
  expect((await query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await Promise.all([opened.close(), once(silent, "close")]);
  expect(await askOwner(other)).toBe(undefined);
  half.destroy();
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
  expect(await askOwner(long)).toBe(undefined);
  await opened.close();
});
