import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { pages } from "~/content/pages";
import { answerFromCache, keepPage } from "~/server/page-cache.server";
import { today } from "~/server/today.server";

let renderings = 0;

/** The site, with a page in Remix's place that says what day it is. */
const server = createServer((request, response) => {
  void answerFromCache(request, response, () => {
    renderings += 1;
    const html = `<time>${today()}</time><input value="the-key">`;
    const idempotencyKey = "the-key";
    keepPage(request.url ?? "", { status: 200, html, idempotencyKey });
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
  "%s says the new day from midnight UTC on, and is kept after a minute",
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
    for (const [index, time] of ["00:00:00.000", "00:00:59.999"].entries()) {
      expect(await readAt(`2026-07-02T${time}Z`)).toEqual([
        "2026-07-02",
        "2026-07-02",
      ]);
      // An answer that was begun before midnight may come as late as this.
      expect(renderings).toBe(3 + 2 * index);
    }
    expect(await readAt("2026-07-02T00:01:00Z")).toEqual([
      "2026-07-02",
      "2026-07-02",
    ]);
    expect(renderings).toBe(6);
    await readAt("2026-07-02T23:59:59.999Z");
    expect(renderings).toBe(6);
  },
);

test("a page that is no page of the site is never kept", async () => {
  vi.setSystemTime("2026-07-03T12:00:00Z");
  for (const path of ["/nope", "/privacy/", "/healthz", "/privacy?query"]) {
    await dayOn(path);
    await dayOn(path);
  }
  expect(renderings).toBe(8);
});
