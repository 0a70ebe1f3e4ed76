import type { Difference } from "@kandi/auditor";

export const differences: readonly Difference[] = [
  {
    states: /: "/,
    lines: /^status: /,
    because:
      "With a script an answer is no page of its own, and its status is not the page's.",
  },
  {
    states: /larger than the site takes$/,
    lines: /^(?:address|title|content): /,
    because:
      "A message that is too large is not read, so the page cannot give it back: without a script there is an error page, and the browser's Back button brings back the form as it was. With a script the form is still there, and a toast says the same.",
  },
];
