import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, test } from "playwright/test";
import { sqlFolders } from "~/data/sql-folders";
import { openEmbeddedSupabase } from "~/embedded-supabase/index.server";
import { freePort, runSite, startSite } from "../support/fixtures/site";
import { temporaryFolder } from "../support/fixtures/supabase";

const signup = (email: string) => ({
  method: "POST",
  body: new URLSearchParams({ email, signup_source: "cta_section" }),
  redirect: "manual" as const,
});

test("the default keeps signups in DATA_DIR over a kill and a restart", async () => {
  const folder = temporaryFolder();
  const first = await startSite({ DATA_DIR: folder });
  expect((await fetch(first.url, signup("a@example.com"))).status).toBe(303);
  await first.stop("SIGKILL");

  const second = await startSite({ DATA_DIR: folder });
  expect((await fetch(second.url, signup("A@example.com"))).status).toBe(409);
  expect((await fetch(second.url, signup("b@example.com"))).status).toBe(303);
  const asked = performance.now();
  expect(await second.stop()).toBe(0);
  // It does not wait for a timer of the database's.
  expect(performance.now() - asked).toBeLessThan(5_000);

  const supabase = await openEmbeddedSupabase(folder, sqlFolders);
  const { rows } = await supabase.database.query(
    "select email, signup_source from beta_signups order by email",
  );
  expect(rows).toEqual([
    { email: "a@example.com", signup_source: "cta_section" },
    { email: "b@example.com", signup_source: "cta_section" },
  ]);
  await supabase.close();
  rmSync(folder, { recursive: true });
});

/** What a start that fails prints. */
async function refusedStart(env: Record<string, string>) {
  const { exit, output } = runSite(env);
  expect(await exit).toBe(1);
  return output();
}

test("a second site on the folder is refused with one line, and the first goes on", async () => {
  const site = await startSite();
  const port = String(await freePort());
  const line = await refusedStart({ DATA_DIR: site.dataDir, PORT: port });
  expect(line).toMatch(/^DATA_DIR ".*" is in use by another process.*\n$/);
  expect((await fetch(site.url, signup("c@example.com"))).status).toBe(303);
  await site.stop();
});

test("the first line says where the site listens and where it stores", async () => {
  const site = await startSite();
  const [first = ""] = site.output().split("\n");
  expect(JSON.parse(first)).toMatchObject({
    message: `The site listens on ${site.url} and stores in ${site.dataDir}`,
  });
  expect(site.output()).not.toMatch(/^(?!\{)./m);
  await site.stop();
});

test("a wrong setting is refused with one line", async () => {
  expect(await refusedStart({ PORT: "abc" })).toBe(
    'PORT is "abc"; it should be a whole number from 1 to 65535.\n',
  );
  expect(await refusedStart({ HOST: "192.0.2.1", PORT: "4000" })).toMatch(
    /^HOST "192\.0\.2\.1" cannot be listened on .*\n$/,
  );
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

test("npm start reads .env before anything else", async () => {
  const folder = temporaryFolder();
  for (const name of ["app", "build", "node_modules", "package.json"]) {
    symlinkSync(path.resolve(name), path.join(folder, name));
  }
  writeFileSync(path.join(folder, ".env"), "PORT=from-the-file\n");
  const npm = spawn("npm", ["start"], {
    cwd: folder,
    env: { ...process.env, PORT: undefined },
  });
  let printed = "";
  npm.stderr.on("data", (chunk) => (printed += chunk));
  await once(npm, "close");
  expect(printed).toContain('PORT is "from-the-file"; it should be');
  rmSync(folder, { recursive: true });
});

test("supabase:local serves the same over HTTP and prints how to use it", async () => {
  const folder = temporaryFolder();
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "app/commands/supabase-local.ts"],
    {
      env: {
        NODE_ENV: "production",
        PATH: process.env.PATH,
        DATA_DIR: path.join(folder, "data"),
        SUPABASE_LOCAL_PORT: String(port),
      },
    },
  );
  mkdirSync(folder, { recursive: true });
  let printed = "";
  child.stdout.on("data", (chunk) => (printed += chunk));
  await expect.poll(() => printed, { timeout: 20_000 }).toContain("ANON_KEY=");
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
  expect((await fetch(site.url, signup("d@example.com"))).status).toBe(303);
  expect((await fetch(site.url, signup("D@example.com"))).status).toBe(409);
  await site.stop();

  const closed = once(child, "close");
  child.kill("SIGTERM");
  await closed;
  rmSync(folder, { recursive: true });
});

test("the browser is sent no key, no schema and no database client", async () => {
  const site = await startSite();
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
  await site.stop();
});
