import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page, TestInfo } from "playwright/test";
import { measureCells } from "./measuring/cells";
import { outline } from "./measuring/outline";
import { attach } from "./results";
import { modes } from "./site";
import type { Difference, Mode, Observed, Site, State } from "./site";

/** A visitor who has reached a state, by an e-mail address of its own. */
interface Visitor {
  page: Page;
  email: string;
}

interface Examination<Visit extends Visitor, Seen extends Observed> {
  site: Pick<Site, "markup" | "differences">;
  state: State;
  /** Takes a visitor to the state. */
  visit: (mode: Mode) => Promise<Visit>;
  /** Everything that the modes must have in common. */
  observe: (visit: Visit) => Promise<Seen>;
  /** Says what does not hold in what was observed. */
  untrue: (seen: Seen) => string[];
}

/**
 * Brings about a state in both modes, compares them, and measures each document
 * at every width and in every look.
 *
 * @returns all problems
 */
export async function examine<Visit extends Visitor, Seen extends Observed>(
  { site, state, visit, observe, untrue }: Examination<Visit, Seen>,
  info: TestInfo,
): Promise<string[]> {
  const seen: Partial<Record<Mode, Seen>> = {};
  const sameAs: Partial<Record<Mode, string>> = {};
  const documents: Partial<Record<Mode, string>> = {};
  const problems: string[] = [];
  const { ornament = "" } = site.markup;
  let scripted: string | undefined;
  for (const mode of modes.filter((mode) => isReachable(state, mode))) {
    const visitor = await visit(mode);
    const observed = await observe(visitor);
    seen[mode] = observed;
    problems.push(...untrue(observed).map((found) => `${mode}: ${found}`));
    // The same outline looks the same in each window.
    const document = await outline(visitor.page, visitor.email);
    documents[mode] = hashOf((await visitor.page.title()) + undated(document));
    const bare = document.replaceAll(ornament, "");
    sameAs[mode] =
      bare === scripted
        ? `${state.name}, javascript`
        : measuredAt(document, `${state.name}, ${mode}`, info);
    if (mode === "javascript") scripted = bare;
    if (sameAs[mode]) continue;
    problems.push(
      ...(await measureCells(visitor.page, site.markup, state, mode, info)),
    );
  }
  const { javascript, "no-javascript": plain } = seen;
  if (javascript && plain) {
    problems.push(...undeclared(site.differences, state, javascript, plain));
  }
  const compared = { ...seen, sameAs, documents, problems };
  await attach(info, "parity", { state: state.name, ...compared });
  return problems;
}

const isReachable = ({ only }: State, mode: Mode) =>
  only === undefined || only.mode === mode;

const hashOf = (text: string) =>
  createHash("sha256").update(text).digest("hex");

/** A page that shows the date is the same page the next day. */
const undated = (document: string) => document.replace(/<time.*?<\/time>/g, "");

/**
 * Records, for all workers of this run, that a document is measured here.
 *
 * @returns where it was already measured
 */
function measuredAt(document: string, place: string, { project }: TestInfo) {
  const file = path.join(project.outputDir, hashOf(document));
  mkdirSync(project.outputDir, { recursive: true });
  try {
    writeFileSync(file, place, { flag: "wx" });
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    // The file is empty for a moment while another worker writes it.
    return readFileSync(file, "utf8") || undefined;
  }
}

/** Lists undeclared differences, and declared ones that do not exist. */
function undeclared(
  differences: readonly Difference[],
  { name }: State,
  scripted: Observed,
  plain: Observed,
): string[] {
  const declared = new Set(
    differences
      .filter(({ states }) => states.test(name))
      .flatMap(({ what }) => what),
  );
  return Object.keys(plain).flatMap((key) => {
    const differs = difference(scripted[key], plain[key]);
    if (differs === undefined) {
      return declared.has(key)
        ? [`${key}: declared to differ, and does not`]
        : [];
    }
    return declared.has(key) ? [] : [`${key}: ${differs}`];
  });
}

/** Shows in a few words where two values diverge. */
function difference(scripted: unknown, plain: unknown): string | undefined {
  const [one, other] = [scripted, plain].map(
    (value) => JSON.stringify(value) ?? "nothing",
  ) as [string, string];
  if (one === other) return undefined;
  const parting = [...one].findIndex((sign, index) => sign !== other[index]);
  const near = (text: string) =>
    text.slice(Math.max(0, parting - 40), parting + 80);
  return `with JavaScript …${near(one)}…, without it …${near(other)}…`;
}
