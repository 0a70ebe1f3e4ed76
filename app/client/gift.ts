/** Eight beads by lot, a digit each. @param lot from 0 to 1 */
export const beadsOf = (lot: number): string =>
  Math.floor(lot * 6 ** 8)
    .toString(6)
    .padStart(8, "0");

/** The fragment of a link that gives a bracelet away. */
export const giftOf = (beads: string): string => `/#kandi-${beads}`;

/** A strand of these beads, for the property --own of the style sheet. */
export function strandOf(beads: string): string {
  const colors = "pink,orange,lemon,lime,aqua,lilac".split(",");
  const strand = [...beads].map((digit, index) => {
    const end = `calc(${index + 1} * var(--bead))`;
    return `var(--${colors[Number(digit)]}) 0 ${end}`;
  });
  return `linear-gradient(90deg,${strand.join()})`;
}

/**
 * Runs inline. A link that a friend has passed on brings a
 * bracelet in its fragment: eight digits, and no words. It is shown once. React
 * leaves the content of its element alone, and `isAsServed` its text.
 */
export function hangGift() {
  const hang = () => {
    const [, beads] = /^#kandi-([0-5]{8})$/.exec(location.hash) ?? [];
    const place = document.getElementById("gift");
    if (!beads || !place) return;
    place.style.setProperty("--own", strandOf(beads));
    place.textContent = place.dataset.line ?? "";
    history.replaceState(history.state, "", location.pathname);
  };
  addEventListener("hashchange", hang);
  hang();
}
