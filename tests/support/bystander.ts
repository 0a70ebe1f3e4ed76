import { readdirSync, readFileSync } from "node:fs";

/**
 * A visitor who reads a page again and again while something else happens.
 *
 * @returns milliseconds that 95 of 100 answers take at most: a machine under
 *   load delays one now and then
 */
export async function timeOfGets(
  url: string,
  during: Promise<unknown>,
): Promise<number> {
  let isOver = false;
  const end = () => (isOver = true);
  during.then(end, end);
  const times: number[] = [];
  while (!isOver) {
    const start = performance.now();
    const { status } = await fetch(url);
    if (status !== 200) throw new Error(`A visitor was answered ${status}.`);
    times.push(performance.now() - start);
  }
  await during;
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.95)] ?? 0;
}

/** Of a process, in MiB, garbage included. */
export const residentMemory = (pid: number | undefined): number =>
  Number(
    /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1],
  ) / 1024;

/** The processor time that a process has used, in milliseconds. */
export function processorTime(pid: number | undefined): number {
  // After the name, which may hold blanks: fields 14 and 15, in ticks of 10 ms.
  const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user, system] = fields.split(" ").slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) * 10;
}

/** Files and sockets that a process has open. */
export const openDescriptors = (pid: number | undefined): number =>
  readdirSync(`/proc/${pid}/fd`).length;
