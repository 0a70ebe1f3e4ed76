import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testForm, testNames } from "../../form-tests/test-form";
import type { TestName } from "../../form-tests/tests";
import { launchHeadless } from "../../browser.js";
import { modes } from "../../finding";
import type { Mode } from "../../finding";
import type { RuleName } from "../../rules";
import { startFormServer } from "../form-server";
import type { Fault } from "../form-server";

let browser: Browser;
let server: Awaited<ReturnType<typeof startFormServer>>;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchHeadless(), startFormServer()]);
});
afterAll(async () => {
  server.stop();
  await browser.close();
});

const formOf = (fault: Fault) => ({
  ...{ path: `/${fault}`, button: "Join", success: /Thank you/ },
  valid: { email: "ann-{n}@example.com", mood: "happy" },
  invalid: { email: "ann-{n}" },
  rows: `/${fault}/count?email={email}`,
});

const [scripted, plain] = modes as [Mode, Mode];

test("a form that a script sends late is judged by its answer", async () => {
  const stage = { baseURL: server.url };
  const only = ["empty", "invalid"] as const;
  const verdicts = await testForm(
    ...([browser, formOf("late"), scripted, stage, undefined, only] as const),
  );
  expect(verdicts).toMatchObject(only.map(() => ({ verdict: "passed" })));
});

/** The words of each test for a form with a fault. */
const failures: [TestName, Fault, Mode, RegExp][] = [
  ["stored", "drops", plain, /0 rows/],
  ["told once", "tells-again", scripted, /tells it again/],
  ["told once", "posts-again", plain, /reload posts it again/],
  ["empty", "takes-anything", plain, /a success/],
  ["invalid", "unmarked", scripted, /no new text is tied/],
  ["pressed twice", "no-key", scripted, /2 rows/],
  ["pressed twice slowly", "no-key", plain, /2 rows/],
  ["Back and forward", "forgets", scripted, /lost: email/],
  ["two tabs", "one-flash", plain, /not told/],
  ["cookies refused", "by-cookie", scripted, /not told/],
  ["answer lost", "unique", scripted, /already/],
  ["network gone", "silent", scripted, /Nothing says/],
  ["slow server", "silent", scripted, /Nothing shows/],
  ["translated", "keeps-nodes", scripted, /not told/],
  ["extended", "counts-elements", scripted, /lost: email/],
  ["keyboard alone", "mouse", plain, /does not reach the button/],
];

test.concurrent.each(failures)(
  "%s: fails where the form %s, %s, and passes where it does that right",
  async (name, fault, mode, seen) => {
    const stage = { baseURL: server.url };
    const judge = (fault: Fault) =>
      testForm(browser, formOf(fault), mode, stage, undefined, [name]);
    expect(await judge("none")).toMatchObject([
      { verdict: "passed", problems: [] },
    ]);
    const [verdict] = await judge(fault);
    expect(`${verdict?.verdict}: ${verdict?.seen}`).toMatch(seen);
    expect(verdict?.verdict).toBe("failed");
  },
);

/** What a form's refusal lacks, which fails no test. */
const advice: [Fault, Mode, RuleName][] = [
  ["untitled", plain, "title-same"],
  ["unpicks", plain, "typed-lost"],
  ["unpicks", scripted, "typed-lost"],
];

test.concurrent.each(advice)(
  "a form that %s, %s, is advised by %s",
  async (fault, mode, rule) => {
    const stage = { baseURL: server.url };
    const given = [browser, formOf(fault), mode, stage] as const;
    const verdicts = await testForm(...given, undefined, ["invalid"]);
    expect(verdicts).toMatchObject([
      { verdict: "passed", problems: [{ rule, level: "advice" }] },
    ]);
  },
);

test("each test is seen to fail", () => {
  expect(
    testNames.filter((name) => !failures.some(([failing]) => failing === name)),
  ).toEqual([]);
});
