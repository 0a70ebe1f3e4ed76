import type { Limit } from "auditor";

export const limits: readonly Limit[] = [
  {
    runs: { program: "Orca in Chromium", mode: "javascript" },
    problem: /^4\.1\.2 Clutter is spoken: ".*clickable\."$/,
    because:
      "React listens on the document, and Chromium offers a click on whatever has the focus there.",
  },
  {
    runs: { program: "Orca in Chromium" },
    problem: /^3\.3\.1 Nothing is spoken when an empty form is sent$/,
    because:
      "Orca 43 does not read Chromium's own bubble, an alert, and the focus stays in the field. Without JavaScript a page can do nothing; with it, a live region or a move of the focus would be heard, and what other screen readers read from the bubble would be said twice or lost.",
  },
];
