import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect } from "playwright/test";
import { databaseFolders } from "~/data/database-folders";
import { openEmbeddedSupabase } from "~/embedded-supabase/index.server";
import { post, signupFields } from "../support/fixtures/post";
import { freePort, runSite, startSite } from "../support/fixtures/site";
import type { TestSite } from "../support/fixtures/site";
import { databaseFolder, temporaryFolder } from "../support/fixtures/supabase";
import { test as base } from "../support/fixtures/test";
import { waitlist } from "../support/fixtures/waitlist";

/** Without settings, the site uses the embedded database. */
const test = base.extend<object, { settings: Record<string, string> }>({
  settings: [{}, { scope: "worker" }],
});

/** @returns the status of a signup */
async function signUp({ url }: Pick<TestSite, "url">, email: string) {
  return (await post(url, signupFields({ email }))).status;
}

test("the first start fits into 512 MB, because it copies the database of the build", async () => {
  test.skip(process.platform !== "linux", "measured by /proc");
  const folder = temporaryFolder();
  const site = await startSite({ DATA_DIR: folder });
  expect(await signUp(site, "a@example.com")).toBe(303);
  const [, kilobytes] =
    /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${site.pid}/status`, "utf8")) ??
    [];
  expect(Number(kilobytes) / 1024).toBeLessThan(400);
  await site.stop();
  rmSync(folder, { recursive: true });
});

test("after going back from an update with a migration, the older site stores on the newer tables", async () => {
  const folder = databaseFolder();
  const migrations = temporaryFolder();
  cpSync(databaseFolders.migrations, migrations, { recursive: true });
  writeFileSync(
    path.join(migrations, "99991231000000_newer.sql"),
    "alter table beta_signups add column newer text;",
  );
  const newer = await openEmbeddedSupabase(folder, {
    ...databaseFolders,
    migrations,
  });
  await newer.close();

  const site = await startSite({ DATA_DIR: folder });
  expect(await signUp(site, "a@example.com")).toBe(303);
  const { stdout } = await waitlist(["migrations"], { DATA_DIR: folder });
  expect(stdout).toMatch(/99991231000000_newer\.sql,no file/);
  await site.stop();
  for (const made of [folder, migrations]) rmSync(made, { recursive: true });
});

/** @returns the output of a start that fails */
async function refusedStart(env: Record<string, string>) {
  const { exit, output } = runSite(env);
  expect(await exit).toBe(1);
  return output();
}

test("once the migrations are applied, the first line says where the site listens and where it stores", async ({
  site,
}) => {
  const [first = ""] = site.output().split("\n");
  expect(JSON.parse(first)).toMatchObject({
    message: `The site listens on ${site.url} and stores in ${site.dataDir}`,
  });
  expect(site.output()).not.toMatch(/^(?!\{)./m);
});

test("a taken port is refused by name", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  expect(await refusedStart({ PORT: String(port) })).toBe(
    `PORT ${port} is taken by another process; stop that one, or set PORT to a free port.\n`,
  );
  taken.close();
});

test("a Node that publishes no server ends the start with one line", async () => {
  const folder = databaseFolder();
  const program = `
    import channels from "node:diagnostics_channel";
    import { syncBuiltinESMExports } from "node:module";
    channels.subscribe = () => {};
    syncBuiltinESMExports();`;
  const output = await refusedStart({
    DATA_DIR: folder,
    PORT: String(await freePort()),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}`,
  });
  // remix-serve may print its own address first.
  expect(output.split("\n").at(-2)).toMatch(
    /^Node v[\d.]+ publishes no server, so the site would have no limits; .*\.$/,
  );
  rmSync(folder, { recursive: true });
});

/** Runs `npm start` in a folder with this .env. */
function npmStart(settings: string) {
  const folder = temporaryFolder();
  for (const name of [
    ...["app", "build", "node_modules", "package.json", "supabase"],
  ]) {
    symlinkSync(path.resolve(name), path.join(folder, name));
  }
  writeFileSync(path.join(folder, ".env"), settings);
  const npm = spawn("npm", ["start", "--silent"], {
    cwd: folder,
    env: { ...process.env, PORT: undefined },
  });
  let printed = "";
  npm.stdout.on("data", (chunk) => (printed += chunk));
  npm.stderr.on("data", (chunk) => (printed += chunk));
  const exit = once(npm, "close");
  const remove = () => rmSync(folder, { recursive: true });
  return { npm, exit, printed: () => printed, remove };
}

test("npm start reads .env before anything else, and refuses a wrong setting with one line", async () => {
  const { exit, printed, remove } = npmStart("PORT=from-the-file\n");
  expect(await exit).toEqual([1, null]);
  expect(printed()).toBe(
    'PORT is "from-the-file"; it should be a whole number from 1 to 65535.\n',
  );
  remove();
});

