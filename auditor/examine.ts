import { createHash } from "node:crypto";
import type { Browser, BrowserContext, CDPSession } from "playwright";
import { modes } from "./finding";
import type { Problem } from "./finding";
import { BrokenForm } from "./forms";
import { Unmeasured } from "./log";
import type { Log } from "./log";
import { measure } from "./measuring/measure";
import { readOutline } from "./measuring/outline";
import { nameFunctions } from "./measuring/places";
import { differences, linesOf } from "./modes";
import type { Side } from "./modes";
import { broken } from "./rules";
import type { Description, Difference, State, Visitor } from "./site";

export type Stage = { baseURL: string; close: () => Promise<void> };

/** What the visits of one audit share. */
export interface Audit {
  site: Description<Stage>;
  browser: Browser;
  log: Log;
  visits: number;
  /** Where each document is measured, by its hash. */
  documents: Map<string, string>;
  /** The declared differences that were met. */
  used: Set<Difference>;
}

/** In milliseconds: how long a visitor waits for anything. */
export const patience = Number(process.env.AUDITOR_TIMEOUT ?? 15_000);

/** A visitor who stands in a state, with what is needed to measure it. */
interface Arrival extends Side {
  visitor: Visitor<Stage>;
  devTools: CDPSession;
}

/** Visits a state in both modes, compares them, and measures each. */
export async function examine(audit: Audit, state: State<Stage>, stage: Stage) {
  const { site, browser, log, used } = audit;
  const start = performance.now();
  const contexts: BrowserContext[] = [];
  const arrivals: Arrival[] = [];
  try {
    for (const mode of modes) {
      if (state.only && state.only.mode !== mode) continue;
      const context = await browser.newContext({
        // 1280 x 1024 at 400 % is this small.
        viewport: { width: 320, height: 256 },
        reducedMotion: "reduce",
        ignoreHTTPSErrors: true,
        ...site.context?.(++audit.visits),
      });
      contexts.push(context);
      context.setDefaultTimeout(patience);
      context.setDefaultNavigationTimeout(2 * patience);
      await nameFunctions(context);
      const page = await context.newPage();
      const devTools = await context.newCDPSession(page);
      const visitor = {
        page,
        mode,
        stage,
        state,
        number: audit.visits,
        status: 0,
      };
      const problems: Problem[] = [];
      const where = { state: state.name, mode };
      try {
        const lines = await arrive(site, state, visitor, devTools, problems);
        arrivals.push({ visitor, devTools, lines });
      } catch (error) {
        if (error instanceof BrokenForm) problems.push(error.problem);
        else log.fail(error, where, "StateNotReached");
      }
      await log.report(problems, where, page);
    }
    const [scripted, plain] = modes.map((mode) =>
      arrivals.find(({ visitor }) => visitor.mode === mode),
    );
    if (scripted && plain) {
      const declared = site.differences ?? [];
      const found = await differences(state, declared, used, scripted, plain);
      await log.report(found, { state: state.name });
    }
    for (const arrival of arrivals) await measureOnce(audit, arrival);
  } catch (error) {
    log.fail(error, { state: state.name });
  } finally {
    for (const context of contexts) await context.close();
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  const hasFailed = log.failures.some((one) => one.state === state.name);
  log.say(`${hasFailed ? "✘" : "✓"} ${state.name} (${seconds} s)`);
}

/** @returns what the visitor observes, each fact a line */
async function arrive(
  site: Description<Stage>,
  state: State<Stage>,
  visitor: Visitor<Stage>,
  devTools: CDPSession,
  problems: Problem[],
): Promise<string[]> {
  const { page, mode, stage } = visitor;
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
  const response = await page.goto(stage.baseURL + state.path);
  const first = (visitor.status = response?.status() ?? 0);
  if (first !== (state.status ?? first) || (first >= 400 && !state.status))
    throw new Unmeasured("PageNotFound", `${state.path} answers ${first}`);
  await site.arrived?.(visitor);
  await state.reach?.(visitor);
  problems.push(...((await state.examine?.(visitor)) ?? []));
  const see = async () =>
    site.observe
      ? await site.observe(visitor)
      : {
          status,
          address: page.url().replace(stage.baseURL, ""),
          title: await page.title(),
          content: await page.locator("body").ariaSnapshot(),
        };
  let seen = await see();
  let wrong = site.untrue?.(seen) ?? [];
  // A browser moves the focus only when it paints the page.
  for (const end = Date.now() + patience; wrong[0] && Date.now() < end;) {
    seen = await see();
    wrong = site.untrue?.(seen) ?? [];
  }
  for (const what of wrong)
    problems.push(broken("untrue", what, { selector: "html", html: what }));
  return linesOf(seen).map((line) => site.normalize?.(line, visitor) ?? line);
}

/** Measures a document, unless the same one was measured in another state. */
async function measureOnce(
  { site, log, documents }: Audit,
  { visitor, devTools }: Arrival,
) {
  const { page, mode, state } = visitor;
  const where = { state: state.name, mode };
  const outline = await readOutline(page);
  const normal = site.normalize?.(outline, visitor) ?? outline;
  const document = createHash("sha256").update(normal).digest("hex");
  const sameAs = documents.get(document);
  const visit = { ...where, path: state.path, document };
  log.visited.push(sameAs ? { ...visit, sameAs } : visit);
  if (sameAs) return;
  documents.set(document, `${state.name}, ${mode}`);
  await measure({
    ...{ page, mode, devTools },
    report: (problems, seen) =>
      log.report(problems, { ...where, ...seen }, page),
    part: (part, run) =>
      run().catch((error: unknown) => log.fail(error, { ...where, part })),
  });
}
