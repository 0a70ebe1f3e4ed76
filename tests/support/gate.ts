import type { Page } from "playwright/test";

/** A promise and the function that keeps it. */
export function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

/** @returns lets the page's scripts through, which wait until then */
export async function holdScripts(page: Page) {
  const { open: release, opened } = gate();
  await page.route("**/*.js", async (route) => {
    await opened;
    await route.continue();
  });
  return release;
}
