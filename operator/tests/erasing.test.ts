import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { backupDays, openErasedPeople } from "../waitlist/backup/erased-people";
import { retention } from "~/content/constants";
import { openSite, terminal, waitlist } from "#operator/testing";
import { databaseFolder } from "#supabase/testing";

const site = await openSite();
afterAll(site.end);
const email = "raver@example.com";
const rows = `
  insert into beta_signups (email, signup_source, created_at) values
    ('robin@example.com', 'hero_section', '2025-11-01'), ('${email}', 'hero_section', '2025-11-01');
  insert into contact_messages (name, email, message) values ('Robin', '${email}', 'Hi.')`;
beforeEach(() =>
  site.database.exec(`truncate beta_signups, contact_messages; ${rows}`),
);

/** The files of the folder that contain the address. */
const files = () =>
  readdirSync(site.env.DATA_DIR, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .filter((file) => readFileSync(file).includes(email));

/** How many rows the site has. */
async function countRows() {
  const { rows } = await site.database.query<{ rows: number }>(
    "select ((select count(*) from beta_signups) + (select count(*) from contact_messages))::int as rows",
  );
  return rows[0]?.rows;
}

test("a person is erased at once, and at night from every file of the database, but only after yes; the job says where it looked and by when", async () => {
  await site.database.exec("checkpoint");
  expect(files()).not.toEqual([]);
  const asked = ["erase-person", "RAVER@example.com"];
  expect(await site.job(...asked)).toEqual({
    status: 1,
    stdout: "",
    stderr: "This erases rows: without a terminal, add --yes.\n",
  });
  const { status, stderr } = await waitlist(asked, site.env, terminal("y\n"));
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /\nemail: RAVER@example\.com\nErase\? Type yes: Nothing was erased\.\n$/,
  );
  expect(await countRows()).toBe(3);

  const erased = await site.job(...asked, "--yes");
  expect(erased.status).toBe(0);
  expect(erased.stdout).toMatch(/^beta_signups,2025-11-01 00:00:00\n/m);
  expect(erased.stderr).toMatch(
    /^2 rows erased\nSearched for raver@example\.com in beta_signups, contact_messages.*\.\nNoted in .*erased-people: restores .*\.\nThe files of DATA_DIR may hold the erased rows until "erase-old-messages" rewrites them tonight, or the next start\.\n$/,
  );
  expect(await countRows()).toBe(1);
  await site.job("erase-old-messages", "--yes");
  expect(files()).toEqual([]);
});

test("a slip is corrected in every form, with ids, times and sources kept, to no address of the list; the old one is in no file after the night, and no restore brings it back", async () => {
  const [right, backup] = [
    "raver@right.example",
    (await site.job("backup")).stdout.trim(),
  ];
  const before = await site.job("person", email, "--json");
  const taken = await site.job("correct", email, "ROBIN@example.com");
  expect(taken.stderr).toMatch(/^robin@example\.com is on the list already/);
  const message = `insert into contact_messages (name, email, message) values ('Robin', '${right}', 'Hi.')`;
  await site.database.exec(message);
  const slip = ["correct", "RAVER@Example.com", `Raver <${right}>`];
  expect((await site.job(...slip)).stderr).toMatch(/^2 rows corrected\nNoted/);
  const after = await site.job("person", right, "--json");
  const lines = before.stdout.replaceAll(email, right).split("\n").slice(0, -1);
  for (const line of lines) expect(after.stdout).toContain(line);
  for (const job of [
    slip,
    ["correct", right, "no address"],
    ["correct", right, `<${right}>`],
  ])
    expect(await site.job(...job)).toMatchObject({ status: 1, stdout: "" });
  const undone = await site.job("correct", right, email);
  expect(undone.stderr).toMatch(/ was erased, or corrected, after /);
  await site.job("erase-old-messages", "--yes");
  expect(files()).toEqual([]);

  const DATA_DIR = databaseFolder(path.join(site.folder, "restored"));
  const env = { ...site.env, DATA_DIR };
  const restored = await waitlist(["restore", backup], env);
  expect(restored.stdout).toContain("beta_signups,1,0,1\n");
  rmSync(site.env.BACKUP_DIR, { recursive: true });
});

