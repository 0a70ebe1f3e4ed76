import { find } from "~/client/find";

const colors = ["pink", "orange", "lemon", "lime", "aqua", "lilac"];

/** A bracelet's first digit also chooses its word. */
const words = ["PLUR", "BASS", "RAVE", "HUGS", "GLOW", "LOVE"];

/** The bracelet of a visitor without a script. */
export const plainBeads = "02413540";

/** Draws a ring of eight beads, three times, and its word. @param beads digits from 0 to 5 */
export function drawRing(beads: string): string {
  const ring = [...beads.repeat(3)].map(
    (digit, index) =>
      `<use href="#pony" class="${colors[+digit]}" transform="rotate(${index * 15 - 37.5}) translate(0 -150)"/>`,
  );
  const word = words[+beads.charAt(0)] ?? "";
  const letters = word.replace(/./g, '<span data-letter="$&"></span>');
  return `<svg viewBox="-180 -180 360 360" width="160" height="160">${ring.join("")}</svg><span class="letters">${letters}</span>`;
}

// React and `digestOf` ignore what is in the elements below.

/**
 * Runs inline. Shows the bracelet that a friend's link has brought in its fragment
 * once: eight digits, and no words.
 */
export function showGiftedBracelet() {
  const hang = () => {
    const [, beads] = /^#kandi-([0-5]{8})$/.exec(location.hash) ?? [];
    const gift = document.getElementById("gift");
    if (!beads || !gift) return;
    gift.innerHTML = `<span class="ring" aria-hidden="true">${drawRing(beads)}</span>${gift.dataset.line}`;
    document.documentElement.dataset.gift = beads;
    history.replaceState(history.state, "", location.pathname);
  };
  addEventListener("hashchange", hang);
  hang();
}

/**
 * Draws a random bracelet for a visitor who has just joined, and puts it into their
 * keepsake: the ring, the link, and the buttons that send the link, which open the
 * system's share sheet instead if there is one.
 */
export function drawBracelet() {
  const link = find(".away .lot");
  // The inline script has drawn it before React came.
  if (!link || link.textContent) return;
  const beads = plainBeads.replace(/./g, () => `${(Math.random() * 6) | 0}`);
  const path = `/#kandi-${beads}`;
  link.textContent = path;
  (find("#own") as Element).innerHTML = drawRing(beads);
  const { gift } = document.documentElement.dataset;
  if (gift) (find("#friends") as Element).innerHTML = drawRing(gift);
  for (const button of document.querySelectorAll<HTMLAnchorElement>(
    ".away a",
  )) {
    const href = button.getAttribute("href") + encodeURIComponent(path);
    // The property href would escape more of it than the server does.
    button.setAttribute("href", href);
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
