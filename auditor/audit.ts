import type { Browser } from "playwright";
import { acid, launchWhole } from "./acid/acid";
import type { Verdict } from "./acid/acid";
import { launchHeadless } from "./browser.js";
import { crawl } from "./crawl";
import { examine, patience } from "./examine";
import type { Audit, Stage } from "./examine";
import { Findings, levels, modes } from "./finding";
import type { Level, Mode, Problem } from "./finding";
import { follow } from "./follow";
import { formStates } from "./forms";
import { firstLines, Log, Unmeasured } from "./log";
import { axeRules } from "./measuring/axe";
import { broken, rules } from "./rules";
import type { Rule } from "./rules";
import { listeningFlows } from "./screen-reader/listen";
import type { Description, Flow, Form, Report, State } from "./site";
import { startSite } from "./start";

export interface Options {
  /** Pages of a site that does not describe itself. */
  pages?: number;
  /** The level up to which a finding fails the audit. */
  level?: Level;
  /** The folder of the report. */
  out?: string;
  /** Only states and flows whose names match. */
  grep?: string;
  /** Has Orca read and tab through each state. */
  listen?: boolean;
  /** An earlier report: only what is new fails. */
  baseline?: { issues: readonly Problem[] };
  /** Takes a line on each state and flow. */
  say?: (line: string) => void;
}

/** What is judged: by which rule, and which part of a criterion. */
function judgedIn(
  site: Description<Stage>,
  { visited, flows }: Log,
): Report["judged"] {
  const { forms = [], differences = [] } = site;
  const isVisited = visited.length > 0;
  const isHeard = flows.some(({ heard }) => heard);
  const isDescribed: Record<string, boolean> = {
    "silent-error": forms.length > 0,
    "typed-lost": forms.length > 0,
    "form-without-script": forms.length > 0,
    "difference-gone": differences.length > 0,
    untrue: site.untrue !== undefined,
  };
  return [
    ...Object.entries<Rule>(rules)
      .filter(([rule, { by }]) =>
        by ? isHeard : isVisited && (isDescribed[rule] ?? true),
      )
      .map(([rule, { criteria, judges, by = "the auditor" }]) => ({
        ...{ rule, by, criteria },
        part: judges,
      })),
    ...(isVisited ? axeRules : []).map((rule) => ({ ...rule, by: "axe" })),
  ];
}

/** Measures a site in every state, with scripts and without. */
export async function audit<Own>(
  description: Description<Own>,
  options: Options = {},
): Promise<Report> {
  const { out = "reports/accessibility", grep, say = () => {} } = options;
  // A stage is handed on to the functions that came with it, and to nothing else.
  const site = { ...description } as unknown as Description<Stage>;
  const level = options.level ?? site.level ?? "AA";
  const log = new Log(out, say);
  const isChosen = ({
    name,
    program = "",
  }: {
    name: string;
    program?: string;
  }) => !grep || new RegExp(grep).test(`${program} ${name}`);
  const isBare = !site.states && !site.forms;
  const forms = site.forms ?? [];
  const tried: Verdict[] = [];
  let names: string[] = [];
  let browser: Browser | undefined;
  let version = "";
  let endSite: (() => void) | undefined;
  try {
    if (site.start) endSite = await startSite(site.start, site.baseURL ?? "");
    browser = await launchHeadless();
    version = browser.version();
    const states: State<Stage>[] = isBare
      ? await crawlSite(site, browser, log, options.pages ?? 20)
      : [
          ...(site.states ?? []),
          ...formStates(forms.filter(({ hasStates }) => !hasStates)),
        ];
    const shared = {
      site,
      browser,
      log,
      visits: 0,
      documents: new Map<string, string>(),
      used: new Set<never>(),
    };
    names = states.map(({ name }) => name);
    const flows = [
      ...(site.flows ?? []),
      ...(options.listen
        ? listeningFlows(site, states, () => startStage(site))
        : []),
    ];
    await visitAll(
      ...([shared, states.filter(isChosen), flows.filter(isChosen)] as const),
      forms.filter((form) => isChosen({ name: nameOfTry(form) })),
      tried,
    );
    if (!grep) await reportGone(shared);
  } catch (error) {
    log.fail(error);
  } finally {
    await browser?.close();
    endSite?.();
  }

  const { visited, flows, failures, findings } = log;
  const issues = findings.all;
  // What is wrong with a document is wrong wherever the same one was met.
  for (const { state, mode, sameAs } of visited)
    for (const { seen } of sameAs ? issues : [])
      seen.push(
        ...seen
          .filter((one) => one.width && `${one.state}, ${one.mode}` === sameAs)
          .map((one) => ({ ...one, state, mode })),
      );
  // Workers meet the states in any order.
  const inOrder = (one?: { state: string }, other?: { state: string }) =>
    names.indexOf(one?.state ?? "") - names.indexOf(other?.state ?? "");
  visited.sort(inOrder);
  for (const { seen } of issues) seen.sort(inOrder);
  issues.sort(
    (one, other) =>
      levels.indexOf(one.level) - levels.indexOf(other.level) ||
      inOrder(one.seen[0], other.seen[0]),
  );
  const counted = options.baseline
    ? Findings.newOnes(issues, options.baseline.issues)
    : issues;
  // A site that does not describe itself cannot declare what may differ.
  const isFailing = ({ level: own, rule }: Problem) =>
    levels.indexOf(own) <= levels.indexOf(level) &&
    !(isBare && rule === "difference");
  return {
    created: new Date().toISOString(),
    name: site.name ?? site.baseURL ?? "",
    baseURL: site.origin ?? site.baseURL ?? "",
    browser: version,
    level,
    ...(grep && { grep }),
    issues,
    failing: counted.filter(isFailing).length,
    failures,
    visited,
    tried,
    flows,
    judged: judgedIn(site, log),
  };
}