test("after the start, a name in .env that the site does not know is a warning, and so is a missing SITE_URL", async () => {
  const settings = [
    `PORT=${await freePort()}`,
    "SITE_URl=https://kandi.example",
    "RATE_LIMIT_PER_MINUTE=60 # per IP",
    "TZ=UTC",
  ];
  const { npm, exit, printed, remove } = npmStart(settings.join("\n"));
  await expect.poll(printed).toContain("HSTS");
  npm.kill();
  await exit;
  const warnings = printed().match(/^.*"level":"warn".*$/gm) ?? [];
  expect(warnings).toEqual([
    expect.stringContaining("SITE_URl in .env is no setting of the site."),
    expect.stringContaining("SITE_URL is not set: "),
  ]);
  remove();
});

test("a .env that cannot be read ends the start with one line", () => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, ".env"));
  const loader = path.resolve("app/server/load-env.js");
  const options = { cwd: folder, encoding: "utf8" } as const;
  const { status, stderr } = spawnSync(process.execPath, [loader], options);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^\.env cannot be read: .*\n$/);
  rmSync(folder, { recursive: true });
});

test("SIGTERM to npm start's process ends the site", async () => {
  const port = await freePort();
  const { npm, exit, printed, remove } = npmStart(`PORT=${port} # free\n`);
  await expect.poll(printed).toContain(" listens on ");
  npm.kill();
  expect(await exit).toEqual([0, null]);
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  remove();
});

test("supabase:local serves the embedded Supabase over HTTP and prints how to use it", async () => {
  const folder = databaseFolder();
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "app/commands/supabase-local.ts"],
    {
      env: {
        NODE_ENV: "production",
        PATH: process.env.PATH,
        DATA_DIR: folder,
        SUPABASE_LOCAL_PORT: String(port),
      },
    },
  );
  let printed = "";
  child.stdout.on("data", (chunk) => (printed += chunk));
  await expect.poll(() => printed).toContain("ANON_KEY=");
  const settings = Object.fromEntries(
    printed
      .trim()
      .split("\n")
      .map((line) => line.split("=") as [string, string]),
  );
  expect(settings.SUPABASE_URL).toBe(`http://127.0.0.1:${port}`);

  const site = await startSite({
    ...settings,
    SESSION_SECRET: "only for the tests of this project",
  });
  expect(await signUp(site, "d@example.com")).toBe(303);
  expect(await signUp(site, "D@example.com")).toBe(409);
  await site.stop();

  const closed = once(child, "close");
  child.kill("SIGTERM");
  await closed;
  rmSync(folder, { recursive: true });
});

test("the browser receives no key, no schema and no database client", async ({
  site,
}) => {
  const page = await (await fetch(site.url)).text();
  const scripts = [...page.matchAll(/\/assets\/[\w.-]+\.js/g)].map(
    ([script]) => script,
  );
  expect(scripts.length).toBeGreaterThan(3);
  const key = readFileSync(path.join(site.dataDir, "anon-key"), "utf8").trim();
  for (const script of new Set(scripts)) {
    const source = await (await fetch(site.url + script)).text();
    expect(source.length).toBeGreaterThan(0);
    expect(source).not.toMatch(/zod|supabase|postgrest|pglite/i);
    expect(source).not.toContain(key);
  }
});

test("a log whose reader has gone does not end the site", async () => {
  const folder = databaseFolder();
  const PORT = String(await freePort());
  const { child, exit, output } = runSite({ PORT, DATA_DIR: folder });
  await expect.poll(output).toContain(" listens on ");
  child.stdout.destroy();
  child.stderr.destroy();
  // Each request logs a line that cannot be written.
  for (const path of ["/", "/nope", "/"]) {
    await fetch(`http://127.0.0.1:${PORT}${path}`);
  }
  const { status } = await post(`http://127.0.0.1:${PORT}`, signupFields());
  expect(status).toBe(303);
  child.kill();
  expect(await exit).toBe(0);
  rmSync(folder, { recursive: true });
});

test("pages are served while the database opens; a post waits for it, and the health check says so", async () => {
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
  const { child, exit, output } = runSite({
    PORT,
    DATA_DIR: folder,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}`,
  });
  const health = async () => (await fetch(`${url}/healthz`)).status;
  await expect.poll(output).toContain(" listens on ");
  const posted = signUp({ url }, "early@example.com");
  expect((await fetch(url)).status).toBe(200);
  expect(await health()).toBe(503);
  writeFileSync(gate, "");
  expect(await posted).toBe(303);
  expect(await health()).toBe(200);
  child.kill();
  expect(await exit).toBe(0);
  for (const made of [folder, path.dirname(gate)]) {
    rmSync(made, { recursive: true });
  }
});

test("SIGTERM while the database opens ends the site, and the next start finds it whole", async () => {
  const folder = temporaryFolder();
  const PORT = String(await freePort());
  const early = runSite({ PORT, DATA_DIR: folder });
  await expect.poll(early.output).toContain(" listens on ");
  early.child.kill();
  expect(await early.exit).toBe(0);
  const site = await startSite({ DATA_DIR: folder });
  expect(await signUp(site, "a@example.com")).toBe(303);
  await site.stop();
  rmSync(folder, { recursive: true });
});
