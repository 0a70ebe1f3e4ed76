import { expect } from "playwright/test";
import { errorPages } from "~/content/errors";
import { limits } from "~/forms/definition";
import {
  messageFields,
  post as postForm,
  signupFields,
} from "../support/visitors/post";
import { startSite } from "../support/servers/site";
import { test } from "../support/visitors/test";

const post = (url: string, headers: Record<string, string> = {}) =>
  postForm(url, { email: "kept@localhost" }, headers);

/** The error page, which says that Back brings back what was typed. */
async function expectTooMany(answer: Response) {
  expect(answer.status).toBe(429);
  expect(answer.headers.get("Retry-After")).toBe("60");
  const page = await answer.text();
  expect(page).toContain(errorPages[429]?.text);
  expect(page).not.toContain("kept@localhost");
}

test("over the limit every post gets the error page for a minute, and every page is still served; what a proxy's settings lack is told once", async ({
  supabase,
}) => {
  const settings = { ...supabase.env, RATE_LIMIT_PER_MINUTE: "2" };
  const site = await startSite(settings);
  const told = (text: RegExp) => site.output().match(text) ?? [];
  const Origin = "https://kandi.example";
  for (let times = 0; times < 2; times++) {
    const refused = await postForm(site.url, signupFields(), { Origin });
    expect(refused.status).toBe(403);
  }
  for (const path of ["/", "/contact"]) {
    expect((await post(site.url + path)).status).toBe(422);
  }
  for (const path of ["/", "/contact", "/"]) {
    // A visitor cannot say where they come from.
    const forged = { "X-Forwarded-For": path };
    await expectTooMany(await post(site.url + path, forged));
  }
  expect((await fetch(site.url)).status).toBe(200);
  expect(told(/CLIENT_IP_HEADER is not set/g)).toHaveLength(1);
  const lines = told(/.*set SITE_URL to that.*/g);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(Origin);
  expect(lines[0]).toContain(new URL(site.url).host);
  await site.stop();
});

test("a post counts one more for each 2 KiB, the first one of an address is always taken, and nobody else waits; a CLIENT_IP_HEADER that does not come is told once", async ({
  supabase,
}) => {
  const site = await startSite({
    ...supabase.env,
    RATE_LIMIT_PER_MINUTE: "20",
    CLIENT_IP_HEADER: "X-Real-IP",
  });
  // About 60,000 bytes
  const message = "👩".repeat(limits.message);
  const send = (address: string, fields = messageFields({ message })) =>
    postForm(`${site.url}/contact`, fields, { "X-Real-IP": address });
  expect((await send("192.0.2.1")).status).toBe(303);
  await expectTooMany(await send("192.0.2.1", messageFields()));
  for (let sent = 0; sent < 20; sent++) {
    expect((await send("192.0.2.2", messageFields())).status).toBe(303);
  }
  await expectTooMany(await send("192.0.2.2", messageFields()));

  const warnings = () => site.output().match(/A post came without x-real-ip/g);
  await fetch(site.url);
  expect(warnings()).toBe(null);
  for (let posts = 0; posts < 3; posts++) await post(site.url);
  expect(warnings()).toHaveLength(1);
  await site.stop();
});
