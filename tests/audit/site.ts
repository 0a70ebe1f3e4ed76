import { pages } from "~/content/pages";
import { mail, paths, productName, responseTimes } from "~/content/site";
import type { Site } from "auditor";
import { checklist } from "./checklist/checklist";
import { clauses } from "./checklist/clauses";
import { notApplicable } from "./checklist/not-applicable";
import { differences } from "./differences";
import { limits } from "./limits";
import { markup } from "./markup";
import { aspects } from "./observe";
import { states } from "./states";

/** All that the auditor is told about the site. */
export const site: Site = {
  name: productName,
  description: "A public site for beta signups",
  // Auditors' tools know the site by its public URL.
  origin: new URL(
    process.env.SITE_URL ?? `https://${mail.support.split("@")[1]}`,
  ).origin,
  contact: {
    mail: mail.support,
    path: paths.contact,
    answersIn: responseTimes.general,
  },
  pages: Object.fromEntries(
    Object.values(pages).map(({ path, label }) => [path, label]),
  ),
  states,
  aspects,
  differences,
  limits,
  markup,
  checklist,
  notApplicable,
  clauses,
  record: "tests/audit/evaluation/record.json",
};
