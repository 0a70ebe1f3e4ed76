import type { Description } from "two-modes-audit";
import { keepsake } from "~/content/landing";
import { mail, productName } from "~/content/constants";
import { engineFlows } from "./flows/engines";
import { triedForms as forms } from "./flows/forms";
import { orcaFlows } from "./flows/orca";
import { textBrowserFlows } from "./flows/text-browsers";
import { states } from "./states";
import { reset, startStage } from "./visit";
import type { Stage } from "./visit";

/** What differs at each visit, or is drawn by a script. */
const changing = [
  // A line may break in an address.
  /raver-\d+(?=(?:<wbr>)?@)/gi,
  // The ticket of a success, which a script takes out of the address.
  /(?<=^address: \S*)\?toast=\S*/,
  // A bracelet's colors and link.
  /(?<=<use href="#pony") class="\w+"/g,
  /(?:\/#|%2F%23)kandi-[0-5]{8,9}/g,
  // A page that shows the date is the same page the next day.
  /<time.*?<\/time>/g,
];

/** All that the auditor is told about the site. */
export const site = {
  name: productName,
  // Auditors' tools know the site by its public URL.
  origin: new URL(
    process.env.SITE_URL ?? `https://${mail.support.split("@")[1]}`,
  ).origin,
  states,
  forms,
  flows: [...orcaFlows, ...textBrowserFlows, ...engineFlows],
  setUp: startStage,
  reset,
  normalize: (text) =>
    changing.reduce((rest, pattern) => rest.replace(pattern, ""), text),
  differences: [
    {
      states: /(?:sent|already on the list)$/,
      lines: RegExp(`button "${keepsake.make}"|: ${keepsake.heading}`),
      because:
        "Only a script makes a bracelet and keeps it. Without it, one can be given away.",
    },
    {
      states: /: "/,
      lines: /^status: /,
      because:
        "With a script an answer is no page of its own, and its status is not the page's.",
    },
    {
      states: /larger than the site takes$/,
      lines: /^(?:address|title|content): |^The form /,
      because:
        "A message that is too large is not read, so the page cannot give it back: without a script there is an error page, and the browser's Back button brings back the form as it was. With a script the form is still there, and a toast says the same.",
    },
  ],
} satisfies Description<Stage>;
