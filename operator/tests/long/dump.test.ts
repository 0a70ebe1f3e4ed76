import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { openErasedPeople } from "../../waitlist/backup/erased-people";
import { waitlist } from "#operator/testing";
import { startPostgres, temporaryFolder } from "#supabase/testing";

const folder = temporaryFolder();
const postgres = startPostgres();
afterAll(() => {
  postgres.stop();
  rmSync(folder, { recursive: true });
});

const manual = readFileSync("operator/README.md", "utf8");
const [, section = ""] = manual.split("### A list on a server\n");
/** What an operator types to dump, and to restore. */
const [dump = "", restore = ""] = [
  ...section.matchAll(/```sh\n(.*?)```/gs),
].map(([, lines = ""]) => lines);

const conf = readFileSync("deploy/kandi-backup-server.conf", "utf8");
/** systemd's escapes, and the folder that it sets. */
const unit = (
  /ExecStart=\/bin\/sh -c '(.*)'/s.exec(conf)?.[1] ?? "exit 1"
).replace(/([$%])\1/g, "$1");

/** A waiting list that is older than the migrations, with what its owner added. */
const older = `
  create table posted (email text);
  create schema supabase_functions;
  create function supabase_functions.http_request() returns trigger language plpgsql as
    'begin insert into public.posted values (new.email); return new; end';
  create table beta_signups (
    id serial constraint waitlist_pkey primary key, email text,
    signup_source text, created_at timestamptz default now(),
    domain text generated always as (split_part(email, '@', 2)) stored,
    invited_by int references beta_signups on delete set null
  );
  create trigger webhook after insert on beta_signups
    for each row execute function supabase_functions.http_request();
  insert into beta_signups (email, signup_source) values
    ('Ann@Example.com', 'landing'), ('bob@example.com', 'hero_section');
  update beta_signups set invited_by = 1 where id = 2`;

test("the manual's lines, pasted, bring back an older table with its own key, columns, references and triggers, and nobody who was erased; their last answer says how many, or that something failed", async () => {
  const { url, psql } = postgres.createProject(older);
  psql(
    [],
    "insert into contact_messages (name, email, message) values ('Bob', 'bob@example.com', e'\\\\. 🎪\\n')",
  );
  const DATA_DIR = path.join(folder, "none");
  const BACKUP_DIR = path.join(folder, "backups");
  mkdirSync(BACKUP_DIR, { mode: 0o700 });
  const daysAgo = (days: number) =>
    new Date(Date.now() - days * 86_400_000 - 60_000);
  const add = (age: number, end: string) => {
    const stamp = daysAgo(age).toISOString().slice(0, 19).replaceAll(":", "");
    const file = path.join(BACKUP_DIR, `kandi-${stamp}Z.${end}`);
    writeFileSync(file, "");
    utimesSync(file, daysAgo(age), daysAgo(age));
    return path.basename(file);
  };
  add(28, "ndjson");
  const young = add(27, "dump");
  openErasedPeople(BACKUP_DIR).add(["old@example.com"], daysAgo(40));
  // What is pasted goes on after a line that failed.
  const paste = (lines: string) =>
    spawnSync("sh", ["-c", lines], {
      encoding: "utf8",
      env: {
        NODE_ENV: "test",
        PATH: `${folder}:${postgres.programs}:${process.env.PATH}`,
        DATABASE_URL: url.href,
        ...{ BACKUP_DIR, DATA_DIR },
      },
    });
  const job = (...args: string[]) =>
    waitlist(args, { DATABASE_URL: url, BACKUP_DIR, DATA_DIR });
  const read = () =>
    psql(
      [],
      `select jsonb_agg(s order by id) from beta_signups as s;
       select jsonb_agg(m) from contact_messages as m;
       select jsonb_agg(p) from posted as p`,
    );
  const stored = read();
  const before = await job("check");

  // The nightly unit has the same lines.
  for (const lines of [unit, dump]) {
    for (const name of readdirSync(BACKUP_DIR)) {
      if (name.endsWith("Z.dump") && name !== young)
        rmSync(path.join(BACKUP_DIR, name));
    }
    expect(paste(lines)).toMatchObject({ status: 0, stderr: "" });
  }
  const left = readdirSync(BACKUP_DIR).filter((name) => /Z\./.test(name));
  expect(left.sort()).toEqual([
    young,
    expect.stringMatching(/^kandi-.*Z\.dump$/),
  ]);
  expect((await job("stats")).stdout).not.toContain("none");
  await job("erase-person", "ann@example.com", "--yes");
  await job("erase-old-messages", "--yes");
  const people = openErasedPeople(BACKUP_DIR);
  expect(people.has("old@example.com", null)).toBe(false);
  // pg_restore 17 writes this line, which an older server refuses.
  writeFileSync(
    path.join(folder, "pg_restore"),
    `#!/bin/sh\n${postgres.programs}/pg_restore "$@" && sed -i '1iSET transaction_timeout = 0;' "$dump.sql"`,
    { mode: 0o755 },
  );
  psql([], "drop table beta_signups, contact_messages");

  const file = path.join(BACKUP_DIR, left[1] ?? "");
  const broken = path.join(folder, "broken.dump");
  writeFileSync(broken, readFileSync(file).subarray(0, -99));
  const failed = paste(`export dump=${broken}\n${restore}`);
  expect(failed.status).not.toBe(0);
  expect(failed.stdout + failed.stderr).not.toMatch(
    /free megabytes|migrations make/,
  );
  const restored = paste(`export dump=${file}\n${restore}`);
  expect(restored.stdout).toMatch(/^signups,1$[^]*^free megabytes,\d+$/m);
  expect(restored.stderr).toContain("1 rows of 1 people erased");
  expect(await job("check")).toEqual(before);
  const [signups = "", ...others] = stored.split("\n");
  const [, bob] = JSON.parse(signups) as object[];
  const found = read().split("\n");
  expect(JSON.parse(found[0] ?? "")).toEqual([{ ...bob, invited_by: null }]);
  expect(found.slice(1)).toEqual(others);
  // The next visitor gets the next number, and the webhook works again.
  psql(
    [],
    "set role anon; insert into beta_signups (email, signup_source) values ('cleo@example.com', 'hero_section')",
  );
  expect(read()).toMatch(/"id": 3.*\n.*\n.*cleo/);
});
