import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright/test";
import type { Mode, Site, State } from "./site";

/** A state, and how a visitor who has opened its page gets there. */
export interface ReachableState extends State {
  reach?: (visitor: { page: Page; mode: Mode }) => Promise<void>;
}

/** What the command `auditor` is told about a site; the rest is optional. */
export interface Description extends Partial<Omit<Site, "states">> {
  name: string;
  /** Where the site answers once it has started. */
  baseURL: string;
  /** The command that starts it; without one, it runs already. */
  start?: string;
  pages: Site["pages"];
  states: readonly ReachableState[];
}

export interface DescribedSite extends Site {
  baseURL: string;
  start: string | undefined;
  states: readonly ReachableState[];
}

/** A site whose markup has neither of these. */
const none = "[data-none]";

/** Adds what a description may leave out. */
export const complete = (description: Description): DescribedSite => ({
  description: description.name,
  origin: description.baseURL,
  contact: { mail: "", path: "/", answersIn: "" },
  aspects: {
    outline: "what a screen reader finds, with fields' values",
    url: "the page's address",
  },
  differences: [],
  limits: [],
  markup: { skipLink: none, overlay: none },
  checklist: {},
  notApplicable: [],
  clauses: {},
  start: undefined,
  ...description,
});

/**
 * Reads a description, which a module exports as its default.
 *
 * @throws Error if it exports none
 */
export async function readDescription(file: string): Promise<DescribedSite> {
  const url = pathToFileURL(path.resolve(file)).href;
  const { default: description } = (await import(url)) as {
    default?: Description;
  };
  if (!description?.baseURL || !description.states) {
    throw new Error(
      `${file} must export a description as its default: a name, baseURL, pages and states.`,
    );
  }
  return complete(description);
}
