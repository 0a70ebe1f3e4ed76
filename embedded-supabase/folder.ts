import { spawnSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  statSync,
} from "node:fs";
import type { Stats } from "node:fs";
import path from "node:path";
import type { Log } from "./migrations";

const problem = (folder: string, what: string, variable = "DATA_DIR") =>
  new Error(`${variable} ${JSON.stringify(folder)} ${what}`);

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/**
 * Another user who can write to the folder could read every e-mail address
 * through a link, or answer an operator's jobs instead of the site. A folder in
 * which all is this user's own is narrowed: Kubernetes widens a volume for its
 * `fsGroup` each time that it mounts it.
 *
 * @throws Error with one line that says what to do
 */
export function refuseForeignFolder(
  dataDir: string,
  variable = "DATA_DIR",
  log: Log = () => {},
): void {
  const refuse = (what: string): never => {
    throw problem(dataDir, what, variable);
  };
  let folder: Stats;
  try {
    // Given throwIfNoEntry, only Node 20 throws ENOTDIR for a path below a file.
    folder = statSync(dataDir);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  if (!folder.isDirectory()) return;

  const user = process.getuid?.();
  if (folder.uid !== user) {
    refuse(
      `belongs to another user (uid ${folder.uid}); run this as that user, or set ${variable} to a folder of this user.`,
    );
  }
  // Its path may be a link, and its files may predate the right mode.
  const refuseForeignFiles = () => {
    const inside = readdirSync(dataDir).map((name) => path.join(dataDir, name));
    for (const file of [dataDir, ...inside]) {
      // The site may have just removed it.
      const owner: number =
        lstatSync(file, { throwIfNoEntry: false })?.uid ?? 0;
      // Root can read all files anyway, and owns a volume's lost+found.
      if (owner === user || owner === 0) continue;
      refuse(
        `is not safe: ${JSON.stringify(file)} was put there by another user (uid ${owner}); remove it, or set ${variable} to another folder.`,
      );
    }
  };
  refuseForeignFiles();
  if (!(folder.mode & writableByOthers)) return;
  try {
    chmodSync(dataDir, 0o700);
  } catch (error) {
    // Nobody can write to a read-only disk, and it is reported later.
    if (codeOf(error) === "EROFS") return;
    if (codeOf(error) !== "EPERM") throw error;
  }
  if (statSync(dataDir).mode & writableByOthers) {
    refuse(
      `is on a file system without modes, such as /mnt/c of WSL or an SMB share, so every user of the machine may write to it; set ${variable} to a folder on a file system of Linux.`,
    );
  }
  // Another user may have put a file there meanwhile.
  refuseForeignFiles();
  const mode = (folder.mode & 0o777).toString(8).padStart(4, "0");
  log("warn", `${variable} was writable by other users and is not any more`, {
    folder: dataDir,
    mode,
  });
}

const writableByOthers = 0o022;

/**
 * Two processes on one PGlite folder corrupt it silently.
 *
 * @returns a function that frees the lock
 * @throws Error with one line that says what to do
 */
export function lockFolder(folder: string): () => void {
  let unlock: (() => void) | undefined;
  try {
    unlock = lockFile(path.join(folder, "lock"));
  } catch (error) {
    throw problem(folder, `cannot be locked: ${(error as Error).message}`);
  }
  if (unlock) return unlock;
  throw problem(
    folder,
    "is in use by another process; stop that one, or set DATA_DIR to another folder.",
  );
}

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
    if (codeOf(error) === "EAGAIN") return undefined;
    throw error;
  }
  const unlock = () => closeSync(descriptor);
  if (locksOnOpen) return unlock;
  const end = performance.now() + seconds * 1000;
  for (;;) {
    // BusyBox's flock has no -w.
    const { status, stderr } = spawnSync("flock", ["-x", "-n", "3"], {
      stdio: ["ignore", "ignore", "pipe", descriptor],
      encoding: "utf8",
    });
    if (status === 0) return unlock;
    // flock prints nothing if another process has the lock.
    const isHeld = status === 1 && stderr === "";
    if (isHeld && performance.now() < end) {
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
