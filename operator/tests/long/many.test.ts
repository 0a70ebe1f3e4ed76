import { expect, onTestFinished, test } from "vitest";
import { openErasedPeople } from "../../waitlist/backup/erased-people";
import { openSite, runWaitlist } from "#operator/testing";

test("20,000 rows cost an export seconds of the processor, and finding doubtful addresses less than twice as much", async () => {
  // Each domain is another, and every tenth address is a slip.
  const site = await openSite(`
    insert into beta_signups (email, signup_source)
      select 'raver-' || number || '@' ||
        case number % 10 when 0 then 'gmial.com' else 'mail-' || number || '.example' end,
        'hero_section'
      from generate_series(1, 20000) as number`);
  onTestFinished(site.end);
  const costOf = async (job: string, rows: number) => {
    let least = Infinity;
    for (let times = 0; times < 3; times++) {
      const before = process.cpuUsage();
      const { stderr } = await site.job(job);
      const { user, system } = process.cpuUsage(before);
      expect(stderr).toBe(`${rows} rows\n`);
      least = Math.min(least, (user + system) / 1e6);
    }
    return least;
  };
  const exported = await costOf("export-signups", 20_000);
  // When each page sorted the whole table, this took 28 s.
  expect(exported).toBeLessThan(6);
  expect(await costOf("doubtful", 2000)).toBeLessThan(2 * exported);
});

test("people who are erased at once stay on the list, while a backup forgets others", async () => {
  const people = Array.from({ length: 12 }, (_, n) => `p${n}@example.com`);
  const list = people.map((email) => `('${email}', 'hero_section')`).join();
  const site = await openSite(
    `insert into beta_signups (email, signup_source) values ${list}`,
  );
  onTestFinished(site.end);
  const open = () => openErasedPeople(site.env.BACKUP_DIR);
  open().add(["old@example.com"], new Date(0));
  const erasing = people.map((email) =>
    runWaitlist(["erase-person", email, "--yes"], site.env),
  );
  const forgetting = site.job("backup");
  for (const { status, stderr } of await Promise.all(erasing)) {
    expect([status, stderr]).toEqual([
      0,
      expect.stringContaining("1 row erased"),
    ]);
  }
  await forgetting;
  const { has } = open();
  expect(has("old@example.com", null)).toBe(false);
  expect(people.filter((email) => !has(email, null))).toEqual([]);
});
