import type { Description } from "@kandi/auditor";
import { mail, productName } from "~/content/site";
import { differences } from "./differences";
import { engineFlows } from "./flows/engines";
import { triedForms as forms } from "./flows/forms";
import { orcaFlows } from "./flows/orca";
import { textBrowserFlows } from "./flows/text-browsers";
import { notApplicable } from "./not-applicable";
import { anonymous, observe, untrue } from "./observe";
import type { Observation } from "./observe";
import { states } from "./states";
import { arrived, contextOf, emailOf, reset, startStage } from "./visit";
import type { Stage } from "./visit";

/** What a script draws: the beads for typed letters, and a bracelet's colors. */
const ornament = / style="--typed: [^"]*"|(?<=<use href="#pony") class="\w+"/g;

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
  // Each finding is one to mend here, also what no criterion asks for.
  level: "advice",
  setUp: () => startStage(),
  context: contextOf,
  reset,
  arrived,
  observe,
  untrue: (seen) => untrue(seen as Observation),
  normalize: (text, visitor) =>
    anonymous(text, emailOf(visitor))
      .replace(ornament, "")
      // A page that shows the date is the same page the next day.
      .replace(/<time.*?<\/time>/g, ""),
  differences,
  notApplicable,
} satisfies Description<Stage>;
