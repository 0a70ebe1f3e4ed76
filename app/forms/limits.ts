/**
 * How long a text may be, in code points after trimming. The migrations hold
 * the same numbers.
 */
export const limits = { email: 254 } as const;
