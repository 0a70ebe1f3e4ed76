import { afterAll, expect, test } from "vitest";
import { testForm, testNames } from "../../form-tests/test-form";
import type { TestName } from "../../form-tests/tests";
import { launchHeadless } from "../../browser.js";
import { modes } from "../../finding";
import type { Mode } from "../../finding";
import { startFormServer } from "../form-server";
import type { Fault } from "../form-server";

const browser = await launchHeadless();
const server = await startFormServer();
afterAll(async () => {
  server.stop();
  await browser.close();
});

/** Runs one test of the form with a fault. */
function judge(name: TestName, fault: Fault, mode: Mode) {
  const form = { ...server.formOf(fault), tests: [name] };
  const stage = { baseURL: server.url };
  return testForm(browser, form, mode, stage);
}

const [scripted, plain] = modes as [Mode, Mode];

/** What each test says of a form with a fault. */
const failures: [TestName, Fault, Mode, RegExp][] = [
  ["stored", "drops", plain, /0 rows/],
  ["told once", "tells-again", scripted, /^failed: A reload tells it again$/],
  ["told once", "admits-tells-again", scripted, /^failed: .* tells it again$/],
  ["told once", "admits-tells-again", plain, /^passed: .*: It has no cookie/],
  ["told once", "posts-again", plain, /reload posts it again/],
  ["empty", "takes-anything", plain, /a success/],
  ["empty", "late", scripted, /^passed: $/],
  ["invalid", "late", scripted, /^passed: $/],
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
    expect(await judge(name, "none", mode)).toMatchObject([
      { verdict: "passed", problems: [] },
    ]);
    const [verdict] = await judge(name, fault, mode);
    const found = verdict?.problems?.map(({ rule }) => rule).join();
    expect(`${verdict?.verdict}: ${verdict?.seen || found}`).toMatch(seen);
  },
);

test("each test is seen to fail", () => {
  expect(new Set(failures.map(([name]) => name))).toEqual(new Set(testNames));
});
