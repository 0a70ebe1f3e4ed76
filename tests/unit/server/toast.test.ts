import { afterEach, expect, test, vi } from "vitest";
import { pages } from "~/content/pages";
import { contactToasts } from "~/forms/contact";
import { signupToasts } from "~/forms/signup";
import { redirectWithToast, takeToast } from "~/server/toast.server";

afterEach(() => vi.useRealTimers());

const site = "https://kandi.example";

/** The toast that a browser sees, by default one without cookies. */
const toastAt = async (location: string, Cookie = "") =>
  (await takeToast(new Request(site + location, { headers: { Cookie } })))
    .toast;

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

test("a toast whose cookie was shown is not shown again by its ticket, and the next one is", async () => {
  const [path, , flashed] = forms[0];
  const { headers } = await redirectWithToast(path, flashed);
  const location = headers.get("Location") ?? "";
  const cookieOf = (headers: HeadersInit = {}) =>
    new Headers(headers).get("Set-Cookie")?.split(";")[0] ?? "";
  const Cookie = cookieOf(headers);
  const shown = await takeToast(
    new Request(site + location, { headers: { Cookie } }),
  );
  expect(shown.toast).toEqual(flashed);
  expect(new Headers(shown.headers).get("Set-Cookie")).toContain("Max-Age=60");
  expect(await toastAt(location, cookieOf(shown.headers))).toBeUndefined();
  const next = await redirectWithToast(path, flashed);
  expect(await toastAt(location, cookieOf(next.headers))).toEqual(flashed);
});
