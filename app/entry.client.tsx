import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

/**
 * RemixBrowser suspends until the page's data is decoded. React gives a suspended
 * page up for good when a key is pressed before it begins with it, and visitors
 * of a form press keys: https://github.com/remix-run/remix/issues/10214.
 */
async function dataIsDecoded(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoded) {
    await decoded;
  }
}

void dataIsDecoded().then(() => {
  // A form that is being sent brings a new page, and is not to be touched.
  if (document.querySelector("form button[aria-disabled]")) return;
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />);
  });
});
