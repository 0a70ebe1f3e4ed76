/**
 * How long a text may be, in code points after trimming, a line break counted
 * as one. The migrations hold the same numbers.
 */
export const limits = {
  name: 100,
  email: 254,
  subject: 200,
  message: 5000,
} as const;

/** Told at the field before a limit is met. */
export const limitHint = (field: keyof typeof limits): string =>
  `Up to ${count(limits[field])} characters.`;

export const count = (characters: number): string =>
  characters.toLocaleString("en-US");

/** Posts of one address, unless RATE_LIMIT_PER_MINUTE says otherwise. */
export const postsPerMinute = 120;

/** Bytes. The longest form of the site, every character escaped, is shorter. */
export const maximumBody = 128 * 1024;
