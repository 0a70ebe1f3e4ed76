import { rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "playwright/test";
import { messageFields, post } from "../support/visitors/post";
import { processTime, runSite, startSite } from "../support/servers/site";
import type { TestSite } from "../support/servers/site";
import { databaseFolder, freePort, smallDisk } from "#supabase/testing";

/** @returns the status, or undefined if the site ended before it answered */
const statusOf = (answer: Promise<Response>) =>
  answer.then(
    ({ status }) => status,
    () => undefined,
  );

for (const [what, fill, lack] of [
  ["space", "fill", "0 MB"],
  ["inodes", "fillWithFiles", "0 inodes"],
] as const) {
  test(
    `a disk without ${what}: the site serves pages, refuses posts with 503 and says what to do, and stores again by itself, running or just started`,
    { tag: "@slow" },
    async () => {
      const disk = await smallDisk(300, 5000);
      test.skip(!disk, "This user may not mount a file system.");
      if (!disk) return;
      const dataDir = databaseFolder(path.join(disk.root, "data"));
      const settings = { DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: "0" };

      type Site = Pick<TestSite, "url" | "output">;
      const isFull = async ({ url, output }: Site) => {
        for (const page of ["/", "/contact", "/support", "/privacy"])
          expect((await fetch(url + page)).status, page).toBe(200);
        expect((await fetch(`${url}/healthz`)).status).toBe(503);
        const message = "An hour of typing";
        for (let posts = 0; posts < 5; posts++) {
          const refused = await post(
            `${url}/contact`,
            messageFields({ message }),
          );
          expect(refused.status).toBe(503);
          expect(await refused.text()).toContain(message);
        }
        expect(output()).toContain(`is on a disk with ${lack} free, and`);
      };
      const stores = async ({ url }: Site) =>
        expect
          .poll(() => statusOf(post(url)), { ...processTime, intervals: [200] })
          .toBe(303);

      try {
        const running = await startSite(settings);
        await stores(running);
        disk[fill]();
        await isFull(running);
        disk.empty();
        await stores(running);
        expect((await fetch(`${running.url}/healthz`)).status).toBe(200);
        expect(await running.stop()).toBe(0);

        disk[fill]();
        const PORT = String(await freePort());
        const started = {
          ...runSite({ ...settings, PORT }),
          url: `http://127.0.0.1:${PORT}`,
        };
        await expect.poll(started.output, processTime).toContain(lack);
        await isFull(started);
        disk.empty();
        await stores(started);
        started.child.kill();
        expect(await started.exit).toBe(0);
      } finally {
        disk.stop();
      }
    },
  );
}

test(
  "a site that starts on a disk that is mounted read-only serves pages, refuses posts with 503 and says so, and stores once it is writable",
  { tag: "@slow" },
  async () => {
    const disk = await smallDisk(300, 5000);
    test.skip(!disk, "This user may not mount a file system.");
    if (!disk) return;
    const DATA_DIR = databaseFolder(path.join(disk.root, "data"));
    const PORT = String(await freePort());
    const url = `http://127.0.0.1:${PORT}`;
    try {
      disk.mount("ro");
      const { child, exit, output } = runSite({ DATA_DIR, PORT });
      await expect
        .poll(output, processTime)
        .toContain("is on a disk that is mounted read-only; ");
      expect((await fetch(url)).status).toBe(200);
      expect((await fetch(`${url}/healthz`)).status).toBe(503);
      expect(await statusOf(post(url))).toBe(503);
      disk.mount("rw");
      await expect.poll(() => statusOf(post(url)), processTime).toBe(303);
      child.kill();
      expect(await exit).toBe(0);
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
