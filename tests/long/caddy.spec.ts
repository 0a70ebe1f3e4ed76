import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "playwright/test";
import { isInstalled } from "@kandi/auditor";
import { send } from "../support/fixtures/ask";
import { expectNoForgedAddress } from "../support/fixtures/forged-address";
import { freePort, startSite } from "../support/fixtures/site";
import { temporaryFolder } from "../support/fixtures/supabase";

/** Starts Caddy with deploy/Caddyfile, with only the site's place replaced. */
async function startCaddy(url: string, port: number) {
  const folder = temporaryFolder();
  const shipped = readFileSync("deploy/Caddyfile", "utf8");
  const config = path.join(folder, "Caddyfile");
  const place = "reverse_proxy site:3000";
  expect(shipped).toContain(place);
  const own = `reverse_proxy ${new URL(url).host}`;
  writeFileSync(config, shipped.replace(place, own));
  const child = spawn(
    "caddy",
    ["run", "--config", config, "--adapter", "caddyfile"],
    {
      env: {
        ...process.env,
        HOME: folder,
        SITE_URL: `http://127.0.0.1:${port}`,
      },
    },
  );
  let output = "";
  child.stderr.on("data", (chunk) => (output += chunk));
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const exit = once(child, "close");
  await expect.poll(() => output).toContain("serving initial configuration");
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    stop: async () => {
      child.kill();
      await exit;
      process.off("exit", kill);
      rmSync(folder, { recursive: true });
    },
  };
}

test("behind Caddy no visitor can forge the counted address, the site's answers arrive whole, and its absence is a page", async () => {
  test.skip(!isInstalled("caddy"), "not here: caddy");
  const port = await freePort();
  const site = await startSite({
    SITE_URL: `http://127.0.0.1:${port}`,
    CLIENT_IP_HEADER: "X-Real-IP",
    RATE_LIMIT_PER_MINUTE: "2",
  });
  const caddy = await startCaddy(site.url, port);
  const own = await send(site.url, { path: "/favicon.svg" });
  const passed = await send(caddy.url, { path: "/favicon.svg" });
  expect(passed.text).toBe(own.text);
  for (const [name, value] of Object.entries(own.headers)) {
    if (/^(?:date|connection|keep-alive)$/.test(name)) continue;
    expect(passed.headers[name], name).toEqual(value);
  }
  await expectNoForgedAddress(caddy.url);
  await site.stop();
  const absent = await send(caddy.url, { path: "/?raver@example.com" });
  expect(absent.status).toBe(503);
  expect(absent.headers["retry-after"]).toBe("5");
  expect(absent.text).toContain("Back in a moment");
  await caddy.stop();
  expect(caddy.output()).not.toMatch(/raver|127\.0\.0\.[23]/);
});
