import { afterEach, expect, test, vi } from "vitest";
import { pages } from "~/content/pages";
import { contactToasts } from "~/forms/contact";
import { signupToasts } from "~/forms/signup";
import { redirectWithToast, takeToast } from "~/server/toast.server";

afterEach(() => vi.useRealTimers());

const site = "https://kandi.example";

/** The toast that a browser without cookies sees. */
const toastAt = async (location: string) =>
  (await takeToast(new Request(site + location))).toast;

const forms = [
  [
    pages.contact.path,
    contactToasts.stored,
    contactToasts.storedFor("zoë@example.com"),
  ],
  [pages.landing.path, signupToasts.stored, signupToasts.stored],
] as const;

const locationOf = async (path: string, toast: typeof signupToasts.stored) =>
  (await redirectWithToast(path, toast)).headers.get("Location") ?? "";

test.each(forms)(
  "a ticket from %s shows its toast for a minute and no longer",
  async (path, shown, flashed) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime("2026-07-01T12:00:00Z");
    const location = await locationOf(path, flashed);

    expect(await toastAt(location)).toEqual(shown);
    vi.setSystemTime("2026-07-01T12:00:59.999Z");
    expect(await toastAt(location)).toEqual(shown);
    vi.setSystemTime("2026-07-01T12:01:00Z");
    expect(await toastAt(location)).toBeUndefined();
  },
);

test.each(forms)(
  "a ticket from %s names the form and nothing about its visitor",
  async (path, _, flashed) => {
    const location = await locationOf(path, flashed);
    const [, ticket = ""] = location.split("?toast=");
    const content = new URLSearchParams(`ticket=${ticket}`).get("ticket");
    const signature = /\.[\w-]{43}$/;
    expect(content).toMatch(signature);
    expect(content?.replace(signature, "")).toMatch(
      new RegExp(`^${path} \\d{13}$`),
    );
  },
);

test("a ticket is shown only on its form's page", async () => {
  for (const [path, , flashed] of forms) {
    const [, ticket] = (await locationOf(path, flashed)).split("?");
    for (const other of Object.values(pages).map(({ path }) => path)) {
      const toast = await toastAt(`${other}?${ticket}`);
      expect(toast === undefined).toBe(other !== path);
    }
  }
});
