import { once } from "node:events";
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect } from "playwright/test";
import packageJson from "../../package.json" with { type: "json" };
import { post, signupFields } from "../support/visitors/post";
import {
  processTime,
  runSite,
  startArguments,
  startSite,
} from "../support/servers/site";
import {
  answers,
  databaseFolder,
  freePort,
  startProgram,
  temporaryFolder,
} from "#supabase/testing";
import { test } from "../support/visitors/test";
import { databaseFolders } from "~/database/database-folders";
import { openMigratedDatabase } from "#supabase";

/** Makes Node run a program before the site. */
const before = (program: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}`,
});

test("the first start fits into 512 MB, because it copies the database of the build", async () => {
  test.skip(process.platform !== "linux", "measured by /proc");
  const folder = temporaryFolder();
  const site = await startSite({ DATA_DIR: folder });
  expect((await post(site.url)).status).toBe(303);
  const [, kilobytes] =
    /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${site.pid}/status`, "utf8")) ??
    [];
  expect(Number(kilobytes) / 1024).toBeLessThan(400);
  await site.stop();
  rmSync(folder, { recursive: true });
});

test("a taken port is refused by name", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const { exit, output } = runSite({ PORT: String(port) });
  expect(await exit).toBe(1);
  expect(output()).toBe(
    `PORT ${port} is taken by another process; stop that one, or set PORT to a free port.\n`,
  );
  taken.close();
});

test("a remix-serve whose server would lack the site's limits ends the start, and a line says why", async () => {
  const program = `
    import http from "node:http";
    import { createRequire } from "node:module";
    const { createServer } = http;
    const { application } = createRequire(process.cwd() + "/")("express");
    application.listen = function (...address) {
      return createServer(this).listen(...address);
    };`;
  const PORT = String(await freePort());
  const { exit, output } = runSite({ PORT, ...before(program) });
  expect(await exit).toBe(1);
  expect(output()).toMatch(/^remix-serve .* would have no limits.*$/m);
});

/** Runs a script of package.json in a folder with this .env. */
function npmRun(script: string, settings: string) {
  const cwd = temporaryFolder();
  for (const name of [
    ...["app", "build", "node_modules", "package.json", "supabase"],
  ]) {
    symlinkSync(path.resolve(name), path.join(cwd, name));
  }
  writeFileSync(path.join(cwd, ".env"), settings);
  const env = { ...process.env, PORT: undefined };
  return startProgram("npm", ["run", "--silent", script], { cwd, env });
}

const noSettings = "\ufeffDATA_DIR=right\nPORT: 4610\nsecret-piece\n";
const noName = (line: number) =>
  `.env, line ${line} sets nothing: it has no NAME=.\n`;

for (const [script, settings, lines] of [
  [
    "start",
    "PORT=from-the-file\n",
    'PORT is "from-the-file"; it should be a whole number from 1 to 65535.\n',
  ],
  ["doctor", noSettings, noName(2) + noName(3)],
  ["waitlist", noSettings, noName(2) + noName(3)],
] as const) {
  test(`npm run ${script} reads .env before anything else, names what is wrong in it, and does nothing`, async () => {
    const { exit, output } = npmRun(script, settings);
    expect(await exit).toBe(1);
    expect(output()).toBe(lines);
  });
}

test("after the start, an unknown name in .env is a warning, and so is a missing SITE_URL; SIGTERM to npm ends the site", async ({
  supabase,
}) => {
  const PORT = await freePort();
  const names = { ...supabase.env, PORT, SITE_URl: "https://kandi.example" };
  const settings = Object.entries(names).map(
    ([name, value]) => `${name}=${value} # set\n`,
  );
  const { child, exit, output } = npmRun("start", settings.join(""));
  await expect.poll(output, processTime).toContain("HSTS");
  child.kill();
  expect(await exit).toBe(0);
  expect(await answers(`http://127.0.0.1:${PORT}/healthz`)).toBe(false);
  expect(output().match(/^.*"level":"warn".*$/gm)).toEqual([
    expect.stringContaining(
      "SITE_URl in .env is not a setting of the site; check its spelling",
    ),
    expect.stringContaining("SITE_URL is not set: "),
  ]);
});

test("a second site on a folder ends before it listens", async () => {
  const { dataDir, stop } = await startSite();
  const PORT = String(await freePort());
  const { exit, output } = runSite({ PORT, DATA_DIR: dataDir });
  expect(await exit).toBe(1);
  expect(output()).toBe(
    `DATA_DIR ${JSON.stringify(dataDir)} is in use by another process; stop that one, or set DATA_DIR to another folder.\n`,
  );
  await stop();
});

test("behind a job that has the folder, pages are served and posts wait, and are stored once it has ended", async () => {
  const folder = databaseFolder();
  const job = await openMigratedDatabase(folder, databaseFolders);
  const PORT = String(await freePort());
  const url = `http://127.0.0.1:${PORT}`;
  const { child, exit, output } = runSite({ PORT, DATA_DIR: folder });
  await expect.poll(output, processTime).toContain("is in use by a job");
  // A row without a key is not sent again.
  const idempotency_key = crypto.randomUUID();
  const posted = post(url, signupFields({ idempotency_key }));
  expect((await fetch(url)).status).toBe(200);
  expect((await fetch(`${url}/healthz`)).status).toBe(503);
  await job.close();
  expect((await posted).status).toBe(303);
  child.kill();
  expect(await exit).toBe(0);
  rmSync(folder, { recursive: true });
});

test("pages are served while the database opens; a post waits for it, and the health check says so, and names no release; whoever starts without V8's flag is told once", async () => {
  const folder = databaseFolder();
  const PORT = String(await freePort());
  const url = `http://127.0.0.1:${PORT}`;
  const gate = path.join(temporaryFolder(), "open");
  // Postgres is not compiled before the test says so.
  const program = `
    import { existsSync } from "node:fs";
    import { setTimeout } from "node:timers/promises";
    const { instantiate } = WebAssembly;
    WebAssembly.instantiate = async (...source) => {
      while (!existsSync(${JSON.stringify(gate)})) await setTimeout(20);
      return instantiate(...source);
    };`;
  const { child, exit, output } = runSite(
    { PORT, DATA_DIR: folder, ...before(program) },
    undefined,
    startArguments.filter((word) => word !== "--liftoff-only"),
  );
  const health = async () => (await fetch(`${url}/healthz`)).status;
  await expect.poll(output, processTime).toContain(" listens on ");
  const posted = post(url);
  expect((await fetch(url)).status).toBe(200);
  expect(await health()).toBe(503);
  writeFileSync(gate, "");
  expect((await posted).status).toBe(303);
  expect(await health()).toBe(200);
  const release = `Kandi ${packageJson.version} (`;
  expect(output()).toContain(release);
  expect(output().match(/without --liftoff-only/g)).toHaveLength(1);
  expect(await (await fetch(`${url}/healthz`)).text()).toBe("ok\n");
  child.kill();
  expect(await exit).toBe(0);
  rmSync(folder, { recursive: true });
});
