import type { Check, CheckName } from "@kandi/auditor";
import { operable } from "./operable";
import { perceivable } from "./perceivable";
import { understandable } from "./understandable";

/**
 * A person has to judge these; no tool can. Words between ‘ and ’ are quoted
 * from the site.
 */
export const checklist: Record<CheckName, Check> = {
  ...perceivable,
  ...operable,
  ...understandable,
};
