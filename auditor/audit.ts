import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright";
import type { Browser, BrowserContext, CDPSession, Page } from "playwright";
import { findHeadless } from "./browser.js";
import { crawl } from "./crawl";
import { Findings, levels, modes } from "./finding";
import type { Level, Problem, Seen } from "./finding";
import { BrokenForm, formStates } from "./forms";
import { axeRules } from "./measuring/axe";
import { measure } from "./measuring/measure";
import { readOutline } from "./measuring/outline";
import { nameFunctions } from "./measuring/places";
import { differences, linesOf } from "./modes";
import { missingOf } from "./programs";
import { broken, rules } from "./rules";
import type {
  Description,
  Difference,
  Failure,
  Flow,
  FlowRun,
  Report,
  State,
  Visited,
  Visitor,
} from "./site";

export interface Options {
  /** Pages of a site that does not describe itself. */
  pages?: number;
  /** The level up to which a finding fails the audit. */
  level?: Level;
  /** The folder of the report. */
  out?: string;
  /** Only states and flows whose names match. */
  grep?: string;
  /** An earlier report: only what is new fails. */
  baseline?: { issues: readonly Problem[] };
  /** Takes a line on each state and flow. */
  say?: (line: string) => void;
}

type Stage = { baseURL: string; close: () => Promise<void> };

/** A visitor who stands in a state, with what is needed to measure it. */
interface Arrival {
  visitor: Visitor<Stage>;
  context: BrowserContext;
  devTools: CDPSession;
  lines: string[];
}

/** In milliseconds: how long a visitor waits for anything. */
const patience = Number(process.env.AUDITOR_TIMEOUT ?? 15_000);

