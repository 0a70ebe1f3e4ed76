import type { Check, CheckName } from "@kandi/auditor";
import { distinguishable } from "./distinguishable";
import { inputAssistance } from "./input-assistance";
import { navigable } from "./navigable";
import { operable } from "./operable";
import { perceivable } from "./perceivable";
import { robust } from "./robust";
import { understandable } from "./understandable";

/**
 * A person has to judge these; no tool can. Words between ‘ and ’ are quoted
 * from the site.
 */
export const checklist: Record<CheckName, Check> = {
  ...perceivable,
  ...distinguishable,
  ...operable,
  ...navigable,
  ...understandable,
  ...inputAssistance,
  ...robust,
};
