import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { pages } from "~/content/pages";
import {
  answerFromCache,
  cachePage,
} from "~/server/middleware/page-cache.server";

let renderings = 0;

/** In place of Remix, it renders a page with the date. */
const server = createServer((request, response) => {
  answerFromCache(request, response, () => {
    renderings += 1;
    const today = new Date().toISOString().slice(0, 10);
    const html = `<time>${today}</time><input value="the-key">`;
    const idempotencyKey = "the-key";
    cachePage(request.url ?? "", { status: 200, html, idempotencyKey, today });
    response.end(html);
  });
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  renderings = 0;
  if (server.listening) return;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => vi.useRealTimers());
afterAll(() => void server.close());

async function dayOn(path: string): Promise<string | undefined> {
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  return /<time>(.*)<\/time>/.exec(await answer.text())?.[1];
}

test.each([pages.privacy.path, pages.terms.path])(
  "%s shows the new date from midnight UTC on, and is cached at once",
  async (path) => {
    const readAt = async (time: string) => {
      vi.setSystemTime(time);
      return [await dayOn(path), await dayOn(path)];
    };
    expect(await readAt("2026-07-01T23:59:59.999Z")).toEqual([
      "2026-07-01",
      "2026-07-01",
    ]);
    expect(renderings).toBe(1);
    expect(await readAt("2026-07-02T00:00:00.000Z")).toEqual([
      "2026-07-02",
      "2026-07-02",
    ]);
    expect(renderings).toBe(2);
    await readAt("2026-07-02T23:59:59.999Z");
    expect(renderings).toBe(2);
  },
);

test("a page rendered across midnight is rendered again", async () => {
  vi.setSystemTime("2026-07-05T00:00:01Z");
  const { path } = pages.privacy;
  const html = "<time>2026-07-04</time>";
  const yesterday = { idempotencyKey: "the-key", today: "2026-07-04" };
  cachePage(path, { status: 200, html, ...yesterday });
  expect(await dayOn(path)).toBe("2026-07-05");
  expect(renderings).toBe(1);
});

test("a page that is not one of the site's is never cached", async () => {
  vi.setSystemTime("2026-07-03T12:00:00Z");
  for (const path of ["/nope", "/privacy/", "/healthz", "/?toast=made-up"]) {
    await dayOn(path);
    await dayOn(path);
  }
  expect(renderings).toBe(8);
});
