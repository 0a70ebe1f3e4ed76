import { drawRing, plainBeads } from "~/client/bracelets";
import type { Code, StartMaker } from "~/client/bracelets";
import { find } from "~/client/find";

// The keepsake's page has this script, which runs whenever a keepsake comes. It draws a
// random bracelet for the visitor, or the one that the history entry had.

const draw = (place: string, code: Code | undefined) => {
  const ring = find(place);
  if (ring && code) ring.innerHTML = drawRing(code);
};

/**
 * Shows the visitor's bracelet: its ring, its rarity, its link and who sends it.
 *
 * @param gift the bracelet of a friend's link
 * @param html what the history entry keeps: the toast, its style sheet and its script,
 *   as the server rendered them, with the bracelets' codes
 */
function show(code: Code, gift: Code | undefined, html: string) {
  const path = `/#kandi-${code}`;
  draw("#own", code);
  draw("#friends", gift);
  (find(".away span") as Element).textContent = path;
  (find(".rings p span") as Element).textContent =
    `1 of ${(6 ** code.length).toLocaleString("en-US")}`;
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
  try {
    const kept = html.replace(/(data-code=")\d+/, `$1${code}`);
    history.replaceState({ kept }, "");
  } catch {
    // Safari allows a hundred in half a minute. The next press keeps it.
  }
}

/** Adds the button that loads React and its maker of bracelets. */
function offerMaker(
  { make, loading, broken, island = "", code = "", gift }: DOMStringMap,
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
      const maker = (await import(island)) as { startMaker: StartMaker };
      // Meanwhile, a friend may have begun to type below.
      const mayFocus = document.activeElement?.contains(button);
      rings.after(place);
      maker.startMaker(place, code, (code, next) => {
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

const { dataset: own } = find(".keepsake") as HTMLElement;
const { dataset: page } = document.documentElement;
const gift = own.gift ?? page.gift;
if (gift) own.gift = page.gift = gift;
own.code ??= plainBeads.replace(/./g, () => `${(Math.random() * 6) | 0}`);
const html = [...document.querySelectorAll("[data-own], #main .toast")]
  .map(({ outerHTML }) => outerHTML)
  .join("");
const showOwn = (code: Code) => show(code, gift, html);
showOwn(own.code);
offerMaker(own, showOwn);
