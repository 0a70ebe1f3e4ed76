import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { pages } from "~/content/pages";
import type { Toast } from "~/forms/toasts";
import { contactToasts } from "~/forms/contact";
import { signupToasts } from "~/forms/signup";
import {
  answerFromCache,
  cachePage,
} from "~/server/middleware/page-cache.server";
import { readToast, redirectWithToast } from "~/server/middleware/toast.server";

let renderings = 0;

/** In place of Remix, it renders a page with the date. */
const server = createServer((request, response) => {
  const { headers, url = "" } = request;
  const render = (toast?: Toast) => {
    renderings += 1;
    const today = new Date().toISOString().slice(0, 10);
    const html = `<time>${today}</time><input value="the-key">`;
    const idempotencyKey = "the-key";
    cachePage(url, {
      ...{ status: 200, html, idempotencyKey, today, toast },
      policy: "",
    });
    response.end(html);
  };
  const { cookie = "" } = headers;
  const asked = new Request(`http://localhost${url}`, { headers: { cookie } });
  void readToast(asked).then(({ toast }) =>
    answerFromCache(request, response, () => render(toast)),
  );
});

async function cookieWith(toast: Toast): Promise<string> {
  const { headers } = await redirectWithToast("/", toast);
  return headers.get("Set-Cookie")?.split(";")[0] ?? "";
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  renderings = 0;
  if (server.listening) return;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => vi.useRealTimers());
afterAll(() => void server.close());

async function dayOn(path: string, cookie = ""): Promise<string | undefined> {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}${path}`;
  const answer = await fetch(url, { headers: { cookie } });
  return /<time>(.*)<\/time>/.exec(await answer.text())?.[1];
}

test("a page with the date shows the new one from midnight UTC on, and is cached at once", async () => {
  const { path } = pages.privacy;
  for (const [time, day] of [
    ["2026-07-01T23:59:59.999Z", "2026-07-01"],
    ["2026-07-02T00:00:00.000Z", "2026-07-02"],
  ] as const) {
    vi.setSystemTime(time);
    expect(await dayOn(path)).toBe(day);
    expect(await dayOn(path)).toBe(day);
  }
  expect(renderings).toBe(2);

  // This page was rendered across midnight.
  vi.setSystemTime("2026-07-05T00:00:01Z");
  const html = "<time>2026-07-04</time>";
  const idempotencyKey = "the-key";
  const yesterday = { idempotencyKey, today: "2026-07-04", policy: "" };
  cachePage(path, { status: 200, html, toast: undefined, ...yesterday });
  expect(await dayOn(path)).toBe("2026-07-05");
});

test("a page with a form's constant toast is rendered once, and shown to those who bring that toast", async () => {
  vi.setSystemTime("2026-07-07T12:00:00Z");
  const { path } = pages.landing;
  const cookie = await cookieWith(signupToasts.stored);
  for (let times = 0; times < 3; times++) await dayOn(path, cookie);
  expect(renderings).toBe(1);
  // Another form's toast, and none, as of a cookie that this site has not signed.
  await dayOn(path, await cookieWith(contactToasts.stored));
  for (let times = 0; times < 3; times++) {
    await dayOn(path, cookie.replace(/.$/, "A"));
  }
  expect(renderings).toBe(3);
  // A toast that names its visitor.
  const own = await cookieWith(contactToasts.storedFor("zoë@example.com"));
  for (let times = 0; times < 3; times++) await dayOn(path, own);
  expect(renderings).toBe(6);
});
