import type { Check, CheckName } from "../../../tools/auditor";
import type { behavior } from "../facts/behavior";
import type { forms } from "../facts/forms";
import type { structure } from "../facts/structure";

/** What a line of the checklist rests on; a unit test checks the sources. */
export type FactName =
  keyof typeof structure | keyof typeof forms | keyof typeof behavior;

/**
 * Lines by name. Words between ‘ and ’ are quoted from the site; a unit test
 * looks for them.
 */
export type Checks = Record<CheckName, Check<FactName>>;
