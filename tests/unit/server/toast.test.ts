import { afterEach, expect, test, vi } from "vitest";
import { pages } from "~/content/pages";
import { contactToasts } from "~/forms/contact";
import { signupToasts } from "~/forms/signup";
import { readToast, redirectWithToast } from "~/server/toast.server";

afterEach(() => vi.useRealTimers());

/** The toast that a browser sees, by default one without cookies. */
const toastAt = async (location: string, cookie = "") =>
  (await readToast({ cookie }, location)).toast;

const forms = [
  [
    pages.contact.path,
    contactToasts.stored,
    contactToasts.storedFor("zoë@example.com"),
  ],
  [pages.landing.path, signupToasts.stored, signupToasts.stored],
] as const;

test.each(forms)(
  "a ticket from %s shows its toast for a minute and no longer",
  async (path, shown, flashed) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime("2026-07-01T12:00:00Z");
    const { headers } = await redirectWithToast(path, flashed);
    const location = headers.get("Location") ?? "";

    expect(await toastAt(location)).toEqual(shown);
    vi.setSystemTime("2026-07-01T12:00:59.999Z");
    expect(await toastAt(location)).toEqual(shown);
    vi.setSystemTime("2026-07-01T12:01:00Z");
    expect(await toastAt(location)).toBeUndefined();
  },
);

test("a toast whose cookie was shown is not shown again by its ticket, and the next one is, and that of another tab", async () => {
  const [path, stored, flashed] = forms[0];
  const { headers } = await redirectWithToast(path, flashed);
  const location = headers.get("Location") ?? "";
  const cookieOf = (header: string | null) => header?.split(";")[0] ?? "";
  const cookie = cookieOf(headers.get("Set-Cookie"));
  const flash = await readToast({ cookie }, location);
  expect(flash.toast).toEqual(flashed);
  expect(flash.setCookie).toContain("Max-Age=60");
  const shown = cookieOf(flash.setCookie ?? "");
  expect(await toastAt(location, shown)).toBeUndefined();
  const next = await redirectWithToast(path, flashed);
  const nextCookie = cookieOf(next.headers.get("Set-Cookie"));
  expect(await toastAt(location, nextCookie)).toEqual(flashed);

  // Both tabs were answered before the first one showed its toast.
  const other = next.headers.get("Location") ?? "";
  const again = await readToast({ cookie: shown }, other);
  expect(again.toast).toEqual(stored);
  const shownAgain = cookieOf(again.setCookie ?? "");
  expect(await toastAt(other, shownAgain)).toBeUndefined();
});
