import { drawRing, plainBeads } from "~/client/bracelets";
import type { Code, StartMaker } from "~/client/bracelets";
import { find } from "~/client/find";
import type { Kept } from "~/client/show-answer";

// The keepsake's page has this script, which runs whenever a keepsake comes. It draws a
// random bracelet for the visitor, or the one that the history entry had.

const draw = (place: string, code: Code | undefined) => {
  const ring = find(place);
  if (ring && code) ring.innerHTML = drawRing(code);
};

/** Shows the visitor's bracelet: its ring, its rarity, its link and who sends it. */
function show(kept: Kept) {
  const { code, gift } = kept;
  const path = `/#kandi-${code}`;
  history.replaceState({ kept }, "");
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
}

/** Adds the button that loads React and its maker of bracelets. */
function offerMaker(keepsake: HTMLElement, kept: Kept) {
  const { make, broken, island = "" } = keepsake.dataset;
  const place = document.createElement("div");
  place.className = "maker";
  place.innerHTML = `<button>${make}</button><p aria-live="polite">`;
  (find("button", place) as HTMLElement).onclick = async () => {
    try {
      const maker = (await import(island)) as { startMaker: StartMaker };
      maker.startMaker(place, kept.code, (code) => {
        show({ ...kept, code });
      });
    } catch {
      (find("p", place) as HTMLElement).textContent = broken as string;
    }
  };
  keepsake.append(place);
}

const keepsake = find(".keepsake") as HTMLElement;
const { dataset } = document.documentElement;
const { code, gift = dataset.gift } = keepsake.dataset;
if (gift) dataset.gift = gift;
const served = document.querySelectorAll("[data-own], #main .toast");
const kept: Kept = {
  html: [...served].map(({ outerHTML }) => outerHTML).join(""),
  code: code ?? plainBeads.replace(/./g, () => `${(Math.random() * 6) | 0}`),
  gift,
};
show(kept);
offerMaker(keepsake, kept);
