import type { Fields } from "~/forms/fields";

/**
 * A field that people are not shown and robots fill. Its name is one that they
 * look for.
 */
export const honeypot = {
  name: "website",
  label: "Leave this field empty",
} as const;

export const honeypotFilled = (fields: Fields): boolean =>
  (fields[honeypot.name] ?? "") !== "";
