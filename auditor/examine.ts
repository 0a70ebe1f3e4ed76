import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Browser, BrowserContext, CDPSession } from "playwright";
import { modes } from "./finding";
import { BrokenForm } from "./forms";
import { joined, unique } from "./lists";
import { Unmeasured, type Log } from "./log";
import { hideUnseen, readLosses } from "./measuring/losses";
import { measure } from "./measuring/measure";
import { readOutline } from "./measuring/outline";
import { findPlaces, nameFunctions } from "./measuring/places";
import { watchForms } from "./measuring/scripted";
import { compare, factsOf, type Fact, type Node, type Seen } from "./modes";
import { addHeaders, answered, asksForLogin, holdPage, open } from "./open";
import { pathOf, patience } from "./open";
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
  /** Whether nobody has described the site. */
  isBare: boolean;
  /** Whether moreover no option allows to press as one likes. */
  isForeign: boolean;
  /** Selects what is left out of each page. */
  ignore?: string;
  /** The state in which each document is measured, by its hash. */
  documents: Map<string, string>;
  /** The declared differences that were met. */
  used: Set<Difference>;
}

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
  facts: Fact[];
  /** Its forms, and what does nothing without a script. */
  shown: Seen[];
  /** Where it would move on to by itself. */
  movesTo: ReadonlySet<string>;
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
    const found = await compare(audit, arrivals);
    await log.report(found, { state: name });
    for (const arrival of arrivals) await measureOnce(audit, arrival);
  } catch (error) {
    log.fail(error, { state: name });
  } finally {
    for (const context of contexts) await context.close();
  }
  log.end(!log.failures.some(({ state }) => state === name), name, start);
}

/** Opens a browser as each visitor has it. */
export async function newContext(
  { site, browser }: Pick<Audit, "site" | "browser">,
  number: number,
) {
  const context = await browser.newContext({
    // 1280 x 1024 at 400 % is this small.
    viewport: { width: 320, height: 256 },
    reducedMotion: "reduce",
    ignoreHTTPSErrors: true,
    ...site.context?.(number),
  });
  await addHeaders(context, site);
  await nameFunctions(context);
  return context;
}

async function openContext(audit: Audit, number: number) {
  const context = await newContext(audit, number);
  // Playwright waits forever for a page that does not respond.
  const reason = `More than ${timeoutMs / 1000} s in one state are too long.`;
  const end = globalThis.setTimeout(() => {
    // A second close does not wait for this one, which fails if the browser closes first.
    context.close({ reason }).catch(() => {});
  }, timeoutMs);
  context.on("close", () => clearTimeout(end));
  context.setDefaultTimeout(patience);
  context.setDefaultNavigationTimeout(2 * patience);
  await context.addInitScript(watchWebdriver);
  return context;
}

/** Runs in the page: counts how often its scripts ask whether a program steers the browser. */
function watchWebdriver() {
  const { prototype } = Navigator;
  const own = Object.getOwnPropertyDescriptor(prototype, "webdriver");
  const get = function (this: Navigator) {
    globalThis.asksForPrograms = true;
    return own?.get?.call(this) as boolean;
  };
  Object.defineProperty(prototype, "webdriver", { ...own, get });
}

declare global {
  var asksForPrograms: boolean | undefined;
}

/** Leads a visitor to a state, and reads it into facts. */
async function arrive(
  audit: Audit,
  visitor: Visitor<Stage> & { state: State<Stage> },
): Promise<Arrival | undefined> {
  const { site, log, isBare, ignore } = audit;
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
    const hold = await holdPage(page);
    const { response, isLate } = await open(
      page,
      stage.baseURL + state.path,
      isBare ? 2000 : 0,
      state.reach ? undefined : hold,
    );
    if (isLate) log.fail("A part of it never comes.", where);
    const first = (visitor.status = response?.status() ?? 0);
    if (state.status ? first !== state.status : first >= 400)
      throw new Unmeasured("PageNotFound", answered(state.path, first));
    await site.arrived?.(visitor);
    if (!state.reach && (await asksForLogin(page, state.path)))
      throw new Unmeasured(
        "StateNotReached",
        `It led to ${pathOf({ href: page.url() })}`,
      );
    if (mode === "javascript" && state.reach) {
      const silent = await watchForms(page);
      await state.reach(visitor);
      await log.report(await silent(), where, page);
    } else await state.reach?.(visitor);
    hold.isOn = true;
    for (const id of await page.evaluate(() => inPage.restore()))
      log.fail(`The id "${id}" hides a property of its form.`, where);
    if (ignore) await page.evaluate(leaveOut, ignore);
    if (await page.evaluate(() => globalThis.asksForPrograms))
      log.note(
        `${state.name} asks whether a program steers the browser: it may hide something from programs.`,
      );
    const unseen = await page.evaluateHandle(hideUnseen);
    const body = page.locator("body");
    const tree = (await body.ariaSnapshotJSON()) as Node[];
    // A snapshot leaves noscript out in either mode.
    const texts = await page.evaluate(readNoscript);
    const address = page.url().replace(stage.baseURL, "");
    const facts: Fact[] = [
      { line: `status: ${status}` },
      { line: `address: ${address}` },
      { line: `title: ${await page.title()}` },
      ...factsOf(tree),
      ...texts
        .flatMap((text) => text.split("\n"))
        .filter((text) => text.trim())
        .map((text) => ({ line: `noscript: - text: ${text.trim()}` })),
    ];
    const shown = await findPlaces(page, readLosses);
    await unseen.evaluate((all) => all.forEach((one) => one.cancel()));
    const normal = (text: string) => site.normalize?.(text, visitor) ?? text;
    return {
      ...{ visitor, devTools, shown, movesTo: hold.movesTo },
      facts: facts.map(({ line, role, name }) => ({
        ...{ line: normal(line), role, name: name && normal(name) },
      })),
    };
  } catch (error) {
    if (error instanceof BrokenForm)
      await log.report([error.problem], where, page);
    else log.fail(error, { ...where, name: "StateNotReached" });
    return undefined;
  }
}

/** Runs in the page: what it shows because no script runs. */
const readNoscript = () =>
  [...document.querySelectorAll("noscript")]
    .filter((one) => inPage.isShown(one))
    .map((one) => one.innerText);

/** Runs in the page: takes what matches out of it. @throws if it is no selector */
function leaveOut(selector: string) {
  document.querySelector(selector);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:is(${selector}) { display: none !important; }`);
  document.adoptedStyleSheets.push(sheet);
}

/** Measures a document, unless the same one was measured in another state. */
async function measureOnce(audit: Audit, arrival: Arrival) {
  const { site, log, documents, isForeign } = audit;
  const { visitor, devTools, shown, movesTo } = arrival;
  const { page, mode, state } = visitor;
  const where = { state: state.name, mode };
  const outline = await readOutline(page);
  const normal = site.normalize?.(outline, visitor) ?? outline;
  const document = createHash("sha256").update(normal).digest("hex");
  const sameAs = documents.get(document);
  const visit: Visited = { ...where, path: state.path, sameAs };
  visit.forms = shown.flatMap(({ index, name }) => (index < 0 ? [] : name));
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
  for (const url of movesTo)
    log.note(`${state.name} would move on to ${url} by itself.`);
  if (cut.length > 0) {
    visit.cut = unique(cut);
    log.say(
      `– ${state.name}: presses asked for, in vain: ${visit.cut.join(", ")}`,
    );
  }
}
