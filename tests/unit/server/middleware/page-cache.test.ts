import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { pages } from "~/content/pages";
import {
  answerFromCache,
  cachePage,
} from "~/server/middleware/page-cache.server";

const { path: url } = pages.privacy;

/** Whether the cache answers a visitor, instead of Remix. */
function isCached(): boolean {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: "GET", url });
  const next = vi.fn();
  void answerFromCache(request, new ServerResponse(request), next);
  return next.mock.calls.length === 0;
}

const cacheFor = (today: string) => {
  const page = { status: 200, html: today, idempotencyKey: "1", policy: "" };
  cachePage(url, { ...page, today, toast: undefined });
};

test("a page with the date is cached until midnight UTC, even if its rendering began before", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime("2026-07-01T23:59:59.999Z");
  cacheFor("2026-07-01");
  expect(isCached()).toBe(true);
  vi.setSystemTime("2026-07-02T00:00:00.000Z");
  expect(isCached()).toBe(false);
  cacheFor("2026-07-01");
  expect(isCached()).toBe(false);
  cacheFor("2026-07-02");
  expect(isCached()).toBe(true);
  vi.useRealTimers();
});
