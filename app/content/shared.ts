/** The words that several pages have, and the types of a page's words. */

import { minimumAge } from "~/content/constants";
import type { MailName, PageName } from "~/content/constants";

/** The toast's link if a failure names no field. */
export const backToForm = "Back to the form";

/** These follow from which of a form's fields are required. */
export const needed = {
  /** Ends the label of a field. */
  optional: " (optional)",
  /** Stand before the fields. */
  all: "All fields are required.",
  unlessMarked: "All fields are required unless marked optional.",
} as const;

/** The line below each form; `terms` and `privacy` are its links' texts. */
export const consent = {
  joining: `By joining, you confirm that you are ${minimumAge} or older and accept our `,
  sending: `By sending, you confirm that you are ${minimumAge} or older and accept our `,
  terms: "terms of service",
  between: " and ",
  privacy: "privacy policy",
  after: ".",
} as const;

export const footerNote = `Made with peace, love, unity and respect. ${minimumAge} and older only.`;

export const lastUpdatedLabel = "Last updated";

/** Above the links to a legal page's sections. */
export const contentsHeading = "On this page";

/** A link that opens the visitor's mail program. */
export interface MailLink {
  readonly mail: MailName;
  readonly subject: string;
  readonly linkText: string;
}

export interface PageLink {
  readonly page: PageName;
  readonly linkText: string;
}

export interface Entry {
  readonly title: string;
  readonly text: string;
}

export interface Question {
  readonly question: string;
  readonly answer: string;
}

/** A paragraph or a list. */
export type Block = string | { readonly list: readonly string[] };

export interface LegalSection {
  readonly heading: string;
  readonly blocks: readonly Block[];
}

export interface LegalText {
  readonly heading: string;
  readonly intro: string;
  readonly sections: readonly LegalSection[];
}

/** The privacy policy's words about a form. Each item is a part of a sentence. */
export interface FormPolicy<Field extends string = string> {
  readonly heading: string;
  /** Names the form, before the list of what is stored. */
  readonly lead: string;
  readonly stored: Readonly<Record<Field, string>>;
  /** Stands behind the list. */
  readonly note?: string;
  /** Stands before the note if the form's submissions are mailed. */
  readonly mailed?: string;
  /** An item of "Why we store it". */
  readonly why: string;
  /** An item of "How long we keep it". */
  readonly kept: string;
}

/** Shown on the contact page and on the support page. */
export const community = {
  chat: {
    title: "Community Chat",
    text: "One room for set times, travel plans and new friends.",
    badge: "coming soon",
  },
  forum: {
    title: "Forum Community",
    text: "Longer threads: festival stories, kandi patterns, plans for the season. Write to us and we'll tell you how to join.",
    mail: "support",
    subject: "Joining the forum community",
    linkText: "Ask to join the forum",
  },
} as const satisfies {
  chat: Entry & { readonly badge: string };
  forum: Entry & MailLink;
};

/** Words of every page that are heard or pressed. */
export const skipLink = "Skip to content";
export const navigationLabels = { header: "Main", footer: "Footer" };
