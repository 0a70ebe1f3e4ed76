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

type Site = Pick<TestSite, "url" | "output">;

const isHealthy = async ({ url }: Site) => (await fetch(`${url}/healthz`)).ok;

async function expectRefusals(site: Site, says: string) {
  for (const page of ["/", "/contact", "/support", "/privacy"])
    expect((await fetch(site.url + page)).status, page).toBe(200);
  expect(await isHealthy(site)).toBe(false);
  const message = "An hour of typing";
  for (let posts = 0; posts < 5; posts++) {
    const fields = messageFields({ message });
    const refused = await post(`${site.url}/contact`, fields);
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain(message);
  }
  expect(site.output()).toContain(`is on a disk ${says}`);
}

async function expectStored(site: Site) {
  const stored = () => statusOf(post(site.url));
  await expect.poll(stored, { ...processTime, intervals: [200] }).toBe(303);
  expect(await isHealthy(site)).toBe(true);
}

for (const [what, says, way] of [
  ["without space", "with 0 MB free, and", "fill"],
  ["without inodes", "with 0 inodes free, and", "fillWithFiles"],
  ["that is mounted read-only", "that is mounted read-only; ", "mount"],
] as const) {
  test(
    `on a disk ${what} the site serves pages, refuses posts with 503 and says what to do, and stores again by itself`,
    { tag: "@slow" },
    async () => {
      const disk = await smallDisk(300, 5000);
      test.skip(!disk, "This user may not mount a file system.");
      if (!disk) return;
      const begin = () => (way === "mount" ? disk.mount("ro") : disk[way]());
      const end = () => (way === "mount" ? disk.mount("rw") : disk.empty());
      const DATA_DIR = databaseFolder(path.join(disk.root, "data"));
      const settings = { DATA_DIR, RATE_LIMIT_PER_MINUTE: "0" };
      // Files that are open for writing keep a disk from becoming read-only.
      if (way !== "mount") {
        const running = await startSite(settings);
        await expectStored(running);
        begin();
        await expectRefusals(running, says);
        end();
        await expectStored(running);
        expect(await running.stop()).toBe(0);
      }
      begin();
      const PORT = String(await freePort());
      const { child, exit, output } = runSite({ ...settings, PORT });
      await expect.poll(output, processTime).toContain(says);
      const started = { url: `http://127.0.0.1:${PORT}`, output };
      await expectRefusals(started, says);
      end();
      await expectStored(started);
      child.kill();
      expect(await exit).toBe(0);
      disk.stop();
    },
  );
}

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
