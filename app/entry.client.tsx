import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

// A form that is being sent brings a new page, and is not to be touched.
if (!document.querySelector("form button[aria-disabled]")) {
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />);
  });
}
