// React cannot take over a document that is not the one it rendered: it renders
// the page anew, and what was typed, the focus and the other's change are lost.

/**
 * A number for a document's elements and words.
 *
 * @param parts the names of elements and the texts, in their order
 */
export function digestOf(parts: string[]): string {
  let digest = 0;
  for (const sign of parts.join("<")) {
    digest = (digest * 31 + sign.charCodeAt(0)) | 0;
  }
  return String(digest);
}

/**
 * Whether the document is the one that the server sent: no translation and no
 * extension has changed its elements or words. It also runs as part of the small
 * script, which can use nothing from outside.
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
