import { expect, test } from "playwright/test";
import { freePort, isInstalled } from "#supabase/testing";
import { send } from "../support/visitors/ask";
import { startCaddy } from "../support/servers/caddy";
import { expectNoForgedAddress } from "../support/visitors/forged-address";
import { startSite } from "../support/servers/site";

test("behind Caddy no visitor can forge the counted address, the site's answers arrive whole, and its absence is a page", async () => {
  test.skip(!isInstalled("caddy"), "not here: caddy");
  const port = await freePort();
  const caddy = await startCaddy(`http://127.0.0.1:${port}`);
  const site = await startSite({
    PORT: String(port),
    SITE_URL: caddy.url,
    CLIENT_IP_HEADER: "X-Real-IP",
    RATE_LIMIT_PER_MINUTE: "2",
  });
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
  expect(absent.headers.refresh).toBe("5");
  const posted = await send(caddy.url, { method: "POST" });
  expect(posted.status).toBe(503);
  expect(posted.headers.refresh).toBeUndefined();
  expect(absent.text).toContain("Back in a moment");
  await caddy.stop();
  expect(caddy.output()).not.toMatch(/raver|127\.0\.0\.[23]/);
});
