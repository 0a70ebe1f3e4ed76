import { RemixBrowser } from "@remix-run/react";
import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";
import { isAsServed } from "~/client/on-demand";
import { errorTitlePrefix } from "~/content/errors";

/**
 * RemixBrowser throws a promise, as React's components do to suspend, until the
 * page's data is decoded. React never hydrates a suspended page if a key is
 * pressed first, and visitors type into forms:
 * https://github.com/remix-run/remix/issues/10214.
 */
async function waitForRemixState(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (thrown) {
    if (!(thrown instanceof Promise)) throw thrown;
    await thrown;
  }
}

// Remix's router would take a link within the page for a navigation, ask for data that
// the site does not serve, and forget a refusal.
addEventListener("popstate", (event) => event.stopImmediatePropagation(), true);

void waitForRemixState().then(() => {
  // The document may have changed while the script loaded: the button of a form
  // that is being sent has another label, for example.
  if (import.meta.env.PROD && !isAsServed()) return;
  // React 18 gives a textarea its default value again, unless that is empty.
  for (const { value, defaultValue } of document.querySelectorAll("textarea")) {
    if (defaultValue && value !== defaultValue) return;
  }
  // React renders the title without the server's prefix.
  const { title } = document;
  document.title = title.replace(errorTitlePrefix, "");
  // Hydrates synchronously, so nothing can change the document in between.
  flushSync(() => hydrateRoot(document, <RemixBrowser />));
  document.title = title;
});
