import type { Check } from "@kandi/auditor";

/** In these states a person does the one thing, and expects the other. */
export const check = (
  states: Check["states"],
  look: string,
  expect: string,
): Check => ({ states, look, expect });