/** Measures a site in every state, with scripts and without. */
export async function audit<Own>(
  description: Description<Own>,
  options: Options = {},
): Promise<Report> {
  const {
    pages = 20,
    out = "reports/accessibility",
    grep,
    say = () => {},
  } = options;
  // A stage is handed on to the functions that came with it, and to nothing else.
  const site = description as unknown as Description<Stage>;
  const level = options.level ?? site.level ?? "AA";
  const isBare = !site.states && !site.forms;
  const findings = new Findings();
  const failures: Failure[] = [];
  const visited: Visited[] = [];
  const flows: FlowRun[] = [];
  const used = new Set<Difference>();
  /** Where each document is measured, by its hash. */
  const documents = new Map<string, string>();
  const fail = (failure: Failure) => {
    failures.push(failure);
    const { name, state = "", mode = "", part = "", message } = failure;
    say(
      `✘ ${[name, state, mode, part].filter(Boolean).join(", ")}: ${message}`,
    );
  };
  rmSync(path.join(out, "pictures"), { recursive: true, force: true });
  mkdirSync(path.join(out, "pictures"), { recursive: true });

  let browser: Browser | undefined;
  let version = "";
  let started: ChildProcess | undefined;
  let visits = 0;
  let pictures = 0;

  /** Keeps what was seen, and takes a picture of what is new. */
  async function report(problems: Problem[], seen: Seen, page?: Page) {
    for (const problem of problems) {
      const { finding, isNew } = findings.add(problem, seen);
      if (!isNew || !page || pictures >= 200) continue;
      const file = `pictures/${++pictures}.png`;
      const isTaken = await takePicture(
        page,
        finding.selector,
        path.join(out, file),
      );
      if (isTaken) finding.picture = file;
    }
  }

  async function arrive(
    state: State<Stage>,
    { devTools, visitor }: Omit<Arrival, "lines">,
    problems: Problem[],
  ): Promise<string[]> {
    const { page, mode } = visitor;
    await site.reset?.(visitor);
    await devTools.send("Emulation.setScriptExecutionDisabled", {
      value: mode === "no-javascript",
    });
    let status: number | undefined;
    page.on("response", (response) => {
      const request = response.request();
      if (request.isNavigationRequest() && request.frame() === page.mainFrame())
        status = response.status();
    });
    const response = await page.goto(visitor.stage.baseURL + state.path);
    const first = (visitor.status = response?.status() ?? 0);
    if (first !== (state.status ?? first) || (first >= 400 && !state.status))
      throw new NotFound(`${state.path} answers ${first}`);
    await site.arrived?.(visitor);
    await state.reach?.(visitor);
    problems.push(...((await state.examine?.(visitor)) ?? []));
    const seen = site.observe
      ? await site.observe(visitor)
      : {
          status,
          address: page.url().replace(visitor.stage.baseURL, ""),
          title: await page.title(),
          content: await page.locator("body").ariaSnapshot(),
        };
    problems.push(
      ...(site.untrue?.(seen) ?? []).map((what) =>
        broken("untrue", what, { selector: "html", html: what }),
      ),
    );
    return linesOf(seen).map((line) => site.normalize?.(line, visitor) ?? line);
  }

  async function examine(state: State<Stage>, stage: Stage) {
    const start = performance.now();
    const arrivals: Arrival[] = [];
    const contexts: BrowserContext[] = [];
    try {
      for (const mode of modes) {
        if (state.only && state.only.mode !== mode) continue;
        if (!browser) return;
        const context = await browser.newContext({
          // 1280 x 1024 at 400 % is this small.
          viewport: { width: 320, height: 256 },
          reducedMotion: "reduce",
          ignoreHTTPSErrors: true,
          ...site.context?.(++visits),
        });
        contexts.push(context);
        context.setDefaultTimeout(patience);
        context.setDefaultNavigationTimeout(2 * patience);
        await nameFunctions(context);
        const page = await context.newPage();
        const devTools = await context.newCDPSession(page);
        const visitor = {
          ...{ page, mode, stage, state, number: visits, status: 0 },
        };
        const problems: Problem[] = [];
        const arrival = { visitor, context, devTools };
        try {
          const lines = await arrive(state, arrival, problems);
          arrivals.push({ ...arrival, lines });
        } catch (error) {
          if (error instanceof BrokenForm) problems.push(error.problem);
          else
            fail({
              name:
                error instanceof NotFound ? "PageNotFound" : "StateNotReached",
              ...{ message: firstLines(error), state: state.name, mode },
            });
        }
        await report(problems, { state: state.name, mode }, page);
      }
      const [scripted, plain] = modes.map((mode) =>
        arrivals.find(({ visitor }) => visitor.mode === mode),
      );
      if (scripted && plain) {
        const found = await differences(
          state,
          site.differences ?? [],
          used,
          { page: scripted.visitor.page, lines: scripted.lines },
          { page: plain.visitor.page, lines: plain.lines },
        );
        await report(found, { state: state.name });
      }
      for (const arrival of arrivals) await measureOnce(arrival);
    } catch (error) {
      const message = firstLines(error);
      fail({ name: "PartCrashed", message, state: state.name });
    } finally {
      for (const context of contexts) await context.close();
    }
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    say(
      `${failures.some(({ state: name }) => name === state.name) ? "✘" : "✓"} ${state.name} (${seconds} s)`,
    );
  }

  async function measureOnce({ visitor, devTools }: Arrival) {
    const { page, mode, state } = visitor;
    const outline = await readOutline(page);
    const normal = site.normalize?.(outline, visitor) ?? outline;
    const document = createHash("sha256").update(normal).digest("hex");
    const here = `${state.name}, ${mode}`;
    const sameAs = documents.get(document);
    const record = { state: state.name, path: state.path, mode, document };
    visited.push(sameAs ? { ...record, sameAs } : record);
    if (sameAs) return;
    documents.set(document, here);
    await measure({
      ...{ page, mode, devTools, markup: site.markup ?? {} },
      report: (problems, seen) =>
        report(problems, { state: state.name, mode, ...seen }, page),
      part: async (part, run) => {
        await run().catch((error: unknown) => {
          const message = firstLines(error);
          fail({ name: "PartCrashed", message, state: state.name, mode, part });
        });
      },
    });
  }

  async function follow(flow: Flow) {
    const { program, name, needs, again = 0, follow } = flow;
    const run = { program, name, ...(flow.mode && { mode: flow.mode }) };
    const title = [program, flow.mode, name].filter(Boolean).join(", ");
    const missing = missingOf(needs);
    if (missing.length > 0) {
      const skipped = `not installed: ${missing.join(", ")}`;
      flows.push({ ...run, problems: 0, attempts: 0, skipped });
      if (process.env.CI)
        fail({ name: "ProgramMissing", message: skipped, state: title });
      else say(`– ${title}: skipped: ${skipped}`);
      return;
    }
    const start = performance.now();
    for (let attempts = 1; ; attempts++) {
      try {
        const { problems, ...outcome } = await follow();
        if (problems.length > 0 && attempts <= again) {
          say(`↻ ${title}: ${problems.map(({ help }) => help).join(" ")}`);
          continue;
        }
        await report(problems, {
          ...{ state: name, program },
          ...(flow.mode && { mode: flow.mode }),
        });
        flows.push({ ...run, ...outcome, problems: problems.length, attempts });
        const seconds = ((performance.now() - start) / 1000).toFixed(0);
        const sign = problems.length > 0 ? "✘" : "✓";
        say(
          `${sign} ${title} (${seconds} s)${attempts > 1 ? ", at the second attempt" : ""}`,
        );
        if (problems.length > 0)
          say(
            [
              ...problems.map(({ help }) => `  ${help}`),
              ...(outcome.transcript ?? []),
            ].join("\n"),
          );
        return;
      } catch (error) {
        if (attempts <= again) continue;
        const message = firstLines(error);
        flows.push({ ...run, problems: 0, attempts });
        return fail({ name: "FlowBroken", message, state: title });
      }
    }
  }

  try {
    if (site.start) started = await startSite(site.start, site.baseURL ?? "");
    browser = await chromium.launch({
      executablePath: findHeadless(),
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    });
    version = browser.version();
    const described: State<Stage>[] = [
      ...(site.states ?? []),
      ...formStates(site.forms ?? []),
    ];
    const states = (isBare ? await crawlSite(browser) : described).filter(
      isChosen,
    );
    const flowsHere = (site.flows ?? []).filter(isChosen);
    const jobs: ((stage: Stage) => Promise<void>)[] = [
      ...states.map((state) => (stage: Stage) => examine(state, stage)),
      ...flowsHere
        .filter(({ lane }) => !lane)
        .map((flow) => () => follow(flow)),
    ];
    if (jobs.length === 0 && flowsHere.length === 0)
      throw new StateNotReached("There is no state to measure.");
    const worker = async () => {
      const stage = await startStage();
      try {
        for (let job = jobs.shift(); job; job = jobs.shift()) await job(stage);
      } finally {
        await stage.close();
      }
    };
    const lanes = groupByLane(flowsHere);
    await Promise.all([
      ...[...lanes.values()].map(async (lane) => {
        for (const flow of lane) await follow(flow);
      }),
      ...Array.from(
        { length: Math.min(site.workers ?? 2, jobs.length) },
        worker,
      ),
    ]);
    if (!grep)
      for (const difference of site.differences ?? [])
        if (!used.has(difference))
          await report(
            [
              broken(
                "difference-gone",
                `Declared to differ: ${difference.lines}`,
                {
                  ...{ selector: "html", html: difference.because },
                },
              ),
            ],
            { state: String(difference.states) },
          );
  } catch (error) {
    fail({ name: nameOf(error), message: firstLines(error) });
  } finally {
    await browser?.close();
    if (started) end(started);
  }

  const issues = findings.all;
  // What is wrong with a document is wrong wherever the same one was met.
  for (const { state, mode, sameAs } of visited)
    for (const { seen } of sameAs ? issues : [])
      seen.push(
        ...seen
          .filter((one) => one.width && `${one.state}, ${one.mode}` === sameAs)
          .map((one) => ({ ...one, state, mode })),
      );
  const counted = options.baseline
    ? Findings.newOnes(issues, options.baseline.issues)
    : issues;
  // A site that does not describe itself cannot declare what may differ.
  const isFailing = ({ level: own, rule }: Problem) =>
    levels.indexOf(own) <= levels.indexOf(level) &&
    !(isBare && rule === "difference");
  return {
    ...{
      created: new Date().toISOString(),
      name: site.name ?? site.baseURL ?? "",
    },
    ...{ baseURL: site.origin ?? site.baseURL ?? "", browser: version, level },
    ...(grep && { grep }),
    ...{
      issues,
      failing: counted.filter(isFailing).length,
      failures,
      visited,
      flows,
    },
    judged: [
      ...Object.entries(rules).map(([rule, { criteria, judges }]) => ({
        ...{ rule, by: "the auditor", criteria, part: judges },
      })),
      ...axeRules.map((rule) => ({ ...rule, by: "axe" })),
    ],
  };

  async function startStage(): Promise<Stage> {
    const baseURL = (site.baseURL ?? "").replace(/\/$/, "");
    if (!site.setUp) return { baseURL, close: async () => {} };
    return site.setUp().catch((error: unknown) => {
      throw new StartFailed(firstLines(error));
    });
  }

  function isChosen({
    name,
    program = "",
  }: {
    name: string;
    program?: string;
  }) {
    return !grep || new RegExp(grep).test(`${program} ${name}`);
  }

  async function crawlSite(browser: Browser): Promise<State<Stage>[]> {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    context.setDefaultTimeout(patience);
    const start = new URL(site.baseURL ?? "");
    const found = await crawl(context, start.href, pages, fail);
    await context.close();
    // A crawled state's path begins at the origin.
    site.baseURL = start.origin;
    return found as State<Stage>[];
  }
}

