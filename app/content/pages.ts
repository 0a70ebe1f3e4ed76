// Remix reads this for its routes, without knowing the alias ~.
import { minimumAge, paths, productName, responseTimes } from "./constants";

export interface SitePage {
  readonly path: string;
  /** A short name for navigation. */
  readonly label: string;
  readonly title: string;
  /** At most 155 characters. */
  readonly description: string;
  /** Whether its route has an action. */
  readonly hasForm: boolean;
}

/**
 * Every page of the site: Remix's routes, what a request may reach, the sitemap,
 * the page cache and the tests come from this list. The page's view is
 * `routes/<name>.tsx`.
 */
export const pages = {
  landing: {
    path: paths.landing,
    label: "Home",
    title: `${productName} | Dating for ravers and festivalgoers`,
    description: `${productName} matches ravers by music genre, festivals and PLUR values. Join the free beta list with your email. No credit card required.`,
    hasForm: true,
  },
  contact: {
    path: paths.contact,
    label: "Contact",
    title: `Contact Us | ${productName}`,
    description: `Write to the ${productName} team. Questions, ideas, business or a safety concern: safety mail is answered ${responseTimes.safety}.`,
    hasForm: true,
  },
  support: {
    path: paths.support,
    label: "Support",
    title: `Support Center | ${productName}`,
    description: `Help with the ${productName} beta, answers to common questions, and plain advice on meeting someone new and staying safe at a festival.`,
    hasForm: false,
  },
  privacy: {
    path: paths.privacy,
    label: "Privacy",
    title: `Privacy Policy | ${productName}`,
    description: `What this site stores, why, and for how long. One short-lived cookie, no trackers, and how to have your data erased.`,
    hasForm: false,
  },
  terms: {
    path: paths.terms,
    label: "Terms",
    title: `Terms of Service | ${productName}`,
    description: `The terms for this site and the ${productName} beta list: ${minimumAge} or older, free, no credit card, and PLUR toward everyone.`,
    hasForm: false,
  },
} as const satisfies Record<string, SitePage>;

/** The routes that are no pages: the paths of `routes/<name>.ts`. */
export const files = {
  robots: "/robots.txt",
  sitemap: "/sitemap.xml",
  manifest: "/manifest.webmanifest",
  healthz: "/healthz",
} as const;

/** The pages that the header and the footer link to, in order. */
export const headerPages = [pages.support, pages.contact];
export const footerPages = [
  pages.privacy,
  pages.terms,
  pages.contact,
  pages.support,
];

export const pageAt = (path: string): SitePage | undefined =>
  Object.values(pages).find((page) => page.path === path);
