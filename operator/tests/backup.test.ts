import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openErasedPeople } from "../waitlist/backup/erased-people";
import { listBackups } from "../waitlist/backup/folder";
import { forms } from "~/forms/forms";
import { databaseFolders } from "~/database/database-folders";
import { openEmbeddedSupabase } from "#supabase";
import type { EmbeddedSupabase } from "#supabase";
import { terminal, waitlist } from "#operator/testing";
import { databaseFolder, smallDisk, temporaryFolder } from "#supabase/testing";

const folder = temporaryFolder();
const BACKUP_DIR = path.join(folder, "backups");
const env = { DATA_DIR: path.join(folder, "data"), BACKUP_DIR };

let site: EmbeddedSupabase;
beforeAll(async () => {
  databaseFolder(env.DATA_DIR);
  site = await openEmbeddedSupabase(env.DATA_DIR, databaseFolders);
  await site.database.exec(`
    insert into beta_signups (email, signup_source, created_at) values
      ('raver@example.com', 'hero_section', '2025-11-01'),
      ('robin@example.com', 'hero_section', now());
    insert into contact_messages (name, email, message, created_at) values
      ('Robin', 'robin@example.com', 'Hello.', now() - interval '30 hours'),
      ('Robin', 'robin@example.com', 'Hello?', now());`);
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});

const stamp = (time: number) =>
  `kandi-${new Date(time).toISOString().slice(0, 19).replaceAll(":", "")}Z.ndjson`;
const now = Date.now();
const days = (number: number) => number * 24 * 60 * 60 * 1000;
const recent = stamp(now - days(27));
const young = [1, 2].map((age) => stamp(now - days(age)));
const old = stamp(now - days(28));

beforeEach(() => {
  rmSync(BACKUP_DIR, { recursive: true, force: true });
  mkdirSync(BACKUP_DIR);
  for (const [name, age] of [
    [recent, 27],
    ...young.map((name, index) => [name, index + 1] as const),
    [old, 28],
    ["notes.txt", 0],
  ] as const) {
    const file = path.join(BACKUP_DIR, name);
    const time = (now - days(age)) / 1000;
    writeFileSync(file, "");
    utimesSync(file, time, time);
  }
});

test("backup writes every row of a running site for its owner alone, restores it on trial, and removes old ones", async () => {
  // A killed backup left these.
  mkdirSync(path.join(BACKUP_DIR, "kandi-trial-abc123"));
  writeFileSync(path.join(BACKUP_DIR, `${recent}.unfinished`), "");
  // These are somebody's own.
  const own = ["trial-balance-2025", "kandi-trial-notes", "notes.unfinished"];
  for (const name of own) mkdirSync(path.join(BACKUP_DIR, name));
  for (const name of readdirSync(BACKUP_DIR)) {
    if (!/trial|unfinished/.test(name)) continue;
    utimesSync(path.join(BACKUP_DIR, name), 0, 0);
  }
  const { status, stdout, stderr } = await waitlist(["backup"], env);
  // Other forms' empty tables may follow.
  const counts = "beta_signups: 2, contact_messages: 2(?:, \\w+: 0)*";
  expect(stderr).toMatch(
    new RegExp(
      `^Written: ${counts}\nRestored on trial: ${counts}\nBackups of 28 days removed: 1\nBackups kept: 4\n$`,
    ),
  );
  expect(status).toBe(0);
  const file = stdout.trim();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(BACKUP_DIR)).toEqual(
    [path.basename(file), recent, ...young, "notes.txt", ...own].sort(),
  );

  const other = { DATA_DIR: databaseFolder(path.join(folder, "other")) };
  expect((await waitlist(["restore", file], other)).stdout).toContain(
    "beta_signups,2,0,0\ncontact_messages,2,0,0\n",
  );
  // Visitors would wait for the transaction.
  expect((await waitlist(["restore", file], env)).stderr).toMatch(
    /is in use by another process; stop that one.*\n$/,
  );
});

