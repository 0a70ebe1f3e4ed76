import { spawn } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "playwright/test";
import { main } from "~/commands/doctor/main";
import packageJson from "../../package.json" with { type: "json" };
import { startMailServer } from "../support/fixtures/mail-server";
import { freePort, startSite } from "../support/fixtures/site";
import { temporaryFolder } from "../support/fixtures/supabase";
import { startTlsProxy } from "../support/fixtures/tls-proxy";

/** The arguments of `npm run doctor`, without the developer's own settings. */
const [, ...commandLine] = packageJson.scripts.doctor.split(" ");
const doctorArguments = commandLine.filter(
  (word) => !word.endsWith("load-env.js"),
);

/** Runs a command with only this environment. */
async function run(command: string[], env: Record<string, string>) {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    env: { NODE_ENV: "production", PATH: process.env.PATH, ...env },
  });
  const closed = new Promise<number | null>((resolve) =>
    child.once("close", resolve),
  );
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
  ]);
  return { status: await closed, stdout, stderr };
}

const doctor = (env: Record<string, string>) =>
  run([process.execPath, ...doctorArguments], env);

test("with nothing set and nothing running, all is well and nothing is created", async () => {
  const folder = temporaryFolder();
  const { status, stdout, stderr } = await doctor({
    PORT: String(await freePort()),
    DATA_DIR: path.join(folder, "data"),
  });
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).not.toContain("✗");
  expect(stdout).toMatch(/^✓ PORT in use +free$/m);
  expect(stdout).toMatch(/^✓ DATA_DIR folder +is created at the first start$/m);
  expect(stdout).toContain("supabase/queries/check.sql");
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});

test("PORT and SITE_URL lead to this site, and no proxy in between breaks it", async () => {
  const port = await freePort();
  const proxy = await startTlsProxy(port);
  const mailServer = await startMailServer(proxy.tls);
  const site = await startSite({ PORT: String(port), SITE_URL: proxy.url });
  const env = {
    HOST: "127.0.0.1",
    PORT: String(port),
    SITE_URL: proxy.url,
    DATA_DIR: site.dataDir,
  };
  const { status, stdout } = await doctor({
    ...env,
    ...mailServer.settings(),
    NODE_EXTRA_CA_CERTS: proxy.certificate,
  });
  expect(stdout).toMatch(
    /✓ PORT in use +by the site[^]*✓ Mail server +answers and accepts[^]*✓ SITE_URL answers[^]*✓ SITE_URL headers[^]*✓ SITE_URL posts/,
  );
  expect([status, stdout.includes("✗")]).toEqual([0, false]);

  const expectProblem = async (problem: string, other = {}) => {
    const lines: string[] = [];
    const found = await main((line) => lines.push(line), { ...env, ...other });
    expect(lines.filter((line) => line.startsWith("✗"))).toEqual([
      expect.stringContaining(problem),
    ]);
    expect(found).toBe(1);
  };
  await expectProblem("SELF_SIGNED_CERT), not from this site; let");
  // Node trusts another certificate only from its start on.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  const SITE_URL = proxy.url.replace("127.0.0.1", "localhost");
  await expectProblem("the site's own gets status 403", { SITE_URL });
  for (const [header, problem] of [
    ["Strict-Transport-Security", "no Strict-Transport-Security;"],
    ["Content-Security-Policy", "no Content-Security-Policy;"],
    ["Origin", "another site's status 422 instead of 403; restart"],
  ] as const) {
    proxy.drop(header);
    await expectProblem(problem);
  }
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  await site.stop();
  await mailServer.stop();
  await proxy.stop();
});

test("the doctor ends quietly when its reader stops reading", async () => {
  const command = `"${process.execPath}" ${doctorArguments.join(" ")}`;
  const { stdout, stderr } = await run(
    ["sh", "-c", `${command} | head -n 1`],
    {},
  );
  expect(stdout.split("\n")).toHaveLength(2);
  expect(stderr).toBe("");
});