test.each([
  ["Raver <RAVER@Example.com>", 1],
  [" mailto:raver\u200b@example.com.", 1],
  ["ｒａｖｅｒ@example\u00a0.com\n", 1],
  ["x@' or true --", 3],
  ["%@%", 3],
  ["o'brien@example.com'); --", 3],
])(
  "erase-person reads %j as one address in any spelling",
  async (spelling, left) => {
    await site.job("erase-person", spelling, "--yes");
    expect(await countRows()).toBe(left);
  },
);

test("nobody is erased if the list of erased people cannot be written", async () => {
  const BACKUP_DIR = path.join(site.folder, "file");
  writeFileSync(BACKUP_DIR, "");
  const job = ["erase-person", email, "--yes"];
  const { status, stderr } = await waitlist(job, { ...site.env, BACKUP_DIR });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Nothing was erased, because .* cannot be written: /);
  expect(await countRows()).toBe(3);
});

test("erase-again erases whoever was erased before and came back with a copy, but no row that was stored since", async () => {
  const ahead = "ahead@example.com";
  const signUp = (address: string, at: string) =>
    site.database.exec(
      `insert into beta_signups (email, signup_source, created_at) values ('${address}', 'hero_section', ${at})`,
    );
  // The site's clock was wrong when this person signed up.
  await signUp(ahead, "now() + interval '3 days'");
  for (const person of [email, ahead])
    await site.job("erase-person", person, "--yes");
  await signUp(email, "'2025-11-01'");
  await signUp(ahead, "now() + interval '2 days'");
  await site.database.exec(
    `insert into contact_messages (name, email, message) values ('Robin', '${email}', 'Again.')`,
  );
  expect(await site.job("erase-again", "--yes")).toEqual({
    status: 0,
    stdout: "",
    stderr: "2 rows of 2 people erased\n",
  });
  const { stdout } = await site.job("export-messages");
  expect(stdout).toContain("Again.");
  expect(await countRows()).toBe(2);
});

test("erase-old-messages keeps those of the last year", async () => {
  await site.database.exec(`
    insert into contact_messages (name, email, message, created_at) values
      ('Robin', 'robin@example.com', 'old', now() - interval '1 year 1 hour'),
      ('Robin', 'robin@example.com', 'young', now() - interval '364 days')`);
  expect(await site.job("erase-old-messages", "--yes")).toMatchObject({
    status: 0,
    stderr: "1 row erased\n",
  });
  const { stdout } = await site.job("export-messages");
  expect(stdout).toContain("young");
  expect(await countRows()).toBe(4);
});

test("the list of erased people names nobody, and forgets them with the last backup that contains them", () => {
  const folder = path.join(site.folder, "list");
  mkdirSync(folder);
  const daysAgo = (days: number) =>
    new Date(Date.now() - days * 24 * 60 * 60 * 1000);
  const open = () => openErasedPeople(folder);
  open().add(["old@example.com"], daysAgo(backupDays + 1));
  open().add([email], daysAgo(backupDays - 1));
  open().forgetOld(daysAgo(backupDays + 2));
  expect(open().has("old@example.com", null)).toBe(true);
  open().forgetOld(daysAgo(0));
  expect(open().has("old@example.com", null)).toBe(false);
  expect(open().has("RAVER@example.com", null)).toBe(true);
  expect(retention.backups).toBe(`${backupDays} days`);
  const { file } = open();
  const text = readFileSync(file, "utf8");
  expect(text).toMatch(/^[0-9a-f]{64}\n\S+Z [0-9a-f]{64}\n$/);

  writeFileSync(file, text.replace("Z ", "Z"));
  expect(open).toThrow(/is damaged: restore it/);
});
