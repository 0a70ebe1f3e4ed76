/** The site's constants, each listed once, and the types of its content. */

export const productName = "Kandi";

export const tagline = "Meet someone worth trading kandi with.";

/** --night of tokens.css, for places that style sheets do not reach. */
export const themeColor = "#080b19";

/** Made by `npm run images`. */
export const socialImage = {
  path: "/social.jpg",
  width: 1200,
  height: 630,
  /** Above the tagline. */
  line: "The dating app for ravers · free beta",
  alt: `${productName} in letter beads. ${tagline} The dating app for ravers, free beta.`,
};

export const mail = {
  support: "support@kandi.example",
  business: "business@kandi.example",
  safety: "safety@kandi.example",
} as const;

export const paths = {
  landing: "/",
  contact: "/contact",
  support: "/support",
  privacy: "/privacy",
  terms: "/terms",
} as const;

export const stats = {
  betaUsers: { value: "1000+", label: "Beta Users" },
  festivals: { value: "50+", label: "Festivals" },
  vibes: { value: "100%", label: "PLUR Vibes" },
} as const;

/** In years. */
export const minimumAge = 18;

export const launch = "festival season 2025";

export const plur = "Peace, Love, Unity, Respect";

/** How soon the team answers, by kind of message. */
export const responseTimes = {
  general: "24-48 hours",
  safety: "within 4 hours",
  technical: "12-24 hours",
  business: "2-3 business days",
} as const;

/** The privacy policy promises these, and the FAQs repeat them. */
export const retention = {
  erasure: "30 days",
  backups: "30 days",
  contactMessages: "one year",
} as const;

/** The maximum age of the only cookie, as the privacy policy states it. */
export const flashCookieMinutes = 5;

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

export type MailName = keyof typeof mail;

type PageName = keyof typeof paths;

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
