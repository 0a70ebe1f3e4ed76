import type { Difference } from "auditor";
import type { Observation } from "./observe";

export const differences: readonly Difference<keyof Observation>[] = [
  {
    states: /then dismissed$/,
    where: "After a failure's toast was dismissed",
    what: ["focused"],
    because:
      "With a script the focus moves to the field to correct; without one the browser drops it, and Tab continues from where the toast was.",
  },
  {
    states: /larger than the site takes$/,
    where: "After a message that is larger than the site accepts",
    what: ["title", "toast", "summary", "focused", "fields", "buttons", "tree"],
    because:
      "A message that is too large is not read, so the page cannot give it back: without a script there is an error page, and the browser's Back button brings back the form as it was. With a script the form is still there, and a toast says the same.",
  },
];
