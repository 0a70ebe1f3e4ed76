import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { createServer, type AddressInfo, type Server } from "node:net";
import { findBrowser, findInPath } from "./browser.js";

/** A Chromium that can show windows, under any of its names. */
export const wholeChromium = "a whole Chromium";

export const isInstalled = (program: string) =>
  Boolean(program === wholeChromium ? findBrowser() : findInPath([program]));

/** Which of these programs this machine lacks. */
export const missingOf = (programs: readonly string[]) =>
  programs.filter((name) => !isInstalled(name));

/** Lets a server listen on a free port of this machine, and returns the port. */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await once(server.close(), "close");
  return port;
}

export const temporaryFolder = () => mkdtempSync(path.join(tmpdir(), "audit-"));

/** Ends a program of its own process group, and everything that it started. */
export function kill({ pid }: ChildProcess, signal: NodeJS.Signals) {
  try {
    if (pid) process.kill(-pid, signal);
  } catch {
    // All of them have ended.
  }
}

/** Programs that run until they are ended, each with its own process group. */
export class Programs {
  #running = new Set<ChildProcess>();

  readonly env: NodeJS.ProcessEnv;

  constructor(env: Record<string, string>) {
    this.env = { NODE_ENV: "test", PATH: process.env.PATH, ...env };
    // A test that times out does not end what it started.
    process.once("exit", this.#killAll);
  }

  start(command: string, args: string[] = []) {
    const child = spawn(command, args, {
      env: this.env,
      detached: true,
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    this.#running.add(child);
    return child;
  }

  /** Starts a virtual screen, and returns its name. */
  async startScreen(size: string) {
    // A busy machine releases keys late, so none of them repeats (-r).
    const options = ["-screen", "0", `${size}x24`, "-nolisten", "tcp", "-r"];
    return `:${await this.startAndRead("Xvfb", ["-displayfd", "3", ...options])}`;
  }

  /** Starts a program, and returns the line that it writes to descriptor 3. */
  async startAndRead(command: string, args: string[]) {
    const { stdio } = this.start(command, args);
    const [line] = await once(stdio[3] as Readable, "data");
    return String(line).trim();
  }

  async #end(child: ChildProcess) {
    this.#running.delete(child);
    const hasEnded = child.exitCode ?? child.signalCode;
    const exit = hasEnded === null ? once(child, "exit") : undefined;
    kill(child, "SIGKILL");
    await exit;
  }

  async endAll() {
    for (const child of [...this.#running].reverse()) await this.#end(child);
    process.off("exit", this.#killAll);
  }

  #killAll = () => this.#running.forEach((child) => kill(child, "SIGKILL"));
}