test("a backup that cannot be restored is an error, and keeps the older ones", async () => {
  const migrations = path.join(folder, "migrations");
  cpSync(databaseFolders.migrations, migrations, { recursive: true });
  writeFileSync(
    path.join(migrations, "20991231000000_drop.sql"),
    "drop table contact_messages",
  );
  const { status, stdout, stderr } = await waitlist(["backup"], env, {
    folders: { ...databaseFolders, migrations },
  });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(
    /^Written: .*\n".*\.ndjson\.unproven" could not be restored on trial, so older backups stay: The database has no table contact_messages.*\n$/,
  );
  expect(readdirSync(BACKUP_DIR)).toContain(old);
  expect(readdirSync(BACKUP_DIR).join()).not.toContain("trial");

  // Two rows that the migrations' index allows only once.
  await site.database.exec(`
    drop index beta_signups_email_lower_key;
    insert into beta_signups (email, signup_source) values ('robin@example.com', 'hero_section');`);
  expect(await waitlist(["backup"], env)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /^Written: .*\n.* could not be restored on trial, so older backups stay: beta_signups lacks 1 of its rows\.\n$/,
    ) as string,
  });
  await site.database.exec(`
    delete from beta_signups where email = 'robin@example.com' and created_at < now();
    insert into beta_signups (email, signup_source) values ('robin@example.com', 'hero_section');
    create unique index beta_signups_email_lower_key on beta_signups (lower(email));`);
});

test("backups, and the list of who was erased, are kept no longer than the privacy page promises", async () => {
  for (const keep of ["0", "30", "x"]) {
    expect(await waitlist(["backup", "--keep", keep], env)).toEqual({
      status: 1,
      stdout: "",
      stderr:
        "--keep takes a number of days from 1 to 29: the privacy page promises that backups are gone after 30.\n",
    });
  }
  const longAgo = new Date(now - days(31));
  openErasedPeople(BACKUP_DIR).add("robin@example.com", new Date());
  openErasedPeople(BACKUP_DIR).add("raver@example.com", longAgo);
  const { stderr } = await waitlist(
    ["backup", "--untried", "--keep", "27"],
    env,
  );
  expect(stderr).toMatch(
    /^Written: .*\nBackups of 27 days removed: 2\nBackups kept: 3\n$/,
  );
  const newest = listBackups(BACKUP_DIR)[0]?.file ?? "";
  expect(path.basename(newest) > (young[0] ?? "")).toBe(true);
  const people = openErasedPeople(BACKUP_DIR);
  expect(people.has("raver@example.com", null)).toBe(false);
  expect(people.has("robin@example.com", null)).toBe(true);
});

test("backups past 30 days go even if none follows, but for the newest that was proven, which is named", async () => {
  for (const name of readdirSync(BACKUP_DIR))
    rmSync(path.join(BACKUP_DIR, name));
  const add = (age: number, suffix = "") => {
    const name = `${stamp(now - days(age))}${suffix}`;
    const time = (now - days(age)) / 1000;
    writeFileSync(path.join(BACKUP_DIR, name), "");
    utimesSync(path.join(BACKUP_DIR, name), time, time);
    return name;
  };
  const [proven, young] = [add(33), add(29, ".unproven")];
  add(31, ".unproven");
  add(34);
  const migrations = path.join(folder, "none");
  const failed = await waitlist(["backup"], env, {
    folders: { ...databaseFolders, migrations },
  });
  expect(failed.status).toBe(1);
  expect(
    listBackups(BACKUP_DIR).map(({ file }) => path.basename(file)),
  ).toEqual([expect.stringMatching(/unproven$/), young, proven]);
  const { stderr } = await waitlist(["stats"], env);
  expect(stderr).toContain(`${proven}" is older than 28 days`);
  // The next that is proven takes its place.
  expect((await waitlist(["backup"], env)).stderr).toMatch(
    /removed: 2\nBackups kept: 2\n$/,
  );
});

test("a list without rows and backups for a week makes the clock doubtful, and nothing goes by its age unless one insists", async () => {
  const messages = () =>
    site.database.query("select from contact_messages where name = 'Old'");
  await site.database.exec(`
    insert into contact_messages (name, email, message, created_at)
      values ('Old', 'old@example.com', 'Hi.', now() - interval '400 days'),
        ('Late', 'late@example.com', 'Hi.', 'infinity')`);
  vi.setSystemTime(now + days(40));
  for (const [job, ...options] of [
    ["erase-old-messages", "--yes"],
    ["backup", "--untried"],
  ] as const) {
    expect(await waitlist([job, ...options], env), job).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("add --clock-is-right") as string,
    });
  }
  expect((await messages()).rows).toHaveLength(1);
  const there = listBackups(BACKUP_DIR);
  expect(there).toHaveLength(5);
  // It is not the backup just written that makes the clock right.
  rmSync(there[0]?.file ?? "");
  const insist = "--clock-is-right";
  await waitlist(["erase-old-messages", "--yes", insist], env);
  expect((await messages()).rows).toHaveLength(0);
  const { stderr } = await waitlist(["backup", "--untried", insist], env);
  expect(stderr).toMatch(/^Backups of 30 days removed: 3\n/);
  await site.database.exec("delete from contact_messages where name = 'Late'");
  vi.useRealTimers();
});

