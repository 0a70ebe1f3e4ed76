import { spawnSync } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import path from "node:path";

/**
 * Two processes on one PGlite folder corrupt it without a word. The kernel
 * holds this lock for as long as the descriptor is open and frees it on any
 * death, so there is no stale lock to clear and none to steal.
 *
 * Linux has flock(1), which locks a descriptor that it inherits. macOS and
 * Windows take the lock as they open the file; Node passes the flag on, though
 * it has no name for it (fcntl.h's O_EXLOCK | O_NONBLOCK, libuv's
 * UV_FS_O_EXLOCK).
 *
 * @returns a function that frees the lock
 * @throws Error with one line that says what to do
 */
export function lockFolder(folder: string): () => void {
  const file = path.join(folder, "lock");
  const held = new Error(
    `DATA_DIR ${JSON.stringify(folder)} is in use by another process; stop that one, or set DATA_DIR to another folder.`,
  );
  const cannotLock = (reason: string) =>
    new Error(`DATA_DIR ${JSON.stringify(folder)} cannot be locked: ${reason}`);
  const lockOnOpen = { darwin: 0x20 | 0x4, win32: 0x10000000 }[
    process.platform as string
  ];
  const flags = constants.O_RDWR | constants.O_CREAT | (lockOnOpen ?? 0);

  let descriptor: number;
  try {
    descriptor = openSync(file, flags, 0o600);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    throw ["EAGAIN", "EBUSY", "EWOULDBLOCK"].includes(code)
      ? held
      : cannotLock((error as Error).message);
  }
  if (lockOnOpen !== undefined) return () => closeSync(descriptor);

  const flock = spawnSync("flock", ["-n", "-x", "3"], {
    stdio: ["ignore", "ignore", "ignore", descriptor],
  });
  if (flock.status === 0) return () => closeSync(descriptor);
  closeSync(descriptor);
  throw flock.status === 1
    ? held
    : cannotLock("the program flock (util-linux) is needed on this system.");
}
