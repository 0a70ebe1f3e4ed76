import { expect, test } from "playwright/test";
import { errorPages } from "~/content/errors";
import { pages } from "~/content/pages";
import { contactToasts } from "~/forms/contact";
import { limits } from "~/forms/definition";
import { maximumText } from "~/forms/parse.server";
import {
  cookieOf,
  messageFields,
  post as postForm,
} from "../support/fixtures/post";
import { startSite } from "../support/fixtures/site";

const post = (url: string, headers: Record<string, string> = {}) =>
  postForm(url, { email: "kept@localhost" }, headers);

/** The error page, which says that Back brings back what was typed. */
async function expectTooMany(answer: Response, longest: number) {
  expect(answer.status).toBe(429);
  const wait = Number(answer.headers.get("Retry-After"));
  expect(wait).toBeGreaterThan(longest / 2);
  expect(wait).toBeLessThanOrEqual(longest);
  const page = await answer.text();
  expect(page).toContain(errorPages[429]?.text);
  expect(page).not.toContain("kept@localhost");
}

test("over the limit every post gets the error page for a minute, and every page is still served", async () => {
  const site = await startSite({ RATE_LIMIT_PER_MINUTE: "2" });
  for (const path of ["/", "/contact"]) {
    expect((await post(site.url + path)).status).toBe(422);
  }
  for (const path of ["/", "/contact", "/"]) {
    // A visitor cannot say where they come from.
    const forged = { "X-Forwarded-For": path };
    await expectTooMany(await post(site.url + path, forged), 60);
  }
  const told = site.output().match(/CLIENT_IP_HEADER is not set/g);
  expect(told).toHaveLength(1);
  expect((await fetch(site.url)).status).toBe(200);
  await site.stop();
});

for (const state of ["cached", "not cached yet"]) {
  test(`a toast sent again and again is shown no more often than posts are allowed, on pages that are ${state}`, async () => {
    const limit = 2;
    const site = await startSite({
      RATE_LIMIT_PER_MINUTE: String(limit),
      CLIENT_IP_HEADER: "X-Real-IP",
    });
    const urls = Object.values(pages).map(({ path }) => path);
    if (state === "cached")
      await Promise.all(urls.map((url) => fetch(site.url + url)));
    const posted = await postForm(`${site.url}/contact`, messageFields());
    const cookie = { Cookie: cookieOf(posted) };
    const ticket = posted.headers.get("Location") ?? "";
    const asked = [
      ...urls.map((url) => [url, cookie] as const),
      [`/?${ticket.split("?")[1]}`, cookie] as const,
      [ticket, {}] as const,
    ];
    for (const [index, [url, headers]] of asked.entries()) {
      const visitor = { ...headers, "X-Real-IP": `192.0.2.${index}` };
      // Requests without a toast do not use up the toasts of the address.
      for (let times = 0; times <= limit; times++) {
        const query = { headers: { "X-Real-IP": visitor["X-Real-IP"] } };
        expect((await fetch(`${site.url}/?toast=x`, query)).status).toBe(200);
      }
      const shown: boolean[] = [];
      for (let times = 0; times < 3 * limit; times++) {
        const page = await fetch(site.url + url, { headers: visitor });
        expect(page.status).toBe(200);
        const text = await page.text();
        shown.push(text.includes(contactToasts.stored.title));
        // Over the limit the cookie's toast waits.
        const endsCookie = page.headers.has("Set-Cookie");
        expect(endsCookie).toBe(shown.at(-1) && url !== ticket);
      }
      expect(shown, url).toEqual(shown.map((_, times) => times < limit));
    }
    await site.stop();
  });
}

test("the amount sent from one address in an hour is limited", async () => {
  const site = await startSite({
    RATE_LIMIT_PER_MINUTE: "10000",
    CLIENT_IP_HEADER: "X-Real-IP",
  });
  const contact = `${site.url}/contact`;
  const message = "👩".repeat(limits.message);
  const send = (address: string, fields = messageFields({ message })) =>
    postForm(contact, fields, { "X-Real-IP": address });
  // 4 MiB. The encoded message is longer than what counts of it.
  const expected = (4 * 1024 * 1024) / maximumText;
  const statuses: number[] = [];
  for (let sent = 0; sent < 1.2 * expected; sent++) {
    statuses.push((await send("192.0.2.1")).status);
  }
  const stored = statuses.filter((status) => status === 303).length;
  expect(stored).toBeGreaterThan(0.93 * expected);
  expect(stored).toBeLessThan(1.03 * expected);
  expect(statuses.lastIndexOf(303)).toBe(stored - 1);
  await expectTooMany(await send("192.0.2.1"), 3600);
  // Nobody else waits.
  expect((await send("192.0.2.2")).status).toBe(303);
  await site.stop();
});
