import { readFileSync } from "node:fs";
import { z } from "zod";
import { checklist } from "../report/checklist/checklist";
import type { CheckName } from "../report/checklist/checklist";

const text = z.string().trim().min(1);

const judgment = z.strictObject({
  verdict: z.enum(["passed", "failed", "cantTell"]),
  by: text,
  on: z.iso.date(),
  browser: text,
  /** "none" if there was none. */
  assistiveTechnology: text,
  /** What was heard or seen, in order. */
  transcript: z.array(text).min(1),
  /** The code in index.html for what was judged. */
  document: z.string().regex(/^[\da-f]{16}$/),
});

const line = z.union([z.literal("not judged yet"), z.array(judgment).min(1)]);

/** Exactly the lines of the checklist, by name. */
export const recordSchema = z.strictObject(
  Object.fromEntries(checklist.map(({ name }) => [name, line])) as Record<
    CheckName,
    typeof line
  >,
);

export type Judgment = z.infer<typeof judgment>;
export type EvaluationRecord = z.infer<typeof recordSchema>;

export const recordFile = "tests/audit/evaluation/record.json";

export function readRecord(): EvaluationRecord {
  const record = recordSchema.safeParse(
    JSON.parse(readFileSync(recordFile, "utf8")),
  );
  if (record.success) return record.data;
  throw new Error(`${recordFile}: ${z.prettifyError(record.error)}`);
}
