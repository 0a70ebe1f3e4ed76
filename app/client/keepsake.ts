import { drawRing, plainBeads } from "~/client/bracelets";
import type { Code } from "~/client/bracelets";
import { find } from "~/client/find";

const draw = (place: string, code: Code | undefined) => {
  const ring = find(place);
  if (ring && code) ring.innerHTML = drawRing(code);
};

/** Shows the visitor's bracelet: its ring, its rarity, its link and who sends it. */
function show(code: Code, heading: string) {
  const path = `/#kandi-${code}`;
  draw("#own", code);
  (find(".away span") as Element).textContent = path;
  const rarity = document.createElement("span");
  rarity.append(`1 of ${(6 ** code.length).toLocaleString("en-US")}`);
  find(".rings p")?.replaceChildren(`${heading} `, rarity);
  for (const button of document.querySelectorAll<HTMLAnchorElement>(
    ".away a",
  )) {
    const start = (button.dataset.start ??= button.getAttribute("href") ?? "");
    // The property href would escape more of it than the server does.
    button.setAttribute("href", start + encodeURIComponent(path));
    button.onclick = async (event) => {
      event.preventDefault();
      try {
        const text = new URL(button.href).searchParams.get("body") ?? "";
        // Not every browser can share, and none without https.
        await navigator.share({ text });
      } catch (error) {
        // An AbortError means that the visitor has closed the sheet.
        if ((error as Error).name !== "AbortError") location.href = button.href;
      }
    };
  }
}

/** Adds the button that loads React and its maker of bracelets. */
function offerMaker(
  { make, loading, broken, gift }: DOMStringMap,
  first: Code,
  onChange: (code: Code) => void,
) {
  const rings = find(".rings") as HTMLElement;
  const place = document.createElement("div");
  place.className = "make";
  place.innerHTML = `<button>${make}</button><p aria-live="polite">`;
  const button = find("button", place) as HTMLElement;
  const note = find("p", place) as HTMLElement;

  button.onclick = async () => {
    if (button.hasAttribute("aria-disabled")) return;
    button.setAttribute("aria-disabled", "true");
    note.textContent = loading as string;
    try {
      const { startMaker } = await import("~/components/beads/maker");
      // Meanwhile, a friend may have begun to type below.
      const mayFocus = document.activeElement?.contains(button);
      rings.after(place);
      startMaker(place, first, (code, next) => {
        onChange(code);
        for (const bead of document.querySelectorAll(
          `#own use:nth-child(8n+${next + 1})`,
        ))
          bead.classList.add("next");
      });
      place.className = "maker";
      if (!mayFocus) return;
      find("button", place)?.focus();
      place.lastElementChild?.scrollIntoView({ block: "nearest" });
      rings.scrollIntoView({ block: "nearest" });
    } catch {
      note.textContent = broken as string;
      button.removeAttribute("aria-disabled");
    }
  };
  // With a friend's ring, a small phone has no room for the button above the link.
  find(gift ? ".away" : ".rings")?.after(place);
}

/**
 * Draws a random bracelet for the visitor who has just joined, beside the one of a
 * friend's link.
 */
export function showKeepsake() {
  const { dataset: own } = find(".keepsake") as HTMLElement;
  const { gift } = document.documentElement.dataset;
  if (gift) own.gift = gift;
  draw("#friends", gift);
  const code = plainBeads.replace(/./g, () => `${(Math.random() * 6) | 0}`);
  const showOwn = (code: Code) => show(code, own.heading as string);
  showOwn(code);
  offerMaker(own, code, showOwn);
}
