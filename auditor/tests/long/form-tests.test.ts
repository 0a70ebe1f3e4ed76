import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testForm, testNames } from "../../form-tests/test-form";
import type { TestName } from "../../form-tests/tests";
import { launchHeadless } from "../../browser.js";
import { modes } from "../../finding";
import type { Mode } from "../../finding";
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
  rows: async ({ email = "" }) => {
    const count = `${server.url}/${fault}/count?email=${email}`;
    return Number(await (await fetch(count)).text());
  },
});

/** Runs some tests of the form with a fault. */
function judge(fault: Fault, mode: Mode, ...only: TestName[]) {
  const stage = { baseURL: server.url };
  return testForm(browser, formOf(fault), mode, stage, undefined, only);
}

const [scripted, plain] = modes as [Mode, Mode];

test("a form that a script sends late is judged by its answer", async () => {
  const only = ["empty", "invalid"] as const;
  const verdicts = await judge("late", scripted, ...only);
  expect(verdicts).toMatchObject(only.map(() => ({ verdict: "passed" })));
});

test("a success may be told again in the mode that its form declares", async () => {
  const because = "It has no cookie.";
  for (const mode of modes) {
    const tellsAgain = { mode: scripted, because };
    const form = { ...formOf("tells-again"), tellsAgain };
    const stage = { baseURL: server.url };
    const only = ["told once"] as const;
    const verdicts = await testForm(
      browser,
      form,
      mode,
      stage,
      undefined,
      only,
    );
    const [verdict, seen] =
      mode === scripted ? ["passed", because] : ["failed", "tells it again"];
    expect(verdicts).toMatchObject([
      { verdict, seen: expect.stringContaining(seen) as string },
    ]);
  }
});

/** The words of each test for a form with a fault. */
const failures: [TestName, Fault, Mode, RegExp][] = [
  ["stored", "drops", plain, /0 rows/],
  ["told once", "tells-again", scripted, /tells it again/],
  ["told once", "posts-again", plain, /reload posts it again/],
  ["empty", "takes-anything", plain, /a success/],
  ["invalid", "unmarked", scripted, /no new text is tied/],
  ["invalid", "untitled", plain, /^passed: title-same$/],
  ["invalid", "unpicks", plain, /^passed: typed-lost$/],
  ["invalid", "unpicks", scripted, /^passed: typed-lost$/],
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
  "%s: finds what is wrong where the form %s, %s, and nothing where it does that right",
  async (name, fault, mode, seen) => {
    expect(await judge("none", mode, name)).toMatchObject([
      { verdict: "passed", problems: [] },
    ]);
    const [verdict] = await judge(fault, mode, name);
    const found = verdict?.problems?.map(({ rule }) => rule).join();
    expect(`${verdict?.verdict}: ${verdict?.seen || found}`).toMatch(seen);
  },
);

test("each test is seen to fail", () => {
  expect(new Set(failures.map(([name]) => name))).toEqual(new Set(testNames));
});
