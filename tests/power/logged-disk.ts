import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readSync, rmSync, statSync } from "node:fs";
import { truncateSync, writeFileSync, writeSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "#supabase/testing";
import { run } from "../support/project/bare-system";

const megabytes = 600;
const sector = 512;

/** Exports $image as a file whose writes and flushes QEMU also appends to $log. */
const exportLogged = `
touch "$log" "$log.disk"
qemu-storage-daemon --daemonize --pidfile "$log.pid" \\
  --blockdev driver=file,node-name=disk,filename="$image" \\
  --blockdev driver=file,node-name=log,filename="$log" \\
  --blockdev driver=blklogwrites,node-name=logged,file=disk,log=log \\
  --export type=fuse,id=logged,node-name=logged,mountpoint="$log.disk",writable=on
trap 'kill "$(cat "$log.pid")"' EXIT
image=$log.disk`;

/** The end of the input ends the mount, so none outlives the test's process. */
const mountImage = `
mount -o loop,nodiscard "$image" "$folder"
echo mounted
cat
umount "$folder"`;

/**
 * Mounts an image where only one process sees it. Others reach it through that
 * process's entry in /proc.
 */
async function mount(image: string, log?: string) {
  const folder = temporaryFolder();
  const script = `set -e ${log ? exportLogged : ""} ${mountImage}`;
  const holder = spawn("unshare", ["-m", "sh", "-c", script], {
    env: { ...process.env, image, folder, log },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(holder, "close") as Promise<[number | null]>;
  const isMounted = await Promise.race([
    once(holder.stdout, "data").then(() => true),
    ended.then(() => false),
  ]);
  if (!isMounted) throw new Error(`${image} cannot be mounted.`);
  return {
    root: `/proc/${holder.pid}/root${folder}`,
    unmount: async () => {
      holder.stdin.end();
      const [status] = await ended;
      if (status !== 0) throw new Error(`${image} cannot be unmounted.`);
    },
  };
}

/** A write or a flush, with what was written from `start` to `end` of the log. */
interface Entry {
  start: number;
  end: number;
  /** In bytes of the disk. */
  position: number;
  isFlush: boolean;
  /** It was durable when the disk answered it. */
  isForced: boolean;
}

/** The log has a sector of numbers for each entry, then what was written. */
function readEntries(log: number): Entry[] {
  const entries: Entry[] = [];
  const head = Buffer.alloc(sector);
  const number = (at: number) => Number(head.readBigUInt64LE(at));
  let end = sector;
  while (readSync(log, head, 0, sector, end) === sector) {
    const flags = number(16);
    const start = end + sector;
    // A discarded part has a length and no content.
    end = start + (flags & 4 ? 0 : number(8) * sector);
    const [isFlush, isForced] = [(flags & 1) > 0, (flags & 2) > 0];
    entries.push({
      start,
      end,
      position: number(0) * sector,
      isFlush,
      isForced,
    });
  }
  return entries;
}

/** Of what was not flushed, a cut keeps this share of the parts of so many bytes. */
export interface Kept {
  share: number;
  part: number;
}
const whole: Kept = { share: 1, part: Infinity };

export type LoggedDisk = Awaited<ReturnType<typeof loggedDisk>>;

/** Makes and mounts a disk of its own that logs what it is asked. */
export async function loggedDisk(system: string) {
  const folder = temporaryFolder();
  const inFolder = (name: string) => path.join(folder, name);
  const [image, durable] = [inFolder("disk"), inFolder("durable")];
  writeFileSync(image, "");
  truncateSync(image, megabytes * 2 ** 20);
  run(`mkfs.${system}`, "-q", image);
  const copy = (to: string, from = durable) =>
    run("cp", "--sparse=always", from, to);
  copy(durable, image);
  const logFile = inFolder("log");
  const { root, unmount } = await mount(image, logFile);
  /** Bytes of the log so far. */
  const logged = () => statSync(logFile).size;

  /** @returns a function that mounts what a cut at a point of the log leaves */
  async function end() {
    await unmount();
    const log = openSync(logFile, "r");
    const entries = readEntries(log);
    const write = (file: string, list: Entry[], kept = whole) => {
      const to = openSync(file, "r+");
      for (const { start, end, position, isForced } of list) {
        const { share, part } = isForced ? whole : kept;
        for (let at = start; at < end; at += part) {
          if (Math.random() >= share) continue;
          const bytes = Buffer.alloc(Math.min(part, end - at));
          readSync(log, bytes, 0, bytes.length, at);
          writeSync(to, bytes, 0, bytes.length, position + at - start);
        }
      }
      closeSync(to);
    };
    let cuts = 0;
    let done = 0;
    /** The points of its calls are in ascending order. */
    return async (point: number, kept: Kept) => {
      const asked = entries.filter(({ end }) => end <= point);
      const flushes = asked.map(({ isFlush }) => isFlush);
      const flushed = Math.max(done, flushes.lastIndexOf(true));
      write(durable, asked.slice(done, flushed));
      done = flushed;
      // mount takes the device of an image with the same name, and its cache.
      const left = inFolder(`cut${++cuts}`);
      copy(left);
      write(left, asked.slice(done), kept);
      const { root, unmount } = await mount(left);
      return { root, end: () => unmount().then(() => rmSync(left)) };
    };
  }
  return { root, logged, end };
}
