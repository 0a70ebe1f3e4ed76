import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
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
import type { TestSite } from "../support/servers/site";
import { databaseFolder, freePort, temporaryFolder } from "#supabase/testing";
import { test as base } from "../support/visitors/test";

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

test("whoever starts the site without V8's flag is told once", async () => {
  const isFlag = (word: string) => word === "--liftoff-only";
  expect(startArguments.filter(isFlag)).toHaveLength(1);
  const DATA_DIR = databaseFolder();
  const PORT = String(await freePort());
  const without = startArguments.filter((word) => !isFlag(word));
  const { child, exit, output } = runSite(
    { DATA_DIR, PORT },
    undefined,
    without,
  );
  const lines = () => output().match(/without --liftoff-only/g);
  await expect.poll(lines, processTime).toHaveLength(1);
  child.kill();
  await exit;
  rmSync(DATA_DIR, { recursive: true });
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
  const { exit, output } = runSite({
    PORT: String(await freePort()),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}`,
  });
  expect(await exit).toBe(1);
  expect(output()).toMatch(/^remix-serve .* would have no limits.*$/m);
});

/** Runs a script of package.json in a folder with this .env. */
function npmStart(settings: string, script = "start") {
  const folder = temporaryFolder();
  for (const name of [
    ...["app", "build", "node_modules", "package.json", "supabase"],
  ]) {
    symlinkSync(path.resolve(name), path.join(folder, name));
  }
  writeFileSync(path.join(folder, ".env"), settings);
  const npm = spawn("npm", ["run", "--silent", script], {
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

for (const script of ["start", "doctor", "waitlist"]) {
  test(`npm run ${script} names each line of .env that sets nothing, and does nothing`, async () => {
    const settings = "\ufeffDATA_DIR=right\nPORT: 4610\nsecret-piece\n";
    const { exit, printed, remove } = npmStart(settings, script);
    expect(await exit).toEqual([1, null]);
    expect(printed()).toBe(
      [2, 3]
        .map((line) => `.env, line ${line} sets nothing: it has no NAME=.\n`)
        .join(""),
    );
    remove();
  });
}

test("after the start, an unknown name in .env is a warning, and so is a missing SITE_URL; SIGTERM to npm ends the site", async () => {
  const port = await freePort();
  const settings = [`PORT=${port} # free`, "SITE_URl=https://kandi.example"];
  const { npm, exit, printed, remove } = npmStart(settings.join("\n"));
  await expect.poll(printed, processTime).toContain("HSTS");
  npm.kill();
  expect(await exit).toEqual([0, null]);
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  expect(printed().match(/^.*"level":"warn".*$/gm)).toEqual([
    expect.stringContaining(
      "SITE_URl in .env is not a setting of the site; check its spelling",
    ),
    expect.stringContaining("SITE_URL is not set: "),
  ]);
  remove();
});

test("tools/serve-supabase.ts serves the embedded Supabase over HTTP and prints how to use it", async () => {
  const folder = databaseFolder();
  const port = await freePort();
  const { child, exit, output } = runSite(
    { DATA_DIR: folder, SUPABASE_LOCAL_PORT: String(port) },
    undefined,
    ["--liftoff-only", "--import", "tsx", "tools/serve-supabase.ts"],
  );
  await expect.poll(output, processTime).toContain("ANON_KEY=");
  const settings = Object.fromEntries(
    output()
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

  child.kill();
  await exit;
  rmSync(folder, { recursive: true });
});

test("the browser receives no key, no schema and no database client", async ({
  site,
}) => {
  const scripts = readdirSync("build/client/assets");
  expect(scripts.length).toBeGreaterThan(3);
  const paths = scripts.filter((name) => name.endsWith(".js"));
  for (const path of ["", ...paths.map((name) => `assets/${name}`)]) {
    const source = await (await fetch(`${site.url}/${path}`)).text();
    expect(source.length).toBeGreaterThan(0);
    expect(source).not.toMatch(/zod|supabase|postgrest|pglite/i);
  }
});

test("a log whose reader has gone does not end the site", async () => {
  const folder = databaseFolder();
  const PORT = String(await freePort());
  const { child, exit, output } = runSite({ PORT, DATA_DIR: folder });
  await expect.poll(output, processTime).toContain(" listens on ");
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

test("pages are served while the database opens; a post waits for it, and the health check says so, and names no release", async () => {
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
  await expect.poll(output, processTime).toContain(" listens on ");
  const posted = signUp({ url }, "early@example.com");
  expect((await fetch(url)).status).toBe(200);
  expect(await health()).toBe(503);
  writeFileSync(gate, "");
  expect(await posted).toBe(303);
  expect(await health()).toBe(200);
  const release = `Kandi ${packageJson.version} (`;
  expect(output()).toContain(release);
  expect(await (await fetch(`${url}/healthz`)).text()).toBe("ok\n");
  child.kill();
  expect(await exit).toBe(0);
  for (const made of [folder, path.dirname(gate)]) {
    rmSync(made, { recursive: true });
  }
});
