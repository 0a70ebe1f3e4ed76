import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import { pages } from "~/content/pages";
import {
  answerFromCache,
  cachePage,
} from "~/server/middleware/page-cache.server";

const { path } = pages.privacy;
let renderings = 0;

/** Renders a page with a date, as Remix does. */
const render = (today: string) => {
  renderings += 1;
  const html = `<time>${today}</time>`;
  const page = { status: 200, html, idempotencyKey: "the-key", policy: "" };
  cachePage(path, { ...page, today, toast: undefined });
  return html;
};

test("a page with the date shows the new one from midnight UTC on, and is cached at once", async () => {
  const server = createServer((request, response) => {
    const today = () => new Date().toISOString().slice(0, 10);
    void answerFromCache(request, response, () =>
      response.end(render(today())),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const expectDay = async (day: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    expect(await answer.text()).toBe(`<time>${day}</time>`);
  };
  vi.useFakeTimers({ toFake: ["Date"] });
  for (const [time, day] of [
    ["2026-07-01T23:59:59.999Z", "2026-07-01"],
    ["2026-07-02T00:00:00.000Z", "2026-07-02"],
  ] as const) {
    vi.setSystemTime(time);
    await expectDay(day);
    await expectDay(day);
  }
  expect(renderings).toBe(2);

  vi.setSystemTime("2026-07-05T00:00:01Z");
  // Its rendering began before midnight.
  render("2026-07-04");
  await expectDay("2026-07-05");
  vi.useRealTimers();
  server.close();
});
