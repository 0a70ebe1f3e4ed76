import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "playwright/test";
import { limits } from "~/forms/definition";
import { messageFields, post, signupFields } from "../support/fixtures/post";
import {
  freePort,
  processTime,
  runSite,
  startSite,
} from "../support/fixtures/site";
import { smallDisk } from "../support/fixtures/small-disk";
import { databaseFolder } from "../support/fixtures/supabase";

/** @returns the status, or undefined if the site ended before it answered */
const statusOf = (answer: Promise<Response>) =>
  answer.then(
    ({ status }) => status,
    () => undefined,
  );

test(
  "a full disk ends the site; the next start serves pages, refuses posts with 503 and says what to do, until there is space",
  { tag: "@slow" },
  async () => {
    const disk = await smallDisk(200);
    test.skip(!disk, "This user may not mount a file system.");
    if (!disk) return;
    try {
      const dataDir = databaseFolder(path.join(disk.root, "data"));
      const first = await startSite({
        DATA_DIR: dataDir,
        RATE_LIMIT_PER_MINUTE: "0",
        // A busy machine's posts fail only when the disk is full.
        SUPABASE_TIMEOUT_MS: "60000",
      });
      expect(await statusOf(post(first.url))).toBe(303);
      disk.fill();
      // The log file and the tables' files still have room for some rows.
      const message = "\u{1F984}".repeat(limits.message);
      let status: number | undefined = 303;
      for (let count = 0; count < 2000 && status === 303; count += 1) {
        const form = post(`${first.url}/contact`, messageFields({ message }));
        status = await statusOf(form);
      }
      expect(status).not.toBe(303);
      expect(await first.stop()).toBe(1);
      expect(first.output()).toMatch(
        /^The embedded database has failed \(.*\); the process ends\.$/m,
      );

      const port = String(await freePort());
      const next = runSite({ DATA_DIR: dataDir, PORT: port });
      const url = `http://127.0.0.1:${port}`;
      await expect
        .poll(next.output, processTime)
        .toContain(
          "is on a disk with 0 MB free, and its database needs 64; free some, or set DATA_DIR to a folder on another disk.",
        );
      for (const page of ["/", "/contact", "/support", "/privacy"])
        expect((await fetch(url + page)).status, page).toBe(200);
      expect((await fetch(`${url}/healthz`)).status).toBe(503);
      await expect
        .poll(next.output, processTime)
        .toMatch(/"\/healthz","status":503/);
      const refused = await post(url, signupFields({ email: "a@example.com" }));
      expect(refused.status).toBe(503);
      expect(await refused.text()).toContain("a@example.com");

      disk.empty();
      expect(await next.exit).toBe(1);
      const last = await startSite({ DATA_DIR: dataDir });
      expect(
        await statusOf(
          post(last.url, signupFields({ email: "a@example.com" })),
        ),
      ).toBe(303);
      expect(await last.stop()).toBe(0);
    } finally {
      disk.stop();
    }
  },
);

test("a site whose folder was removed acknowledges nothing and exits with status 1", async () => {
  const site = await startSite();
  expect(await statusOf(post(site.url))).toBe(303);
  rmSync(site.dataDir, { recursive: true });
  const answers = [
    post(site.url),
    post(`${site.url}/contact`, messageFields()),
  ];
  for (const status of await Promise.all(answers.map(statusOf)))
    expect(status).not.toBe(303);
  await expect
    .poll(site.output, processTime)
    .toContain(
      "The embedded database has failed (its folder was removed); the process ends.\n",
    );
  expect(await site.stop()).toBe(1);
});

test("a damaged anon-key stops the start with a line that names its path", async () => {
  const folder = databaseFolder();
  const file = path.join(folder, "anon-key");
  writeFileSync(file, "sb_publishable_\0\0\0\0");
  const port = String(await freePort());
  const { exit, output } = runSite({ DATA_DIR: folder, PORT: port });
  expect(await exit).toBe(1);
  // The site already listens, and says so in lines of JSON.
  expect(output().replace(/^\{.*\n/gm, "")).toBe(
    `${JSON.stringify(file)} contains no key; restore it from a backup, or remove it and the next start makes a new key, which each SUPABASE_ANON_KEY that names the old one then needs.\n`,
  );
  rmSync(folder, { recursive: true });
});
