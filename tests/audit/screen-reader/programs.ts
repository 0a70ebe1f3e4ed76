import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";

/** Ends a program and everything that it started. */
function kill({ pid }: ChildProcess) {
  try {
    if (pid) process.kill(-pid, "SIGKILL");
  } catch {
    // All of them have ended.
  }
}

/** Programs that run until they are ended, each with its own process group. */
export class Programs {
  #running = new Set<ChildProcess>();

  constructor(readonly env: NodeJS.ProcessEnv) {
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

  /** Starts a program, and returns the line that it writes to descriptor 3. */
  async startAndRead(command: string, args: string[]) {
    const { stdio } = this.start(command, args);
    const [line] = await once(stdio[3] as Readable, "data");
    return String(line).trim();
  }

  async end(child: ChildProcess) {
    this.#running.delete(child);
    const hasEnded = child.exitCode ?? child.signalCode;
    const exit = hasEnded === null ? once(child, "exit") : undefined;
    kill(child);
    await exit;
  }

  async endAll() {
    for (const child of [...this.#running].reverse()) await this.end(child);
    process.off("exit", this.#killAll);
  }

  #killAll = () => this.#running.forEach(kill);
}
