import { spawnSync } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";

/**
 * Locks a file, which it creates if necessary. The kernel holds the lock while
 * the descriptor is open and frees it when the process dies, so a lock is never
 * stale.
 *
 * Linux has flock(1), which locks an inherited descriptor. macOS locks the file
 * when it is opened; Node passes on the flags but has no names for them
 * (fcntl.h's O_EXLOCK and O_NONBLOCK).
 *
 * @param seconds for which to wait for another process; macOS waits without limit
 * @returns a function that frees the lock, or undefined if another process has it
 */
export function lockFile(file: string, seconds = 0): (() => void) | undefined {
  const locksOnOpen = process.platform === "darwin";
  const onOpen = locksOnOpen ? 0x20 | (seconds > 0 ? 0 : 0x4) : 0;
  const flags = constants.O_RDWR | constants.O_CREAT | onOpen;
  let descriptor: number;
  try {
    descriptor = openSync(file, flags, 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EAGAIN") return undefined;
    throw error;
  }
  const unlock = () => closeSync(descriptor);
  if (locksOnOpen) return unlock;
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    // BusyBox's flock has no -w.
    const { status, stderr } = spawnSync("flock", ["-x", "-n", "3"], {
      stdio: ["ignore", "ignore", "pipe", descriptor],
      encoding: "utf8",
    });
    if (status === 0) return unlock;
    // flock prints nothing if another process has the lock.
    const isHeld = status === 1 && stderr === "";
    if (isHeld && performance.now() < deadline) {
      sleep(10);
      continue;
    }
    unlock();
    if (isHeld) return undefined;
    const [reason] = (stderr ?? "").split("\n");
    throw new Error(
      reason || "the program flock (util-linux) is needed on this system.",
    );
  }
}

const sleep = (milliseconds: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
