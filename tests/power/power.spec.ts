import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { expect, test } from "playwright/test";
import { databaseFolders } from "~/database/database-folders";
import { runWaitlist } from "#operator/testing";
import { openMigratedDatabase } from "#supabase";
import { missingFor } from "../support/project/bare-system";
import { startSite } from "../support/servers/site";
import { messageFields, post, signupFields } from "../support/visitors/post";
import { loggedDisk } from "./logged-disk";
import type { Kept, LoggedDisk } from "./logged-disk";

const cuts = 24;
const visitors = 6;
/** How long visitors send forms before and after what an operator does. */
const loadMs = 4000;

/** Of what a disk was asked since its last flush, it may have done any part. */
const kinds: Kept[] = [
  { share: 0, part: Infinity },
  { share: 0.5, part: Infinity },
  { share: 0.5, part: 4096 },
  { share: 1, part: Infinity },
  { share: 0.5, part: 512 },
];

for (const system of ["ext4", "btrfs", "xfs"]) {
  const missing = [
    ...missingFor("qemu-storage-daemon", "losetup", `mkfs.${system}`),
    ...["/dev/fuse", "/dev/loop-control"].filter((file) => !existsSync(file)),
  ];

  test(`on ${system} a power cut loses no acknowledged row and doubles none`, async () => {
    test.skip(missing.length > 0, `not here: ${missing.join(", ")}`);
    const disk = await loggedDisk(system);
    const { acknowledged, erased, points } = await record(disk);
    const cut = await disk.end();
    const sums = { rows: 0, lost: 0, doubled: 0 };
    const problems: string[] = [];
    for (const [index, point] of points.entries()) {
      const kept = kinds[index % kinds.length] as Kept;
      const { root, end } = await cut(point, kept);
      const data = path.join(root, "data");
      // grep finds nothing with status 1.
      const isInFiles = !spawnSync("grep", ["-rqaF", erased.email, data])
        .status;
      const stored = await storedIn(data).catch((error: Error) => {
        problems.push(`${point}: ${error.message}`);
        return [] as string[];
      });
      await end();
      const due = acknowledged
        .filter(({ at }) => at <= point)
        .map(({ email }) => email)
        .filter((email) => email !== erased.email || point < erased.begin);
      const lost = due.filter((email) => !stored.includes(email)).length;
      const doubled = stored.length - new Set(stored).size;
      const isBack =
        erased.end <= point && (isInFiles || stored.includes(erased.email));
      sums.rows += due.length;
      sums.lost += lost;
      sums.doubled += doubled;
      if (lost || doubled || isBack)
        problems.push(
          `${point}: ${JSON.stringify({ ...kept, lost, doubled, isBack })}`,
        );
    }
    console.log(
      `${system}: ${cuts} cuts, ${sums.rows} rows, ${sums.lost} lost, ${sums.doubled} doubled`,
    );
    expect(problems).toEqual([]);
  });
}

/**
 * Runs a site under load, while a person is erased, it is killed and ended.
 *
 * @returns when each was, as bytes of the disk's log, and where to cut it
 */
async function record({ root, logged }: LoggedDisk) {
  const DATA_DIR = path.join(root, "data");
  const acknowledged: { email: string; at: number }[] = [];
  const visit = async (url: string) => {
    for (;;) {
      const isMessage = acknowledged.length % 3 === 0;
      // The database's log goes on in a new file every few seconds.
      const message = randomBytes(3000).toString("base64");
      const fields = isMessage ? messageFields({ message }) : signupFields();
      const to = url + (isMessage ? "/contact" : "/");
      const answer = await post(to, fields).catch(() => undefined);
      // The site has ended.
      if (!answer) return;
      expect(answer.status).toBe(303);
      acknowledged.push({ email: fields.email, at: logged() });
    }
  };
  const run = async (end: NodeJS.Signals, job = () => Promise.resolve()) => {
    const site = await startSite({ DATA_DIR, RATE_LIMIT_PER_MINUTE: "0" });
    const load = Array.from({ length: visitors }, () => visit(site.url));
    await after(loadMs);
    await job();
    await after(loadMs);
    await site.stop(end);
    await Promise.all(load);
  };
  const erased = { email: "", begin: 0, end: 0 };
  await run("SIGKILL", async () => {
    erased.email = acknowledged[0]?.email ?? "";
    erased.begin = logged();
    for (const job of [
      ["erase-person", erased.email],
      ["erase-old-messages"],
    ]) {
      const { status, stderr } = await runWaitlist([...job, "--yes"], {
        DATA_DIR,
      });
      expect(status, stderr).toBe(0);
    }
    erased.end = logged();
  });
  await run("SIGTERM");
  await run("SIGKILL");

  const times = acknowledged.map(({ at }) => at);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const between = (from: number, to: number) =>
    Math.round(from + Math.random() * (to - from));
  const points = Array.from({ length: cuts / 4 }, () => [
    between(0, first),
    between(first, last),
    times[between(0, times.length - 1)] ?? 0,
    // The disk may not have heard yet what was removed.
    between(erased.begin, erased.end + 2 ** 23),
  ]);
  return { acknowledged, erased, points: points.flat().sort((a, b) => a - b) };
}

/** @returns the address of every row */
async function storedIn(folder: string): Promise<string[]> {
  const store = await openMigratedDatabase(folder, databaseFolders);
  try {
    const { rows } = await store.query(
      "select email from beta_signups union all select email from contact_messages",
    );
    return rows.map(({ email }) => String(email));
  } finally {
    await store.close();
  }
}
