import { minimumAge, paths, productName, responseTimes } from "~/content/site";

export interface SitePage {
  readonly path: string;
  /** A short name for navigation. */
  readonly label: string;
  readonly title: string;
  /** At most 155 characters. */
  readonly description: string;
}

export const pages = {
  landing: {
    path: paths.landing,
    label: "Home",
    title: `${productName} | Dating for ravers and festival goers`,
    description: `${productName} matches ravers by music genre, festivals and PLUR values. Join the free beta list with your email. No credit card required.`,
  },
  contact: {
    path: paths.contact,
    label: "Contact",
    title: `Contact Us | ${productName}`,
    description: `Write to the ${productName} team. Questions, ideas, business or a safety concern: safety mail is answered ${responseTimes.safety}.`,
  },
  support: {
    path: paths.support,
    label: "Support",
    title: `Support Center | ${productName}`,
    description: `Help with the ${productName} beta, answers to common questions, and plain advice on meeting someone new and staying safe at a festival.`,
  },
  privacy: {
    path: paths.privacy,
    label: "Privacy",
    title: `Privacy Policy | ${productName}`,
    description: `What this site stores, why, and for how long. One short-lived cookie, no trackers, and how to have your data erased.`,
  },
  terms: {
    path: paths.terms,
    label: "Terms",
    title: `Terms of Service | ${productName}`,
    description: `The terms for this site and the ${productName} beta list: ${minimumAge} or over, free, no credit card, and PLUR toward everyone.`,
  },
} as const satisfies Record<string, SitePage>;
