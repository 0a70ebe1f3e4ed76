import type { Description } from "@kandi/auditor";

export const markup: NonNullable<Description["markup"]> = {
  drawn: { attribute: "data-letter", word: ".letters", clipped: ".hidden" },
};
