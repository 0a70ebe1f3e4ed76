import axe from "axe-core";
import { testForm } from "./form-tests/test-form";
import { launchHeadless } from "./browser.js";
import { crawl } from "./crawl";
import { examine, type Audit } from "./examine";
import { levels, modes, newOnes, rootPlace } from "./finding";
import type { Baseline, Level, Mode } from "./finding";
import { follow, titleOf } from "./follow";
import { formStates } from "./forms";
import { firstLines, Log, Unmeasured } from "./log";
import { axeRules } from "./measuring/axe";
import { broken, needsScript, rules, type Rule } from "./rules";
import { answerOf } from "./report/answer";
import { listeningFlows } from "./screen-reader/listen";
import type { Description, Form, Report, Stage, State } from "./site";
import manifest from "./package.json" with { type: "json" };
import { expectAnswer, startSite } from "./start";

export interface Options {
  /** Of a site that does not describe itself: how many pages, which, or its sitemap. */
  pages?: number | string | string[];
  /** The level up to which a finding fails the audit: AA if it is absent. */
  level?: Level;
  /** The folder of the report. */
  out?: string;
  /** Only states and flows whose names match. */
  grep?: string;
  /** Presses whatever buttons a bare address has, and lets them fetch. */
  press?: boolean;
  /** Lets a site lose controls and pages without JavaScript. */
  allowScript?: boolean;
  /** A selector of what is taken out of each page. */
  ignore?: string;
  /** Has Orca read and tab through each state. */
  listen?: boolean;
  /** An earlier report: only what is new fails. */
  baseline?: Baseline;
  /** Ends the audit early: what is left is named in the report as not measured. */
  signal?: AbortSignal;
  /** Takes a line on each state and flow. */
  say?: (line: string) => void;
}

/** Measures a site. @throws Error if there is no browser; what else fails is in the report */
export async function audit<Own>(
  description: Description<Own>,
  options: Options & { out: string },
): Promise<Report> {
  const { out, grep, level = "AA", say = () => {} } = options;
  // Only the description's own functions look into a stage.
  const site = withLogin({ ...description } as unknown as Description<Stage>);
  const log = new Log(out, say);
  const isBare = !site.states && !site.forms;
  let states: State<Stage>[] = [];
  const browser = await launchHeadless();
  const Chromium = browser.version();
  const used: Audit["used"] = new Set();
  const audit: Audit = {
    ...{ site, browser, log, visits: 0, documents: new Map(), used },
    ...{ isBare, isForeign: isBare && !options.press, ignore: options.ignore },
  };
  // Whatever is still to be done fails without it.
  options.signal?.addEventListener("abort", () => void browser.close());
  let endSite: (() => void) | undefined;
  try {
    if (site.start) endSite = await startSite(site.start, site.baseURL ?? "");
    else if (site.baseURL) await expectAnswer(site.baseURL);
    states = isBare
      ? await crawl(audit, options.pages ?? 20)
      : [...(site.states ?? []), ...formStates(site.forms ?? [])];
    await visitAll(audit, states, options);
    for (const difference of grep ? [] : (site.differences ?? []))
      if (!used.has(difference)) {
        const { lines, states, because } = difference;
        const what = `Declared to differ: ${lines}`;
        const problem = broken("difference-gone", what, rootPlace(because));
        await log.report([problem], { state: String(states) });
      }
  } catch (error) {
    log.fail(error);
  } finally {
    await browser.close();
    endSite?.();
  }

  const { visited, flows, failures, findings, tried } = log;
  const issues = findings.all;
  // A document's findings hold for each state that shows the same document.
  for (const { state, mode, sameAs } of visited)
    for (const { rule, seen } of sameAs ? issues : [])
      for (const one of [...seen])
        if (`${one.state}, ${one.mode}` === sameAs)
          if (mode === one.mode || !needsScript(rule))
            seen.push({ ...one, state, mode });
  // Workers meet the states in any order.
  const names = states.map(({ name }) => name);
  const inOrder = (one?: { state: string }, other?: { state: string }) =>
    names.indexOf(one?.state ?? "") - names.indexOf(other?.state ?? "");
  visited.sort(inOrder);
  for (const { seen } of issues) seen.sort(inOrder);
  issues.sort(
    (one, other) =>
      levels.indexOf(one.level) - levels.indexOf(other.level) ||
      inOrder(one.seen[0], other.seen[0]),
  );
  for (const one of newOnes(issues, options.baseline))
    one.fails =
      levels.indexOf(one.level) <= levels.indexOf(level) &&
      // A site that does not describe itself cannot declare what may differ.
      !(isBare && one.rule === "difference") &&
      !(options.allowScript && one.rule === "needs-script");
  const report = {
    created: new Date().toISOString(),
    name: site.name ?? site.baseURL ?? "",
    baseURL: site.origin ?? site.baseURL ?? "",
    versions: { auditor: manifest.version, axe: axe.version, Chromium },
    ...{ level, grep, issues, failures, visited, tried, flows },
    ...{ judged: judgedIn(site, log), notes: log.notes },
    ignore: options.ignore,
  };
  return { answer: answerOf(report), ...report };
}