/** A pool of workers visits the states; the flows of a lane follow each other. */
async function visitAll(
  audit: Audit,
  states: State<Stage>[],
  flows: readonly Flow[],
  forms: readonly Form<Stage>[],
  tried: Verdict[],
) {
  const { site, log } = audit;
  const whole = forms.length > 0 ? await launchWhole() : undefined;
  const lanes = new Map<string | undefined, Flow[]>();
  for (const flow of flows)
    lanes.set(flow.lane, [...(lanes.get(flow.lane) ?? []), flow]);
  const jobs: ((stage: Stage) => Promise<void>)[] = [
    ...forms.flatMap((form) =>
      modes.map((mode) => async (stage: Stage) => {
        if (!whole) return;
        const verdicts = await tryForm(audit, whole, form, mode, stage);
        tried.push(...verdicts);
      }),
    ),
    ...states.map((state) => (stage: Stage) => examine(audit, state, stage)),
    ...(lanes.get(undefined) ?? []).map((flow) => () => follow(log, flow)),
  ];
  lanes.delete(undefined);
  if (jobs.length + lanes.size === 0)
    throw new Unmeasured("StateNotReached", "There is no state to measure.");
  const work = async () => {
    const stage = await startStage(site);
    try {
      for (let job = jobs.shift(); job; job = jobs.shift()) await job(stage);
    } finally {
      await stage.close();
    }
  };
  const workers = Math.min(2, jobs.length);
  await Promise.all([
    ...[...lanes.values()].map(async (lane) => {
      for (const flow of lane) await follow(log, flow);
    }),
    ...Array.from({ length: workers }, work),
  ]).finally(() => whole?.close());
}

const nameOfTry = ({ path, button }: Form) => `${path}: "${button}" tried`;

/** Tries a form in every way, and keeps what it does not stand. */
async function tryForm(
  audit: Audit,
  browser: Browser,
  form: Form<Stage>,
  mode: Mode,
  stage: Stage,
): Promise<Verdict[]> {
  const { site, log } = audit;
  const start = performance.now();
  const context = () => site.context?.(++audit.visits) ?? {};
  const verdicts = await acid(browser, form, mode, stage, context);
  const where = { state: nameOfTry(form), mode };
  for (const { test, problem, isCrashed, seen } of verdicts) {
    if (problem) await log.report([problem], where);
    if (isCrashed) log.fail(seen, { ...where, part: test });
  }
  const passed = verdicts.filter(({ verdict }) => verdict === "passed").length;
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  log.say(
    `${passed === verdicts.length ? "✓" : "✘"} ${where.state}, ${mode}: ${passed} of ${verdicts.length} (${seconds} s)`,
  );
  return verdicts;
}

async function startStage({ setUp, baseURL = "" }: Description<Stage>) {
  if (!setUp)
    return { baseURL: baseURL.replace(/\/$/, ""), close: async () => {} };
  return setUp().catch((error: unknown) => {
    throw new Unmeasured("StartFailed", firstLines(error));
  });
}

/** A crawled state's path begins at the origin. */
async function crawlSite(
  site: Description<Stage>,
  browser: Browser,
  log: Log,
  pages: number,
): Promise<State<Stage>[]> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  context.setDefaultTimeout(patience);
  const { href, origin } = new URL(site.baseURL ?? "");
  const found = await crawl(context, href, pages, log);
  await context.close();
  site.baseURL = origin;
  return found as State<Stage>[];
}

/** A difference that is declared and not there. */
async function reportGone({ site, log, used }: Audit) {
  for (const difference of site.differences ?? []) {
    if (used.has(difference)) continue;
    const { lines, states, because: html } = difference;
    const place = { selector: "html", html };
    const what = `Declared to differ: ${lines}`;
    await log.report([broken("difference-gone", what, place)], {
      state: String(states),
    });
  }
}
