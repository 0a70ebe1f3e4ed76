import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { insertRow, openOwnSupabase } from "#supabase/testing";

const fsync = vi.spyOn(fs, "fsyncSync");
syncBuiltinESMExports();
const supabase = await openOwnSupabase();
afterAll(supabase.end);

const insert = (table: string, row: object, key?: string) =>
  insertRow(supabase, table, row, key);

const signup = (email: string) => ({ email, signup_source: "hero_section" });
const join = (email: string) => insert("beta_signups", signup(email));

const stored = { status: 201, code: undefined };

async function emails(start: string): Promise<string[]> {
  const { rows } = await supabase.database.query<{ email: string }>(
    "select email from beta_signups where email ^@ $1 order by email",
    [start],
  );
  return rows.map(({ email }) => email);
}

const numbered = (name: string, count: number) =>
  Array.from(
    { length: count },
    (_, index) => `${name}-${String(index).padStart(2, "0")}@example.com`,
  );

test("simultaneous inserts are committed with fewer fsyncs than rows", async () => {
  const addresses = numbered("together", 50);
  const before = fsync.mock.calls.length;
  const answers = await Promise.all(addresses.map(join));
  const fsyncs = fsync.mock.calls.length - before;
  expect(answers).toEqual(addresses.map(() => stored));
  expect(await emails("together")).toEqual(addresses);
  expect(fsyncs).toBeGreaterThan(0);
  expect(fsyncs).toBeLessThan(10);
});

test("an insert that fails among them fails alone, with its usual error", async () => {
  const good = numbered("good", 20);
  const bad = [
    { row: signup("good-00@example.com"), status: 409, code: "23505" },
    { row: signup("nul\0@example.com"), status: 400, code: "22P05" },
    { row: { ...signup("a@b.co"), id: null }, status: 401, code: "42501" },
  ];
  // They are between good ones: those before a failure must survive, too.
  const [answers, failures] = await Promise.all([
    Promise.all(good.slice(0, 10).map(join)),
    Promise.all(bad.map(({ row }) => insert("beta_signups", row))),
    Promise.all(good.slice(10).map(join)),
  ]);
  expect(answers).toEqual(answers.map(() => stored));
  expect(failures).toEqual(bad.map(({ status, code }) => ({ status, code })));
  expect(await emails("good")).toEqual(good);
  expect(await emails("nul")).toEqual([]);
  expect(await emails("a@b.co")).toEqual([]);
});

describe("a deferred constraint", () => {
  const message = (subject: string) => ({
    name: "A",
    email: `${subject}@example.com`,
    subject,
    message: "B",
  });
  const write = (subject: string) =>
    insert("contact_messages", message(subject));
  const duplicate = { status: 409, code: "23505" };

  beforeAll(() =>
    supabase.database.exec(`
      alter table contact_messages add constraint one_of_a_subject
      unique (subject) deferrable initially deferred`),
  );
  afterAll(() =>
    supabase.database.exec(
      "alter table contact_messages drop constraint one_of_a_subject",
    ),
  );

  test("that fails refuses only its own row of the group", async () => {
    const subjects = ["first", "same", "same", "last"];
    expect(await Promise.all(subjects.map(write))).toEqual([
      stored,
      stored,
      duplicate,
      stored,
    ]);
    const { rows } = await supabase.database.query<{ subject: string }>(
      "select subject from contact_messages order by subject",
    );
    expect(rows.map(({ subject }) => subject)).toEqual([
      "first",
      "last",
      "same",
    ]);
  });

  test("that fails alone costs no fsync", async () => {
    const before = fsync.mock.calls.length;
    expect(await write("same")).toEqual(duplicate);
    expect(fsync.mock.calls.length).toBe(before);
  });
});