/** Takes the name and password out of a site's address. Only its own origin is told them. */
function withLogin(site: Description<Stage>): Description<Stage> {
  const url = URL.canParse(site.baseURL ?? "") && new URL(site.baseURL ?? "");
  if (!url || !url.username) return site;
  const [username, password] = [url.username, url.password].map(
    decodeURIComponent,
  );
  const httpCredentials = { username, password, origin: url.origin };
  url.username = url.password = "";
  const context: Description["context"] = (number) => ({
    ...{ httpCredentials, ...site.context?.(number) },
  });
  return { ...site, baseURL: url.href, context };
}

/** Lists the rules that were applied, each with the part of a criterion that it judges. */
function judgedIn(site: Description<Stage>, log: Log): Report["judged"] {
  const isVisited = log.visited.length > 0;
  const has = {
    pages: isVisited,
    Orca: log.flows.some(({ heard }) => heard),
    forms: log.tried.some(({ verdict }) => verdict !== "not measured"),
    differences: isVisited && site.differences?.length,
  };
  const own = Object.entries<Rule>(rules)
    .filter(([, { needs = "pages" }]) => has[needs])
    .map(([rule, { criteria = [], judges, needs }]) => ({
      ...{ rule, criteria, part: judges },
      by: needs === "Orca" ? needs : "the auditor",
    }));
  const byAxe = axeRules.map((rule) => ({ ...rule, by: "axe" }));
  return [...own, ...(isVisited ? byAxe : [])];
}

/** Workers visit the states and test the forms; flows of a lane wait for each other. */
async function visitAll(
  audit: Audit,
  states: State<Stage>[],
  { grep = "", listen }: Options,
) {
  const { site, log } = audit;
  const isChosen = (name: string) => new RegExp(grep).test(name);
  const forms = site.forms?.filter((form) => isChosen(nameOfTry(form))) ?? [];
  const start = () => startStage(site);
  const heard = listen ? listeningFlows(site, states, start) : [];
  const all = [...(site.flows ?? []), ...heard];
  const flows = all.filter((flow) => isChosen(titleOf(flow)));
  const jobs: ((stage: Stage) => Promise<void>)[] = [];
  for (const form of forms)
    for (const mode of modes)
      jobs.push((stage) => tryForm(audit, form, mode, stage));
  for (const state of states.filter(({ name }) => isChosen(name)))
    jobs.push((stage) => examine(audit, state, stage));
  const lanes = new Map<string, Promise<void>>();
  for (const flow of flows) {
    const run = () => follow(log, flow);
    const { lane } = flow;
    if (lane) lanes.set(lane, (lanes.get(lane) ?? Promise.resolve()).then(run));
    else jobs.push(run);
  }
  if (jobs.length + lanes.size === 0)
    throw new Unmeasured("StateNotReached", "There is no state to measure.");
  const work = async () => {
    const stage = await start();
    try {
      for (let job = jobs.shift(); job; job = jobs.shift()) await job(stage);
    } finally {
      await stage.close();
    }
  };
  const workers = Array.from({ length: Math.min(2, jobs.length) }, work);
  await Promise.all([...lanes.values(), ...workers]);
}

const nameOfTry = ({ path, button }: Form) => `${path}: "${button}" tried`;

/** Tests a form in one mode, and reports what fails. */
async function tryForm(
  audit: Audit,
  form: Form<Stage>,
  mode: Mode,
  stage: Stage,
) {
  const { site, browser, log } = audit;
  const start = performance.now();
  const context = () => site.context?.(++audit.visits) ?? {};
  const { headers } = site;
  const verdicts = await testForm(browser, form, mode, stage, context, headers);
  log.tried.push(...verdicts);
  const where = { state: nameOfTry(form), mode };
  for (const { test, problems = [], isCrashed, seen } of verdicts) {
    await log.report(problems, where);
    if (isCrashed) log.fail(seen, { ...where, part: test });
  }
  const passed = verdicts.filter(({ verdict }) => verdict === "passed").length;
  const title = `${where.state}, ${mode}: ${passed} of ${verdicts.length}`;
  log.end(passed === verdicts.length, title, start);
}

async function startStage({ setUp, baseURL = "" }: Description<Stage>) {
  if (!setUp)
    return { baseURL: baseURL.replace(/\/$/, ""), close: async () => {} };
  return setUp().catch((error: unknown) => {
    throw new Unmeasured("StartFailed", firstLines(error));
  });
}
