const colors = ["pink", "orange", "lemon", "lime", "aqua", "lilac"];

/** The bracelet of a visitor without a script. */
export const plainBeads = "02413540";

/**
 * Draws eight beads, each of which is a digit from 0 to 5.
 *
 * @param turn degrees from bead to bead on a ring; without it, they hang in a row
 * @returns the content of an SVG
 */
export const draw = (beads: string, turn?: number): string =>
  [...beads]
    .map((digit, index) => {
      const place = turn
        ? `rotate(${index * turn}) translate(0 -150)`
        : `translate(${index * 40})`;
      return `<use href="#pony" class="${colors[Number(digit)]}" transform="${place}"/>`;
    })
    .join("");

// React leaves the content of the elements below alone, and `isAsServed` that of
// the class "lot".

/**
 * Runs inline. Shows the bracelet that a friend's link has brought in its fragment
 * once: eight digits, and no words.
 */
export function hangGift() {
  const hang = () => {
    const [, beads] = /^#kandi-([0-5]{8})$/.exec(location.hash) ?? [];
    const gift = document.getElementById("gift");
    if (!beads || !gift) return;
    gift.innerHTML = `<svg viewBox="-24 -32 328 64">${draw(beads)}</svg>${gift.dataset.line}`;
    document.documentElement.dataset.gift = beads;
    history.replaceState(history.state, "", location.pathname);
  };
  addEventListener("hashchange", hang);
  hang();
}

/**
 * Draws the bracelet of a visitor who has joined by lot, and puts it into their
 * keepsake: the ring, the link, and the buttons that send the link.
 */
export function drawLot() {
  const find = (selector: string) => document.querySelector(selector);
  const link = find(".away .lot");
  // The inline script has drawn it before React came.
  if (!link || link.textContent) return;
  const lot = Array.from({ length: 8 }, () => Math.floor(Math.random() * 6));
  const beads = lot.join("");
  link.textContent = `/#kandi-${beads}`;
  (find("#own") as Element).innerHTML = draw(beads, 15);
  const { gift = "" } = document.documentElement.dataset;
  (find("#friends") as Element).innerHTML = draw(gift, 15);
  for (const button of document.querySelectorAll<HTMLAnchorElement>(".away a")) {
    button.href += encodeURIComponent(link.textContent);
  }
}

/** Runs inline. Opens the system's share sheet, if there is one. */
export function shareKeepsake() {
  addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLAnchorElement>(".away a");
    // Not every browser has it, and none without https.
    if (!button || !("share" in navigator)) return;
    event.preventDefault();
    const text = new URL(button.href).searchParams.get("body") ?? "";
    // Closing the sheet rejects the promise.
    navigator.share({ text }).catch(() => undefined);
  });
}
