import { spawnSync } from "node:child_process";
import { closeSync, constants, openSync, writeFileSync } from "node:fs";

/**
 * Locks a file, which it creates if necessary. The kernel holds the lock while
 * the descriptor is open and frees it when the process dies, so a lock is never
 * stale.
 *
 * @param seconds for which to block the thread while another process has it
 * @param holder is written into the file, for whoever finds it locked
 * @returns a function that frees the lock, or undefined if another process has it
 */
export function lockFile(file: string, seconds = 0, holder = "") {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const descriptor = lockNow(file);
    if (descriptor !== undefined) {
      writeFileSync(file, holder);
      return () => closeSync(descriptor);
    }
    if (performance.now() >= deadline) return undefined;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
}

/**
 * Linux has flock(1), which locks an inherited descriptor. macOS locks the file
 * when it is opened; Node passes on the flags but has no names for them
 * (fcntl.h's O_EXLOCK and O_NONBLOCK).
 */
function lockNow(file: string): number | undefined {
  const onOpen = process.platform === "darwin" ? 0x24 : 0;
  const flags = constants.O_RDWR | constants.O_CREAT | onOpen;
  let descriptor: number;
  try {
    descriptor = openSync(file, flags, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return undefined;
    throw error;
  }
  if (onOpen) return descriptor;
  const { status, stderr } = spawnSync("flock", ["-x", "-n", "3"], {
    stdio: ["ignore", "ignore", "pipe", descriptor],
    encoding: "utf8",
  });
  if (status === 0) return descriptor;
  closeSync(descriptor);
  // flock prints nothing if another process has the lock.
  if (status === 1 && stderr === "") return undefined;
  const [reason] = (stderr ?? "").split("\n");
  throw new Error(
    reason || "the program flock (util-linux) is needed on this system.",
  );
}
