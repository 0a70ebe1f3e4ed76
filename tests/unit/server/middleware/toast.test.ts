import { expect, test, vi } from "vitest";
import { signupForm, signupToasts } from "~/forms/signup";
import { readToast, redirectWithToast } from "~/server/middleware/toast.server";

test("a ticket shows its form's toast for a minute and no longer", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime("2026-07-01T12:00:00Z");
  const { stored } = signupToasts;
  const { headers } = await redirectWithToast(signupForm.path, stored);
  const url = new URL(headers.get("Location") ?? "", "http://localhost");
  for (const [time, toast] of [
    ["2026-07-01T12:00:59.999Z", stored],
    ["2026-07-01T12:01:00Z", undefined],
  ] as const) {
    vi.setSystemTime(time);
    expect(await readToast(new Request(url))).toEqual({ toast });
  }
  vi.useRealTimers();
});
