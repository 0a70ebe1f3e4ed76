// React cannot hydrate a document that differs from what it rendered: it renders
// the page again, and typed text, the focus and the other change are lost.

/** Hashes a document's element names and texts, given in document order. */
export function digestOf(parts: string[]): string {
  let digest = 0;
  for (const sign of parts.join("<")) {
    digest = (digest * 31 + sign.charCodeAt(0)) | 0;
  }
  return String(digest);
}

/**
 * Whether no translator or extension has changed the elements or texts that the
 * server sent. The inline script contains this function's source, so it uses no
 * imports.
 */
export function isAsServed(digest: typeof digestOf): boolean {
  const parts: string[] = [];
  const walker = document.createTreeWalker(
    document,
    NodeFilter.SHOW_ELEMENT + NodeFilter.SHOW_TEXT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { nodeName, nodeValue, parentNode } = node;
    if (nodeValue === null) parts.push(nodeName.toLowerCase());
    else if (!/^(script|style)$/i.test(parentNode?.nodeName ?? "")) {
      parts.push(nodeValue);
    }
  }
  const served = document.querySelector<HTMLElement>("[data-digest]");
  return served?.dataset.digest === digest(parts);
}
