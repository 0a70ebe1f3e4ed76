import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import type { About, Check, Report } from "../site";

type Site = Pick<About, "checklist" | "record">;

export interface Line extends Check {
  name: string;
  /** The number of its success criterion. */
  criterion: string;
}

/** What a person has to judge on a site; no tool can. */
export const linesOf = ({ checklist = {} }: Site): Line[] =>
  Object.entries<Check>(checklist)
    .map(([name, check]) => ({
      ...check,
      name,
      criterion: name.replace(/ .*/, ""),
    }))
    .sort((one, other) =>
      one.criterion.localeCompare(other.criterion, "en", { numeric: true }),
    );

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
  /** The code in report.html for what was judged. */
  document: z.string().regex(/^[\da-f]{16}$/),
});

type Judgment = z.infer<typeof judgment>;
type Judgments = Partial<Record<string, Judgment[]>>;

/**
 * Reads what people judged: lines of the site's checklist, by name.
 *
 * @throws Error that names what is wrong in the site's record
 */
export function readRecord({ checklist = {}, record }: Site): Judgments {
  if (!record) return {};
  const line = z.array(judgment).min(1).optional();
  const read = z
    .strictObject(
      Object.fromEntries(Object.keys(checklist).map((name) => [name, line])),
    )
    .safeParse(JSON.parse(readFileSync(record, "utf8")));
  if (read.success) return read.data;
  throw new Error(`${record}: ${z.prettifyError(read.error)}`);
}

/** A line, with the judgments that people wrote down. */
export interface JudgedLine extends Line {
  /** A code for the line and its documents; absent if the run missed some. */
  document: string | undefined;
  judgments: (Judgment & { isStale: boolean })[];
  verdict: Judgment["verdict"] | "not judged yet";
}

/** A judgment of a line or a document that has changed since does not count. */
export function judgedLines(site: Site, { visited }: Report): JudgedLine[] {
  const record = readRecord(site);
  return linesOf(site).map((line) => {
    const documents = visited
      .filter(({ state }) => line.states.includes(state))
      .map(({ state, mode, document }) => `${state}, ${mode}: ${document}`);
    const isWhole = line.states.every((name) =>
      visited.some(({ state }) => state === name),
    );
    const document = isWhole
      ? createHash("sha256")
          .update([line.look, line.expect, ...documents.sort()].join("\n"))
          .digest("hex")
          .slice(0, 16)
      : undefined;
    const judgments = (record[line.name] ?? []).map((one) => ({
      ...one,
      isStale: one.document !== document,
    }));
    const verdicts = judgments
      .filter(({ isStale }) => !isStale)
      .map(({ verdict }) => verdict);
    const verdict =
      (["failed", "cantTell", "passed"] as const).find((verdict) =>
        verdicts.includes(verdict),
      ) ?? "not judged yet";
    return { ...line, document, judgments, verdict };
  });
}
