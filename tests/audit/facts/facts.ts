import * as contact from "~/content/contact";
import * as landing from "~/content/landing";
import { pages } from "~/content/pages";
import { contactToasts } from "~/forms/contact";
import type { FactName } from "../checklist/check";
import { behavior } from "./behavior";
import { forms } from "./forms";
import * as site from "./site";
import { structure } from "./structure";

/** Statements about the site, each with a check of the sources. */
export const facts: Record<FactName, () => boolean> = {
  ...structure,
  ...forms,
  ...behavior,
};

/** Everything that a visitor can read or hear, in any state. */
export const wordsOfTheSite = [
  ...site.rendered.map(site.textOf),
  ...Object.values(pages).map(({ title }) => title),
  landing.hero.form.sending,
  landing.callToAction.form.sending,
  contact.form.sending,
  contactToasts.storedFor("").title,
].join("\n");
