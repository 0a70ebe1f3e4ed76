import { afterEach, expect, test, vi } from "vitest";
import { pages } from "~/content/pages";
import { contactToasts } from "~/forms/contact";
import { signupToasts } from "~/forms/signup";
import { readToast, redirectWithToast } from "~/server/middleware/toast.server";

afterEach(() => vi.useRealTimers());

const read = (location: string, cookie: string) =>
  readToast(
    new Request(`http://localhost${location}`, { headers: { cookie } }),
  );

/** The toast that a browser sees, by default one without cookies. */
const toastAt = async (location: string, cookie = "") =>
  (await read(location, cookie)).toast;

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

test("a cookie's toast is shown once, and a ticket's again", async () => {
  const [path, stored, flashed] = forms[0];
  const { headers } = await redirectWithToast(path, flashed);
  const location = headers.get("Location") ?? "";
  const cookie = headers.get("Set-Cookie")?.split(";")[0] ?? "";
  const flash = await read(location, cookie);
  expect(flash.toast).toEqual(flashed);
  expect(flash.setCookie).toContain("01 Jan 1970");
  const [deleted] = flash.setCookie?.split(";") ?? [];
  for (const sent of ["", deleted, "toast=x", "toast=eyJ9.x"]) {
    expect(await toastAt(location, sent)).toEqual(stored);
    expect(await toastAt(path, sent)).toBeUndefined();
  }
});
