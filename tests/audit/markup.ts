import type { Site } from "auditor";

export const markup: Site["markup"] = {
  skipLink: ".skip",
  overlay: "dialog",
  drawn: { attribute: "data-letter", word: ".letters", clipped: ".hidden" },
  // The beads for typed letters.
  ornament: / style="--typed: \d+; --tied: \d; --at: \d+;"/g,
};
