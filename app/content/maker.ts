/** What the maker of bracelets says and is heard as. */

export const maker = {
  beads: "Next bead",
  /** Where the next bead goes, or what was strung. */
  beadOf: (place: number) => `Bead ${place} of 8`,
  undo: "Undo",
  undone: "taken off",
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
