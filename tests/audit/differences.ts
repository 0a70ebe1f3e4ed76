import type { Difference } from "@kandi/auditor";

export const differences: readonly Difference[] = [
  {
    states: /then dismissed$/,
    lines: /^focused: /,
    because:
      "With a script the focus moves to the field to correct; without one the browser drops it, and Tab continues from where the toast was.",
  },
  {
    states: /larger than the site takes$/,
    lines: /^(?:title|toast|summary|focused|fields|tree)\b/,
    because:
      "A message that is too large is not read, so the page cannot give it back: without a script there is an error page, and the browser's Back button brings back the form as it was. With a script the form is still there, and a toast says the same.",
  },
];
