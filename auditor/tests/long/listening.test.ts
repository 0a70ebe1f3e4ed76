import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { modes } from "../../finding";
import { freePort, missingOf, wholeChromium } from "../../programs";
import { orcaPrograms } from "../../screen-reader/orca";
import { rules } from "../../rules";
import type { Description, State } from "../../site";
import { startSite } from "../../start";
import { auditOnce, serve } from "../cases";

const missing = missingOf([...orcaPrograms, wholeChromium]);
const listening = test.skipIf(missing.length > 0 && !process.env.CI);

/** Audits by ear alone. */
async function hear(site: Description) {
  const report = await auditOnce(site, { grep: "^Orca", listen: true });
  expect(report.failures).toEqual([]);
  return report;
}

const spelled = [..."Kandi"].map(
  (letter) => `<b style="display: inline-block">${letter}</b>`,
);

const page = (
  error: string,
) => `<!doctype html><html lang="en"><title>Heard</title>
<main><h1>Heard</h1><p>${spelled.join("")}</p><p>Some text.</p>
<form method="post"><p><label>Mail <input name="mail"></label>${error}</p> <button>Send</button></form>
<p><button></button></p></main>`;

listening("a page breaks each rule by ear, in the modes it can", async () => {
  const site = await serve(({ method }, response) =>
    response
      .writeHead(method === "POST" ? 422 : 200)
      .end(page(method === "POST" ? "<span>Enter an address.</span>" : "")),
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
  const { issues, judged } = await hear({
    baseURL: site.url,
    states: [refused],
  });
  const heard = Object.fromEntries(
    issues.map(({ rule, selector, seen }) => [
      `${rule} ${selector}`,
      seen.map(({ mode }) => mode).sort(),
    ]),
  );
  expect(heard).toEqual({
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
  const baseURL = `http://127.0.0.1:${port}`;
  const server = path.join(import.meta.dirname, "../cases-server.mjs");
  onTestFinished(await startSite(`PORT=${port} node ${server}`, baseURL));
  const where = "/good/feedback";
  const { issues, flows } = await hear({
    baseURL,
    states: [{ name: where, path: where }],
    forms: [
      {
        path: where,
        button: "Send",
        valid: { email: "ann@example.com", mood: "0", text: "It works." },
        invalid: { email: "ann" },
        success: /Your feedback is sent/,
      },
    ],
  });
  expect(issues).toEqual([]);
  // The page itself, refused and sent, in both modes.
  expect(flows).toHaveLength(6);
  for (const { transcript = [] } of flows)
    expect(transcript.join("\n")).toMatch(/> KP_Add\n[^]*> Tab\n/);
});
