import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Browser, BrowserContext, CDPSession } from "playwright";
import { modes } from "./finding";
import { BrokenForm } from "./forms";
import { joined, unique } from "./lists";
import { Unmeasured, type Log } from "./log";
import { measure } from "./measuring/measure";
import { readOutline } from "./measuring/outline";
import { nameFunctions } from "./measuring/places";
import { watchForms } from "./measuring/scripted";
import { differences, linesOf } from "./modes";
import type {
  Description,
  Difference,
  Stage,
  State,
  Visited,
  Visitor,
} from "./site";

/** State that the visits of one audit share. */
export interface Audit {
  site: Description<Stage>;
  browser: Browser;
  log: Log;
  visits: number;
  /** Whether nobody has described the site, and no option allows to press as one likes. */
  isForeign: boolean;
  /** The state in which each document is measured, by its hash. */
  documents: Map<string, string>;
  /** The declared differences that were met. */
  used: Set<Difference>;
}

/** In milliseconds: how long a visitor waits for anything. */
export const patience = Number(process.env.AUDITOR_TIMEOUT ?? 15_000);

/** Fails after a while, by a clock that no page can stop. */
async function tooLate(): Promise<never> {
  await setTimeout(8 * patience, undefined, { ref: false });
  throw new Error(`It takes more than ${(8 * patience) / 1000} s.`);
}

/** In milliseconds: how long a visitor stays in a state. */
const timeoutMs = 60 * patience;

/** A visitor in a state, with what is needed to measure it. */
export interface Arrival {
  visitor: Visitor<Stage>;
  devTools: CDPSession;
  lines: string[];
}

/** Visits a state in both modes, compares them, and measures each. */
export async function examine(audit: Audit, state: State<Stage>, stage: Stage) {
  const { log } = audit;
  const { name, only } = state;
  const start = performance.now();
  const contexts: BrowserContext[] = [];
  const arrivals: Arrival[] = [];
  try {
    for (const mode of only ? [only.mode] : modes) {
      // Another visit may begin meanwhile.
      const number = ++audit.visits;
      const context = await openContext(audit, number);
      contexts.push(context);
      const visitor = { page: await context.newPage(), mode, stage, state };
      const arrival = await arrive(audit, { ...visitor, number, status: 0 });
      if (arrival) arrivals.push(arrival);
    }
    const found = await differences(audit, arrivals);
    await log.report(found, { state: name });
    for (const arrival of arrivals) await measureOnce(audit, arrival);
  } catch (error) {
    log.fail(error, { state: name });
  } finally {
    for (const context of contexts) await context.close();
  }
  log.end(!log.failures.some(({ state }) => state === name), name, start);
}

async function openContext({ site, browser }: Audit, number: number) {
  const context = await browser.newContext({
    // 1280 x 1024 at 400 % is this small.
    viewport: { width: 320, height: 256 },
    reducedMotion: "reduce",
    ignoreHTTPSErrors: true,
    ...site.context?.(number),
  });
  // Playwright waits forever for a page that does not respond.
  const reason = `More than ${timeoutMs / 1000} s in one state are too long.`;
  const end = globalThis.setTimeout(() => {
    // A second close does not wait for this one, which fails if the browser closes first.
    context.close({ reason }).catch(() => {});
  }, timeoutMs);
  context.on("close", () => clearTimeout(end));
  context.setDefaultTimeout(patience);
  context.setDefaultNavigationTimeout(2 * patience);
  await nameFunctions(context);
  return context;
}

/** Leads a visitor to a state, and reads it into lines, one a fact. */
async function arrive(
  { site, log }: Audit,
  visitor: Visitor<Stage> & { state: State<Stage> },
): Promise<Arrival | undefined> {
  const { page, mode, stage, state } = visitor;
  const where = { state: state.name, mode };
  try {
    const devTools = await page.context().newCDPSession(page);
    await site.reset?.(visitor);
    const value = mode === "no-javascript";
    await devTools.send("Emulation.setScriptExecutionDisabled", { value });
    let status: number | undefined;
    page.on("response", (response) => {
      const request = response.request();
      if (request.isNavigationRequest() && request.frame() === page.mainFrame())
        status = response.status();
    });
    const waitUntil = "domcontentloaded";
    const url = stage.baseURL + state.path;
    const response = await page.goto(url, { waitUntil });
    await page
      .waitForLoadState("load", { timeout: patience })
      .catch(() => log.fail("A part of it never comes.", where));
    const first = (visitor.status = response?.status() ?? 0);
    if (state.status ? first !== state.status : first >= 400)
      throw new Unmeasured("PageNotFound", `${state.path} answers ${first}`);
    await site.arrived?.(visitor);
    if (mode === "javascript" && state.reach) {
      const silent = await watchForms(page);
      await state.reach(visitor);
      await log.report(await silent(), where, page);
    } else await state.reach?.(visitor);
    for (const id of await page.evaluate(() => inPage.restore()))
      log.fail(`The id "${id}" hides a property of its form.`, where);
    // A snapshot leaves noscript out in either mode.
    const texts = await page.locator("noscript:visible").allInnerTexts();
    const seen = {
      status,
      address: page.url().replace(stage.baseURL, ""),
      title: await page.title(),
      content: await page.locator("body").ariaSnapshot(),
      noscript: texts.join("\n").replace(/^(?=.)/gm, "- text: "),
    };
    const lines = linesOf(seen).map(
      (line) => site.normalize?.(line, visitor) ?? line,
    );
    return { lines, visitor, devTools };
  } catch (error) {
    if (error instanceof BrokenForm)
      await log.report([error.problem], where, page);
    else log.fail(error, { ...where, name: "StateNotReached" });
    return undefined;
  }
}

/** Measures a document, unless the same one was measured in another state. */
async function measureOnce(audit: Audit, arrival: Arrival) {
  const { site, log, documents, isForeign } = audit;
  const { visitor, devTools } = arrival;
  const { page, mode, state } = visitor;
  const where = { state: state.name, mode };
  const outline = await readOutline(page);
  const normal = site.normalize?.(outline, visitor) ?? outline;
  const document = createHash("sha256").update(normal).digest("hex");
  const sameAs = documents.get(document);
  const visit: Visited = { ...where, path: state.path, sameAs };
  log.visited.push(visit);
  if (sameAs) return;
  documents.set(document, `${state.name}, ${mode}`);
  const cut: string[] = [];
  const manners = { isForeign, cut, left: 0 };
  await measure(page, mode, devTools, manners, async (name, seen, run) => {
    const { width, look } = seen;
    const at = width && `at ${width} px`;
    const part = joined([name, at, look]);
    const fail = (error: unknown) => log.fail(error, { ...where, part });
    await Promise.race([run(fail), tooLate()])
      .then((found) => log.report(found, { ...where, ...seen }, page))
      .catch(fail);
  });
  if (cut.length > 0) {
    visit.cut = unique(cut);
    log.say(
      `– ${state.name}: presses asked for, in vain: ${visit.cut.join(", ")}`,
    );
  }
}
