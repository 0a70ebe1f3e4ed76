/**
 * Maximum lengths in code points after trimming; a line break is one. The
 * migrations have the same numbers.
 */
export const limits = {
  name: 100,
  email: 254,
  subject: 200,
  message: 5000,
} as const;

/** Ends the field's hint. */
export const limitHint = (limit: number): string =>
  `Up to ${count(limit)} characters.`;

export const count = (characters: number): string =>
  characters.toLocaleString("en-US");

/** Posts from one address, unless RATE_LIMIT_PER_MINUTE says otherwise. */
export const postsPerMinute = 120;

/** Bytes. The site's longest form is shorter, even fully escaped. */
export const maximumBody = 128 * 1024;
