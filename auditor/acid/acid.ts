import { chromium } from "playwright";
import type { Browser, BrowserContextOptions } from "playwright";
import { findBrowser } from "../browser.js";
import type { Mode, Place } from "../finding";
import { nameFunctions } from "../measuring/places";
import type { CountedForm } from "../site";
import { tests } from "./tests";
import type { TestName } from "./tests";
import { Failed, NotApplicable, Visit } from "./visit";
import type { Browsing } from "./visit";

export const testNames = Object.keys(tests) as TestName[];

export interface Verdict {
  form: string;
  test: TestName;
  mode: Mode;
  verdict: "passed" | "failed" | "not applicable" | "not measured";
  /** What was seen, or why nothing was. */
  seen: string;
  place?: Place;
}

/** A whole browser, which keeps pages for its Back button, as people's do. */
export const launchWhole = () => {
  const executablePath = findBrowser();
  return chromium.launch({
    ...(executablePath && { executablePath }),
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
};

/** What a form does without being told to: it need not be stored first. */
const needNoSuccess: readonly TestName[] = ["empty", "invalid"];

/** Visitors at a time, who mostly wait. */
const together = 3;

/** Puts a form through each test, in one mode. */
export async function acid<Stage extends { baseURL: string }>(
  browser: Browser,
  form: CountedForm<Stage>,
  mode: Mode,
  stage: Stage,
  {
    context = () => ({}),
    only = testNames,
  }: {
    context?: () => BrowserContextOptions;
    only?: readonly TestName[];
  } = {},
): Promise<Verdict[]> {
  const { rows } = form;
  const browsing: Browsing = {
    mode,
    baseURL: stage.baseURL,
    newContext: async (server) => {
      const made = await browser.newContext({
        ...{ ignoreHTTPSErrors: true, reducedMotion: "reduce" },
        ...context(),
        javaScriptEnabled: mode === "javascript",
        // Loopback goes through the proxy, too.
        proxy: { server, bypass: "<-loopback>" },
      });
      made.setDefaultTimeout(15_000);
      await nameFunctions(made);
      return made;
    },
    countRows: async (values) => {
      if (typeof rows === "function") return rows(values, stage);
      if (!rows) return undefined;
      const url = rows.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(values[name] ?? ""),
      );
      const answer = await fetch(new URL(url, stage.baseURL));
      return Number(await answer.text());
    },
  };
  const name = `${form.path}: "${form.button}"`;
  let dead = "";

  async function judge(test: TestName): Promise<Verdict> {
    const give = (verdict: Verdict["verdict"], seen = "", place?: Place) => ({
      ...{ form: name, test, mode, verdict, seen },
      ...(place && { place }),
    });
    if (!stage.baseURL.startsWith("http:"))
      return give("not measured", "A network that is cut reads no HTTPS");
    if (dead && !needNoSuccess.includes(test))
      return give("not measured", `What is valid is not stored: ${dead}`);
    const visit = await Visit.start(form, browsing);
    try {
      return give("passed", (await tests[test](visit)) ?? "");
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const [said = ""] = message.split("\n");
      if (error instanceof NotApplicable) return give("not applicable", said);
      if (!(error instanceof Failed)) return give("not measured", said);
      if (test === "stored" && !(await visit.tells())) dead = said;
      return give("failed", said, await visit.place());
    } finally {
      await visit.end();
    }
  }

  const [first, ...rest] = only;
  const verdicts = new Map<TestName, Verdict>();
  if (first) verdicts.set(first, await judge(first));
  const visitors = Array.from({ length: together }, async () => {
    for (let test = rest.shift(); test; test = rest.shift())
      verdicts.set(test, await judge(test));
  });
  await Promise.all(visitors);
  return only.flatMap((test) => verdicts.get(test) ?? []);
}
