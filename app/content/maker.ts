/** The words of the bracelet maker, also those for screen readers alone. */

export const maker = {
  start: "Pick a color.",
  /** Places are counted from 0. */
  next: (place: number) => `Next: bead ${place + 1} of 8`,
  beadOf: (place: number) => `Bead ${place + 1} of 8`,
  undo: "Undo",
  undone: "undone",
  word: "Word",
} as const;

/** A bracelet's digits choose among these. */
export const beadColors = [
  "pink",
  "orange",
  "lemon",
  "lime",
  "aqua",
  "lilac",
] as const;

export const beadWords = [
  "PLUR",
  "BASS",
  "RAVE",
  "HUGS",
  "GLOW",
  "LOVE",
] as const;
