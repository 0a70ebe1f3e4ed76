/** A known problem in some flows that is not fixed, for a reason. */
interface Limit {
  lane: RegExp;
  problem: RegExp;
  because: string;
}

export const limits: readonly Limit[] = [
  {
    lane: /^Orca in Chromium, javascript$/,
    problem: /^Clutter is spoken: ".*clickable\."$/,
    because:
      "React listens on the document, and Chromium offers a click on whatever has the focus there.",
  },
  {
    lane: /^Orca in Chromium/,
    problem: /^Nothing is spoken when an empty form is sent$/,
    because:
      "Orca 43 does not read Chromium's own bubble, an alert, and the focus stays in the field. Without JavaScript a page can do nothing; with it, a live region or a move of the focus would be heard, and what other screen readers read from the bubble would be said twice or lost.",
  },
];
