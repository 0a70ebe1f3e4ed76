import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Site } from "../site";

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

/** Exactly the lines of the site's checklist, by name. */
export const recordSchema = ({ checklist }: Pick<Site, "checklist">) =>
  z.strictObject(
    Object.fromEntries(Object.keys(checklist).map((name) => [name, line])),
  );

export type Judgment = z.infer<typeof judgment>;
export type EvaluationRecord = Record<string, z.infer<typeof line>>;

/** @throws Error that names what the site's record lacks */
export function readRecord(site: Site): EvaluationRecord | undefined {
  if (!site.record) return undefined;
  const record = recordSchema(site).safeParse(
    JSON.parse(readFileSync(site.record, "utf8")),
  );
  if (record.success) return record.data;
  throw new Error(`${site.record}: ${z.prettifyError(record.error)}`);
}
