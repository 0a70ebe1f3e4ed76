import { once } from "node:events";
import { chmodSync, rmSync, statSync } from "node:fs";
import { createServer, request } from "node:http";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { databaseFolders } from "~/database/database-folders";
import { openEmbeddedSupabase } from "../supabase";
import { askOwner } from "../query-socket";
import {
  databaseFolder,
  openOwnSupabase,
  temporaryFolder,
} from "#supabase/testing";
import { insertSignup } from "../testing/rows";

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

test("signups are stored while queries of the folder's owner run and fail, each under its own role; a client that hangs blocks neither these nor the end", async () => {
  const supabase = await openOwnSupabase();
  onTestFinished(() => rmSync(supabase.folder, { recursive: true }));
  // Others may list the folder: the socket's own mode must refuse them.
  chmodSync(supabase.folder, 0o755);
  const socketPath = path.join(supabase.folder, "jobs.sock");
  expect(statSync(socketPath).mode & 0o777).toBe(0o600);

  const half = request({ socketPath, method: "POST" });
  half.on("error", () => {}).write('{"sql":"sel');
  const silent = connect(socketPath);
  const owner = await askOwner(supabase.folder);
  if (!owner) throw new Error("Nobody answers.");
  const [statuses] = await Promise.all([
    Promise.all(
      Array.from({ length: 50 }, (_, row) =>
        insertSignup(supabase, `during-${row}@example.com`),
      ),
    ),
    Promise.all(
      Array.from({ length: 5 }, () =>
        owner.query("select * from beta_signups"),
      ),
    ),
    expect(owner.query("select 'no id'::uuid")).rejects.toThrow("invalid"),
    expect(owner.query("select $1::uuid", ["x"])).rejects.toThrow("invalid"),
  ]);
  expect(new Set(statuses)).toEqual(new Set([201]));
  const { rows } = await owner.query(
    "select current_user as who, pg_current_xact_id_if_assigned() as transaction",
  );
  expect(rows).toEqual([{ who: "postgres", transaction: null }]);

  await Promise.all([supabase.close(), once(silent, "close")]);
  half.destroy();
  expect(await askOwner(supabase.folder)).toBe(undefined);
});

const cuts: [string, (response: ServerResponse) => unknown][] = [
  ["is cut off before it begins", (response) => response.destroy()],
  [
    "is cut off halfway",
    (response) => response.write('{"rows":[', () => response.destroy()),
  ],
];
test.each(cuts)("an answer that %s is an error", async (_name, cut) => {
  let requests = 0;
  // The first request asks whether anybody listens.
  const server = createServer((_request, response) =>
    requests++ === 0 ? response.end("{}") : void cut(response),
  ).listen(path.join(folder, "jobs.sock"));
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const owner = await askOwner(folder);
  await expect(owner?.query("select")).rejects.toThrow("The answer broke off");
});

test("a path too long for a socket is logged, and the database opens", async () => {
  const log = vi.fn();
  const long = databaseFolder(path.join(folder, "long".repeat(30)));
  const opened = await openEmbeddedSupabase(long, databaseFolders, log);
  expect(JSON.stringify(log.mock.calls)).toMatch(
    /only while the site is stopped.*jobs\.sock has \d+ bytes/,
  );
  expect(await askOwner(long)).toBe(undefined);
  await opened.close();
});
