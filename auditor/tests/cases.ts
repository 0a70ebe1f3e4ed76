import { rmSync } from "node:fs";
import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import path from "node:path";
import { audit } from "../audit";
import type { Options } from "../audit";
import type { Finding } from "../finding";
import { freePort, listen, temporaryFolder } from "../programs";
import type { Description } from "../site";
import { startSite } from "../start";

/** Audits a site, and keeps no folder of it. */
export async function auditOnce(site: Description, options: Options = {}) {
  const out = temporaryFolder();
  const report = await audit(site, { ...options, out });
  rmSync(out, { recursive: true });
  return report;
}

/** The findings up to AA, `modes` and `forms` included, as lines. */
export const grave = (issues: readonly Finding[]) =>
  issues
    .filter(({ level }) => level !== "AAA" && level !== "advice")
    .map(
      ({ level, rule, selector, seen }) =>
        `${level} ${rule} ${seen[0]?.state} ${selector}`,
    )
    .sort();

/** Serves pages on a free port. */
export async function serve(answer: RequestListener) {
  const server = createServer(answer);
  const url = `http://127.0.0.1:${await listen(server)}`;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url, stop };
}

/** Starts the small site that stands twice, once with defects. */
export async function startCases() {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const file = path.join(import.meta.dirname, "cases-server.mjs");
  return { url, stop: await startSite(`PORT=${port} node ${file}`, url) };
}

/** The description of the half without defects. */
export const describeGood = (baseURL: string) =>
  ({
    name: "good",
    baseURL,
    states: ["/good/", "/good/about", "/good/feedback"].map((path) => ({
      name: path,
      path,
    })),
    forms: [
      {
        path: "/good/feedback",
        button: "Send",
        valid: { email: "ann@example.com", mood: "0", text: "It works." },
        invalid: { email: "ann" },
        success: /Your feedback is sent/,
      },
    ],
    differences: [
      {
        states: /feedback/,
        lines: /characters left/,
        because: "The counter helps while one types.",
      },
    ],
  }) satisfies Description;
