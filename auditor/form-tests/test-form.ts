import { chromium } from "playwright";
import type { Browser, BrowserContextOptions } from "playwright";
import { findBrowser, findHeadless } from "../browser.js";
import type { Mode } from "../finding";
import { firstLines } from "../log";
import { nameFunctions } from "../measuring/places";
import { addHeaders } from "../open";
import { broken, met } from "../rules";
import type { Description, Form, Verdict } from "../site";
import { startNetwork } from "./network";
import { run, tests } from "./tests";
import type { Test, TestName } from "./tests";
import { Failed, nameOf, Visit } from "./visit";

export const testNames = Object.keys(tests) as TestName[];

/** A whole browser, if there is one, caches pages for its Back button. */
export const launchWhole = () =>
  chromium.launch({
    executablePath: findBrowser() ?? findHeadless(),
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });

/** Visitors mostly wait, so several share a core. */
const maxVisitors = 3;

/** Runs the tests of a form in one mode. */
export async function testForm<Stage extends { baseURL: string }>(
  browser: Browser,
  form: Form<Stage>,
  mode: Mode,
  stage: Stage,
  context: () => BrowserContextOptions = () => ({}),
  headers?: Description["headers"],
): Promise<Verdict[]> {
  const { baseURL } = stage;
  const rows = async (values: Form["valid"]) => form.rows?.(values, stage);
  let whyNot = baseURL.startsWith("http:") ? "" : "The proxy cannot read HTTPS";

  async function judge(test: TestName): Promise<Verdict> {
    const own = { form: nameOf(form), test, mode };
    if (whyNot) return { ...own, verdict: "not measured", seen: whyNot };
    const network = await startNetwork();
    const { isCached }: Test = tests[test];
    const whole = isCached ? await launchWhole() : undefined;
    const visitor = await (whole ?? browser).newContext({
      ...{ ignoreHTTPSErrors: true, reducedMotion: "reduce" },
      ...context(),
      javaScriptEnabled: mode === "javascript",
      proxy: network.proxy,
    });
    await addHeaders(visitor, { baseURL, headers });
    visitor.setDefaultTimeout(60_000);
    await nameFunctions(visitor);
    const open = async () =>
      new Visit(form, mode, baseURL, await visitor.newPage(), network);
    const visit = await open();
    try {
      const trial = { visit, network, rows, openTab: open };
      const seen = await run(tests[test], trial);
      return { ...own, verdict: "passed", seen, problems: visit.advice };
    } catch (error) {
      const seen = firstLines(error);
      if (test === "stored") whyNot = `What is valid is not stored: ${seen}`;
      if (!(error instanceof Failed))
        return { ...own, verdict: "not measured", seen, isCrashed: true };
      const isDead = test === "stored" && mode === "no-javascript";
      const otherwise = isDead ? "form-without-script" : undefined;
      const { rule = otherwise, place = visit.place } = error;
      const failed = { ...met(`form: ${test}`, seen), ...place };
      const problem = rule
        ? broken(rule, seen, place)
        : { ...failed, level: "forms" as const };
      const problems = [...visit.advice, problem];
      return { ...own, verdict: "failed", seen, problems };
    } finally {
      await (whole ?? visitor).close();
      network.close();
    }
  }

  // The other tests mean nothing for a form that stores no row.
  const [first, ...others] = form.tests ?? testNames;
  const verdicts = first ? [await judge(first)] : [];
  const queue = others.entries();
  const visitors = Array.from({ length: maxVisitors }, async () => {
    for (const [at, test] of queue) verdicts[at + 1] = await judge(test);
  });
  await Promise.all(visitors);
  return verdicts;
}
