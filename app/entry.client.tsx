import { RemixBrowser } from "@remix-run/react";
import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";
import { digestOf, isAsServed } from "~/client/as-served";
import { errorTitlePrefix } from "~/content/errors";

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
  // Something may have changed the document while the script was on its way. A
  // form that is being sent says so in its button, which is such a change.
  if (import.meta.env.PROD && !isAsServed(digestOf)) return;
  // React renders the title without what the server put before it; Page puts it
  // there again.
  document.title = document.title.replace(errorTitlePrefix, "");
  // In one go, so that nothing comes between the look and the taking over.
  flushSync(() => hydrateRoot(document, <RemixBrowser />));
});
