import { expect, test } from "playwright/test";
import { doctor as main } from "#operator";
import { startSite } from "../support/servers/site";
import { startTlsProxy } from "../support/servers/tls-proxy";
import { freePort, withoutOpenssl } from "#supabase/testing";

test("the doctor says whether PORT and SITE_URL lead to this site, and what a proxy in between breaks", async () => {
  test.skip(...withoutOpenssl);
  const PORT = String(await freePort());
  const proxy = await startTlsProxy(Number(PORT));
  const site = await startSite({ PORT, SITE_URL: proxy.url });
  const expectProblems = async (problems: string[], SITE_URL = proxy.url) => {
    const lines: string[] = [];
    const env = { HOST: "127.0.0.1", PORT, SITE_URL, DATA_DIR: site.dataDir };
    await main((line) => lines.push(line), env);
    expect(lines.filter((line) => line.startsWith("✗"))).toEqual(
      problems.map((problem): unknown => expect.stringContaining(problem)),
    );
  };
  await expectProblems(["SELF_SIGNED_CERT), not from this site; let DNS"]);
  // Node reads NODE_EXTRA_CA_CERTS only at its start. This works at once, with a
  // warning.
  const warn = process.listeners("warning");
  process.removeAllListeners("warning");
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  await expectProblems([]);
  const other = proxy.url.replace("127.0.0.1", "localhost");
  await expectProblems(["the site's own post gets status 403"], other);
  for (const [header, problem] of [
    ["Strict-Transport-Security", "no Strict-Transport-Security;"],
    ["Content-Security-Policy", "no Content-Security-Policy;"],
    ["Origin", "another site's status 422 instead of 403; restart"],
  ] as const) {
    proxy.drop(header);
    await expectProblems([problem]);
  }
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  for (const listener of warn) process.on("warning", listener);
  await site.stop();
  await proxy.stop();
});

test("the doctor says whether the header that CLIENT_IP_HEADER names comes", async () => {
  for (const [CLIENT_IP_HEADER, mark] of [
    ["X-Real-IP", "✗"],
    // Every request has this one.
    ["Host", "✓"],
  ] as const) {
    const PORT = String(await freePort());
    const SITE_URL = `http://127.0.0.1:${PORT}`;
    const env = { HOST: "127.0.0.1", PORT, SITE_URL, CLIENT_IP_HEADER };
    const site = await startSite(env);
    const lines: string[] = [];
    await main((line) => lines.push(line), { ...env, DATA_DIR: site.dataDir });
    const found = lines.find((line) => line.includes("SITE_URL site")) ?? "";
    expect(found).toMatch(RegExp(`^${mark}`));
    expect(found.includes("CLIENT_IP_HEADER names does not come")).toBe(
      mark === "✗",
    );
    await site.stop();
  }
});