class NotFound extends Error {}
class StartFailed extends Error {}
class StateNotReached extends Error {}

const nameOf = (error: unknown): Failure["name"] =>
  error instanceof StartFailed
    ? "StartFailed"
    : error instanceof StateNotReached
      ? "StateNotReached"
      : "PartCrashed";

const firstLines = (error: unknown) =>
  (error instanceof Error ? error.message : String(error))
    // eslint-disable-next-line no-control-regex -- Playwright colors its messages
    .replace(/\u001b\[\d+m/g, "")
    .split("\n")
    .slice(0, 6)
    .join("\n");

async function takePicture(page: Page, selector: string, file: string) {
  try {
    const [first = "", ...rest] = selector.split(/ (?=body > )/);
    const place =
      rest.length > 0
        ? page.frameLocator(first).locator(rest.join(" "))
        : page.locator(first);
    await place
      .first()
      .screenshot({ path: file, timeout: 1500, animations: "disabled" });
    return true;
  } catch {
    return false;
  }
}

/** Starts the site, and waits until it answers. */
async function startSite(command: string, url: string): Promise<ChildProcess> {
  const child = spawn(command, {
    ...{ shell: true, detached: true, stdio: ["ignore", "pipe", "pipe"] },
  });
  let output = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (output += chunk));
  for (let waited = 0; waited < 60_000; waited += 100) {
    if (child.exitCode !== null)
      throw new StartFailed(
        `"${command}" ended with ${child.exitCode}: ${output.slice(-500)}`,
      );
    const answer = await fetch(url).catch(() => undefined);
    if (answer) return child;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  end(child);
  throw new StartFailed(
    `"${command}" does not answer at ${url}: ${output.slice(-500)}`,
  );
}

function end({ pid }: ChildProcess) {
  try {
    if (pid) process.kill(-pid, "SIGTERM");
  } catch {
    // It has ended.
  }
}

function groupByLane(flows: readonly Flow[]) {
  const lanes = new Map<string, Flow[]>();
  for (const flow of flows) {
    if (!flow.lane) continue;
    const lane = lanes.get(flow.lane) ?? [];
    lane.push(flow);
    lanes.set(flow.lane, lane);
  }
  return lanes;
}