test("a wrong clock removes neither the newest backups nor their list, and a backup of the future is named", async () => {
  const list = openErasedPeople(BACKUP_DIR);
  list.add("robin@example.com", new Date(now - days(1.5)));
  vi.setSystemTime(now + days(31));
  const run = ["backup", "--untried"];
  const newest = path.join(BACKUP_DIR, young[0] ?? "");
  utimesSync(newest, new Date(), new Date());
  const ahead = await waitlist(run, env);
  vi.useRealTimers();
  expect(ahead.status).toBe(1);
  expect(ahead.stderr).toContain("if the clock is right, add --clock-is-right");
  expect(listBackups(BACKUP_DIR)).toHaveLength(5);
  const people = openErasedPeople(BACKUP_DIR);
  expect(people.has("robin@example.com", null)).toBe(true);
  expect((await waitlist(run, env)).stderr).toContain(
    `${JSON.stringify(ahead.stdout.trim())} is dated in the future`,
  );
});

test("a backup or a trial without room says how much it needs, and leaves nothing", async () => {
  const disk = await smallDisk(100);
  if (!disk) return;
  const small = { ...env, BACKUP_DIR: path.join(disk.root, "backups") };
  const trial = await waitlist(["backup"], small);
  expect(trial).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /: A trial needs 18\d MB on the disk of ".*", where \d\d MB are free\.\n$/,
    ) as string,
  });
  writeFileSync(path.join(disk.root, "filler"), Buffer.alloc(40 * 2 ** 20));
  const backup = await waitlist(["backup"], small);
  expect(backup.stderr).toMatch(/^A backup needs 64 MB .* where \d\d MB are/);
  expect(readdirSync(small.BACKUP_DIR)).toEqual([
    expect.stringMatching(/\.ndjson\.unproven$/),
  ]);
  disk.stop();
});

test("a folder that others may write is narrowed before anything is written", async () => {
  chmodSync(BACKUP_DIR, 0o777);
  const job = ["erase-person", "x@example.com", "--yes"];
  expect(await waitlist(job, env)).toMatchObject({ status: 0 });
  expect(statSync(BACKUP_DIR).mode & 0o077).toBe(0);
});

test("stats shows signups by day and source, waiting messages, the last backup and the disk, as a table and as JSON", async () => {
  const { stdout, ...rest } = terminal();
  await waitlist(["stats"], env, { stdout, ...rest });
  const others = forms.filter(
    ({ table }) => !["beta_signups", "contact_messages"].includes(table),
  );
  const today = new Date().toISOString().slice(0, 10);
  const lines = stdout.text().split("\n").slice(2);
  expect(lines.map((line) => line.replace(/ {2,}/, ": "))).toEqual([
    "signups: 2",
    `${today} hero_section: 1`,
    "doubtful addresses: 0",
    "messages waiting: 2",
    "hours the oldest has waited: 30",
    ...others.map(({ table }) => `${table.replaceAll("_", " ")}: 0`),
    `last backup: ${new Date(Math.floor((now - days(1)) / 1000) * 1000).toISOString()}`,
    expect.stringMatching(/^database in MB: \d+$/),
    expect.stringMatching(/^free space in MB: \d+$/),
    "",
  ]);

  const json = await waitlist(["stats", "--json"], env);
  expect(json.stdout.split("\n")).toHaveLength(2);

  expect(JSON.parse(json.stdout)).toMatchObject({
    signups: 2,
    signups_by_day: [
      { day: "2025-11-01", source: "hero_section", signups: 1 },
      { day: today, source: "hero_section", signups: 1 },
    ],
    doubtful_addresses: 0,
    messages_waiting: 2,
    hours_waiting: 30,
  });
});
