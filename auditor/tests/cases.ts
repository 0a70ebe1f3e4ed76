import { spawn } from "node:child_process";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Description, Form, State } from "../site";

/** A port that was free a moment ago. */
export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

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
  const feedback: Form = {
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
