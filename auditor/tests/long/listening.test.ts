import { expect, onTestFinished, test } from "vitest";
import { modes } from "../../finding";
import { freePort, missingOf, wholeChromium } from "../../programs";
import { orcaPrograms } from "../../screen-reader/orca";
import { rules } from "../../rules";
import type { Description, State } from "../../site";
import { auditOnce, serve } from "../cases";

const missing = missingOf([...orcaPrograms, wholeChromium]);
const listening = test.skipIf(missing.length > 0 && !process.env.CI);

/** Audits by ear alone. */
async function hear(site: Description) {
  const report = await auditOnce(site, { grep: "^Orca", listen: true });
  expect(report.failures).toEqual([]);
  return report;
}

const letters = [..."Kandi"].map((letter) => `<b>${letter}</b>`).join("");
const pageWith = (error: string) =>
  `<!doctype html><html lang="en"><title>Heard</title><style>b { display: inline-block }</style>
<main><h1>Heard</h1><p>${letters}</p><p>Some text.</p>
<form method="post"><p><label>Mail <input name="mail"></label>${error}</p> <button>Send</button></form>
<p><button></button></p></main>`;

listening("a page breaks each rule by ear, in the modes it can", async () => {
  const error = "<span>Enter an address.</span>";
  const site = await serve(({ method }, response) =>
    response.end(pageWith(method === "POST" ? error : "")),
  );
  onTestFinished(site.stop);
  const refused: State = {
    name: "/ refused",
    path: "/",
    reach: async ({ page }) => {
      await page.getByRole("button", { name: "Send" }).press("Enter");
      await page.getByText("Enter an address.").waitFor();
    },
  };
  const description = { baseURL: site.url, states: [refused] };
  const { issues, judged } = await hear(description);
  const heard = issues.map(({ rule, selector, seen }) => [
    `${rule} ${selector}`,
    seen.map(({ mode }) => mode).sort(),
  ]);
  expect(Object.fromEntries(heard)).toEqual({
    "heard-spelled html": modes,
    "heard-nameless body > main > p:nth-of-type(3) > button": modes,
    'silent-error body > main > form > p > label > input[name="mail"]': modes,
  });
  expect(judged.map(({ rule }) => rule)).toEqual(
    Object.keys(rules).filter((rule) => rule.startsWith("heard-")),
  );
});

listening("nothing is wrong with a form by ear, in both modes", async () => {
  const port = await freePort();
  const path = "/good/feedback";
  const valid = { email: "ann@example.com", mood: "0", text: "It works." };
  const words = { button: "Send", success: /Your feedback is sent/ };
  const { issues, flows } = await hear({
    baseURL: `http://127.0.0.1:${port}`,
    start: `PORT=${port} node auditor/tests/cases-server.mjs`,
    states: [{ name: path, path }],
    forms: [{ path, valid, invalid: { email: "ann" }, ...words }],
  });
  expect(issues).toEqual([]);
  // The page itself, refused and sent, in both modes.
  expect(flows).toHaveLength(6);
  for (const { transcript = [] } of flows)
    expect(transcript.join("\n")).toMatch(/> KP_Add\n[^]*> Tab\n/);
});
