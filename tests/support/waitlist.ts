import { execFile } from "node:child_process";
import type { JobResult } from "~/embedded-supabase/jobs.server";

/** What `npm run waitlist` gives to Node, without the developer's own .env. */
export const waitlistArguments = [
  "--import",
  "tsx",
  "app/commands/waitlist.ts",
];

/** Runs the command to its end, with nobody at a terminal. */
export function runWaitlist(
  args: string[],
  env: Record<string, string>,
): Promise<{ status: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...waitlistArguments, ...args],
      {
        env: { NODE_ENV: "test", PATH: process.env.PATH, ...env },
        maxBuffer: 2 ** 28,
      },
      (error, stdout, stderr) =>
        resolve({ status: Number(error?.code ?? 0), stdout, stderr }),
    );
    child.stdin?.end();
  });
}

/** All batches of a job's result as one. */
export async function whole(
  results: AsyncIterable<JobResult>,
): Promise<JobResult> {
  const all: JobResult = { columns: [], rows: [] };
  for await (const { columns, rows } of results) {
    all.columns = columns;
    all.rows.push(...rows);
  }
  return all;
}
