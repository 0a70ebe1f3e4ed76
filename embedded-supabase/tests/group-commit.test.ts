import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { setImmediate } from "node:timers/promises";
import { afterAll, expect, test, vi } from "vitest";
import { insertRow, openOwnSupabase } from "#supabase/testing";

const fsync = vi.spyOn(fs, "fsyncSync");
syncBuiltinESMExports();
const supabase = await openOwnSupabase(`
  alter table contact_messages add constraint one_of_a_subject
  unique (subject) deferrable initially deferred`);
afterAll(supabase.end);

const signup = (email: string) => ({ email, signup_source: "hero_section" });
const join = (email: string, key?: string) =>
  insertRow(supabase, "beta_signups", signup(email), key);
let messages = 0;
/** None repeats another. */
const write = (subject: string) =>
  insertRow(supabase, "contact_messages", {
    name: "A",
    email: `${subject}@example.com`,
    subject,
    message: String(messages++),
  });

const stored = { status: 201, code: undefined };

/** The texts of a column that start like this. */
async function textsOf(table: string, column: string, start: string) {
  const { rows } = await supabase.database.query<{ text: string }>(
    `select ${column} as text from ${table} where ${column} ^@ $1 order by 1`,
    [start],
  );
  return rows.map(({ text }) => text);
}

const numbered = (name: string, count: number) =>
  Array.from(
    { length: count },
    (_, index) => `${name}-${String(index).padStart(2, "0")}@example.com`,
  );

test("simultaneous inserts are committed with fewer fsyncs than rows", async () => {
  const addresses = numbered("together", 50);
  const before = fsync.mock.calls.length;
  // Each arrives a turn after the one before.
  const answers = await Promise.all(
    addresses.map(async (email, turns) => {
      while (turns-- > 0) await setImmediate();
      return join(email);
    }),
  );
  const fsyncs = fsync.mock.calls.length - before;
  expect(answers).toEqual(addresses.map(() => stored));
  expect(await textsOf("beta_signups", "email", "together")).toEqual(addresses);
  expect(fsyncs).toBeGreaterThan(0);
  expect(fsyncs).toBeLessThan(10);
});

test("an insert that fails among them fails alone, with its usual error, also by a deferred constraint", async () => {
  const good = numbered("good", 20);
  const key = crypto.randomUUID();
  // They are between good ones: those before a failure must survive, too.
  const [before, failures, subjects, after] = await Promise.all([
    Promise.all(good.slice(0, 10).map((email) => join(email, key))),
    Promise.all([
      join("good-00@example.com", key),
      join("good-01@example.com"),
      join("nul\0@example.com"),
    ]),
    Promise.all(["first", "same", "same", "last"].map(write)),
    Promise.all(good.slice(10).map((email) => join(email, key))),
  ]);
  expect([...before, ...after]).toEqual(good.map(() => stored));
  expect(failures).toEqual([
    { status: 400, code: "RPT01" },
    { status: 409, code: "23505" },
    { status: 400, code: "22P05" },
  ]);
  const duplicate = { status: 409, code: "23505" };
  expect(subjects).toEqual([stored, stored, duplicate, stored]);
  expect(await textsOf("beta_signups", "email", "good")).toEqual(good);
  expect(await textsOf("beta_signups", "email", "nul")).toEqual([]);
  expect(await textsOf("contact_messages", "subject", "")).toEqual([
    ...["first", "last", "same"],
  ]);

  const fsyncs = fsync.mock.calls.length;
  expect(await write("same")).toEqual(duplicate);
  expect(fsync.mock.calls.length).toBe(fsyncs);
});
