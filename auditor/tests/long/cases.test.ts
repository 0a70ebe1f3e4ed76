import { afterAll, beforeAll, expect, test } from "vitest";
import type { Finding } from "../../finding";
import { exitStatus } from "../../run";
import { auditOnce, describeCases, startCases } from "../cases";

let cases: Awaited<ReturnType<typeof startCases>>;
beforeAll(async () => {
  cases = await startCases();
});
afterAll(() => cases.stop());

const inShort = ({ level, rule, selector, seen }: Finding) =>
  `${level} ${rule} ${seen[0]?.state} ${selector}`;

/** What the levels up to AA, and what only one mode has, come to. */
const grave = (issues: readonly Finding[]) =>
  issues.filter(({ level }) => level !== "AAA" && level !== "advice");

test("nothing is found at A and AA where nothing is wrong", async () => {
  const report = await auditOnce(describeCases(cases.url, "good"));
  expect(report.failures).toEqual([]);
  expect(grave(report.issues).map(inShort)).toEqual([]);
  expect(exitStatus(report)).toBe(0);
});

test("each of twelve defects is found once, with its place", async () => {
  const site = describeCases(cases.url, "bad");
  const report = await auditOnce({ ...site, differences: [] });
  expect(report.failures).toEqual([]);
  const email = `input[name="email"]`;
  const form = "body > main > form";
  expect(grave(report.issues).map(inShort).sort()).toEqual(
    [
      `A label /bad/feedback ${form} > div:nth-of-type(1) > ${email}`,
      "AA contrast /bad/ body > main > p:nth-of-type(1)",
      "A keyboard-trap /bad/about body > main > div > input",
      `A silent-error /bad/feedback: "Send" tried ${form} > div:nth-of-type(1) > ${email}`,
      `modes form-without-script /bad/feedback: "Send" tried ${form}`,
      `forms form: network gone /bad/feedback: "Send" tried ${form}`,
      `forms form: slow server /bad/feedback: "Send" tried ${form}`,
      "modes difference /bad/ body > main > p:nth-of-type(4)",
      "A page-language /bad/about html",
      "A mouse-only /bad/ body > main > div:nth-of-type(2)",
      "AA silent-status /bad/about body > main > p:nth-of-type(3)",
      "A image-alt /bad/ iframe body > main > img",
      `modes difference /bad/feedback ${form} > div:nth-of-type(2) > p`,
    ].sort(),
  );
  const advice = report.issues.filter(({ rule }) => rule === "heading-order");
  expect(advice.map(inShort)).toEqual([
    "advice heading-order /bad/ body > main > h4",
  ]);
  expect(exitStatus(report)).toBe(1);
});
