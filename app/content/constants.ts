/** The site's constants, each listed once. */

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

export type MailName = keyof typeof mail;

export type PageName = keyof typeof paths;
