import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { audit } from "../audit";
import type { Options } from "../audit";
import type { Description, State } from "../site";

/** Audits a site, and keeps no folder of it. */
export async function auditOnce(site: Description, options: Options = {}) {
  const out = mkdtempSync(path.join(tmpdir(), "auditor-"));
  const report = await audit(site, { ...options, out });
  rmSync(out, { recursive: true });
  return report;
}

/** Serves pages on a free port. */
export async function serve(answer: RequestListener) {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A port that was free a moment ago. */
export async function freePort() {
  const { port, stop } = await serve(() => {});
  stop();
  return port;
}

/** Starts the small site that stands twice, once with twelve defects. */
export async function startCases() {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, "cases-server.mjs")],
    { env: { ...process.env, PORT: String(port) }, stdio: "inherit" },
  );
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => undefined)))
    await new Promise((resolve) => setTimeout(resolve, 50));
  return { url, stop: () => child.kill() };
}

/** What is known of either half. */
export function describeCases(baseURL: string, half: "good" | "bad") {
  const feedback = {
    path: `/${half}/feedback`,
    button: "Send",
    valid: { email: "ann@example.com", mood: "0", text: "It works." },
    invalid: { email: "ann" },
    success: /Your feedback is sent/,
  };
  const states: State[] = ["", "about", "feedback"].map((name) => ({
    name: `/${half}/${name}`,
    path: `/${half}/${name}`,
  }));
  return {
    name: half,
    baseURL,
    states,
    forms: [feedback],
    differences: [
      {
        states: /feedback/,
        lines: /characters left/,
        because:
          "The counter helps while one types, and the form says the limit.",
      },
    ],
  } satisfies Description;
}
