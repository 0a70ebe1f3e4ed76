import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import {
  redirectWithToast,
  takeTicket,
  takeToast,
} from "~/server/toast.server";

afterEach(() => vi.useRealTimers());

/** Follows a redirect as a browser that refuses cookies. */
async function toastAt(location: string) {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: "GET", url: location });
  await takeTicket(request, new ServerResponse(request), () => {});
  return (await takeToast(request.headers.cookie)).toast;
}

test("a ticket shows its toast for a minute and no longer", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime("2026-07-01T12:00:00Z");
  const words = { title: "Message Sent!", text: "To zoë@example.com" };
  const { headers } = await redirectWithToast("/contact", {
    kind: "success",
    ...words,
  });
  const location = headers.get("Location") ?? "";

  expect(await toastAt(location)).toMatchObject(words);
  vi.setSystemTime("2026-07-01T12:00:59.999Z");
  expect(await toastAt(location)).toMatchObject(words);
  vi.setSystemTime("2026-07-01T12:01:00Z");
  expect(await toastAt(location)).toBeUndefined();
});
