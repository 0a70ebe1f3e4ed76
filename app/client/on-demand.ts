import { find } from "~/client/find";

/**
 * Runs inline. Loads the page's other scripts when the visitor points at or
 * focuses a form, if the browser can run them and React can hydrate the document.
 */
export function loadReactOnDemand() {
  let isAsleep = true;
  const wake = ({ target }: { target: EventTarget | null }) => {
    if (!isAsleep || !(target as Element | null)?.closest?.("form,dialog"))
      return;
    isAsleep = false;
    // Remix decodes the page's data with this and TextEncoderStream, which came
    // to each browser together.
    if (!window.TextDecoderStream || !isAsServed()) return;
    for (const link of document.querySelectorAll<HTMLLinkElement>(
      "[rel=dns-prefetch]",
    )) {
      link.rel = "modulepreload";
    }
    const script = document.createElement("script");
    script.type = "module";
    script.text = find("[data-digest]")?.textContent ?? "";
    document.head.append(script);
    // React hydrates only the nodes that it rendered.
    script.remove();
  };
  // A document that is still loading does not match its digest.
  addEventListener("DOMContentLoaded", () => {
    addEventListener("focusin", wake);
    addEventListener("pointerover", wake);
    // The visitor may have focused a form while the page was loading.
    wake({ target: document.activeElement });
  });
}

// React cannot hydrate a document that differs from what it rendered: it renders
// the page again, and typed text, the focus and the other change are lost.

/**
 * Hashes the elements and texts of a document's HTML, as the server renders it and as
 * the browser serializes it. These write attributes, ends of elements, quotes and a
 * textarea's first line breaks differently, so the digest ignores them.
 */
export function digestOf(html: string): string {
  const content = html
    // Scripts, styles and what the script draws
    .replace(
      /<(\w+)[^>]* class="lot\b[^]*?<\/\1>|<(script|style)\b[^]*?<\/\2>|<(\w+)(?:"[^"]*"|[^">])*>/g,
      "<$1$2$3",
    )
    .replace(/<textarea\n+|<[/!]\w[^>]*>|["'\xa0]|&(?:quot|#x27|nbsp);/g, "");
  let digest = 0;
  for (const sign of content) {
    digest = (digest * 31 + sign.charCodeAt(0)) | 0;
  }
  return String(digest);
}

/**
 * Whether no translator or extension has changed the elements or texts that the
 * server sent.
 */
export function isAsServed(): boolean {
  // An extension may have left a text in pieces, and React expects it whole.
  document.normalize();
  const { outerHTML } = document.documentElement;
  const served = find("[data-digest]");
  return served?.dataset.digest === digestOf(outerHTML);
}
