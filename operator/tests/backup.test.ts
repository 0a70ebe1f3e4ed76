import {
  chmodSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { openErasedPeople } from "../waitlist/backup/erased-people";
import { listBackups } from "../waitlist/backup/folder";
import { openSite, waitlist } from "#operator/testing";
import { smallDisk } from "#supabase/testing";

const site = await openSite(`
  insert into beta_signups (email, signup_source, created_at) values
    ('raver@example.com', 'hero_section', '2025-11-01'),
    ('robin@example.com', 'hero_section', now());
  insert into contact_messages (name, email, message) values
    ('Robin', 'robin@example.com', 'Hello.'), ('Robin', 'robin@example.com', 'Hello?')`);
afterAll(site.end);
const { BACKUP_DIR } = site.env;
beforeEach(() => {
  rmSync(BACKUP_DIR, { recursive: true, force: true });
  mkdirSync(BACKUP_DIR);
});

const now = Date.now();
const days = (number: number) => number * 24 * 60 * 60 * 1000;

/** Adds an empty backup of that age in days, and returns its name. */
function add(age: number) {
  const time = new Date(now - days(age));
  const stamp = time.toISOString().slice(0, 19).replaceAll(":", "");
  const name = `kandi-${stamp}Z.ndjson`;
  writeFileSync(path.join(BACKUP_DIR, name), "");
  utimesSync(path.join(BACKUP_DIR, name), time, time);
  return name;
}
const names = () =>
  listBackups(BACKUP_DIR).map(({ file }) => path.basename(file));
const isErased = (email: string) =>
  openErasedPeople(BACKUP_DIR).has(email, null);

test("backup writes every row of a running site for its owner alone, restores it on trial, and removes old ones", async () => {
  const recent = [add(27), add(1), add(2)];
  add(28);
  // A killed backup left these.
  mkdirSync(path.join(BACKUP_DIR, "kandi-trial-abc123"));
  writeFileSync(path.join(BACKUP_DIR, `${recent[0]}.unfinished`), "");
  // These are somebody's own.
  const own = ["trial-balance-2025", "kandi-trial-notes", "notes.unfinished"];
  for (const name of own) mkdirSync(path.join(BACKUP_DIR, name));
  for (const name of readdirSync(BACKUP_DIR)) {
    if (!/trial|unfinished/.test(name)) continue;
    utimesSync(path.join(BACKUP_DIR, name), 0, 0);
  }
  chmodSync(BACKUP_DIR, 0o777);
  const { status, stdout, stderr } = await site.job("backup");
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
  expect(statSync(BACKUP_DIR).mode & 0o077).toBe(0);
  expect(readdirSync(BACKUP_DIR)).toEqual(
    [path.basename(file), ...recent, ...own].sort(),
  );
  // Visitors would wait for the transaction.
  expect((await site.job("restore", file)).stderr).toBe(
    "The site has the database open: stop it.\nNothing was restored.\n",
  );
});

test("a backup that cannot be restored is an error and no backup; those past 30 days go, but for the newest, which is named", async () => {
  const proven = add(33);
  add(34);
  // Two rows that the migrations' index allows only once.
  const index = "beta_signups_email_lower_key";
  await site.database.exec(`
    drop index ${index};
    insert into beta_signups (email, signup_source, created_at) values ('robin@example.com', 'hero_section', '2025-11-02')`);
  const { status, stdout, stderr } = await site.job("backup");
  await site.database.exec(`
    delete from beta_signups where created_at = '2025-11-02';
    create unique index ${index} on beta_signups (lower(email))`);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(
    /^Backups of 30 days removed: 1\nWritten: .*\n".*\.ndjson\.unfinished" could not be restored on trial, so older backups stay, and the next backup removes it: beta_signups lacks 1 of its rows\.\n$/,
  );
  expect(names()).toEqual([proven]);
  expect(readdirSync(BACKUP_DIR).join()).not.toContain("trial");
  const stats = await site.job("stats");
  expect(stats.stderr).toContain(`${proven}" is older than 28 days`);
});

test("backups, and the list of who was erased, are kept no longer than the privacy page promises", async () => {
  for (const keep of ["0", "30", "x"]) {
    expect(await site.job("backup", "--keep", keep)).toEqual({
      status: 1,
      stdout: "",
      stderr:
        "--keep takes a number of days from 1 to 29: the privacy page promises that backups are gone after 30.\n",
    });
  }
  for (const age of [1, 2, 27, 28]) add(age);
  const people = openErasedPeople(BACKUP_DIR);
  people.add(["robin@example.com"], new Date());
  people.add(["raver@example.com"], new Date(now - days(31)));
  const { stderr } = await site.job("backup", "--keep", "27");
  expect(stderr).toMatch(
    /^Written: .*\nRestored .*\nBackups of 27 days removed: 2\nBackups kept: 3\n$/,
  );
  expect(isErased("raver@example.com")).toBe(false);
  expect(isErased("robin@example.com")).toBe(true);
});

test("a backup or a trial without room says how much it needs, and leaves nothing", async ({
  skip,
}) => {
  const disk = await smallDisk(100);
  if (!disk) return skip("only root may mount");
  const small = { ...site.env, BACKUP_DIR: path.join(disk.root, "backups") };
  const trial = await waitlist(["backup"], small);
  expect(trial).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /: ".*" is on a disk with \d\d MB free, and a trial needs 18\d MB; free some first\.\n$/,
    ) as string,
  });
  writeFileSync(path.join(disk.root, "filler"), Buffer.alloc(40 * 2 ** 20));
  const backup = await waitlist(["backup"], small);
  expect(backup.stderr).toMatch(
    / \d\d MB free, and a backup needs 64 MB; free/,
  );
  expect(readdirSync(small.BACKUP_DIR)).toEqual([
    expect.stringMatching(/\.ndjson\.unfinished$/),
  ]);
  disk.stop();
});
