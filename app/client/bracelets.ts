import { beadColors, beadWords } from "~/content/maker";

/**
 * A bracelet's beads, eight digits from 0 to 5. A ninth chooses its word in place of
 * the first.
 */
export type Code = string;

/** The bracelet of a visitor without a script. */
export const plainBeads: Code = "02413540";

/** Draws a ring of eight beads, three times, and its word. */
export function drawRing(code: Code): string {
  const ring = [...code.slice(0, 8).repeat(3)].map(
    (digit, index) =>
      `<use href="#pony" class="${beadColors[+digit]}" transform="rotate(${index * 15 - 37.5}) translate(0 -150)"/>`,
  );
  const word = beadWords[+(code[8] ?? code.charAt(0))] ?? "";
  const letters = word.replace(/./g, '<span data-letter="$&"></span>');
  return `<svg viewBox="-180 -180 360 360" width="160" height="160">${ring.join("")}</svg><span class="letters">${letters}</span>`;
}

/**
 * Runs inline. Shows the bracelet that a friend's link has brought in its fragment
 * once.
 */
export function showGiftedBracelet() {
  const hang = () => {
    const [, beads] = /^#kandi-([0-5]{8,9})$/.exec(location.hash) ?? [];
    const gift = document.getElementById("gift");
    if (!beads || !gift) return;
    gift.innerHTML = `<span class="ring" aria-hidden="true">${drawRing(beads)}</span>${gift.dataset.line}`;
    document.documentElement.dataset.gift = beads;
    history.replaceState(history.state, "", location.pathname);
  };
  addEventListener("hashchange", hang);
  hang();
}
