import type { Store } from "../store";
import { readTables } from "../tables";
import { listBackups } from "./folder";

/** A list without new rows and backups for so many days makes the clock doubtful. */
const doubtfulDays = 7;

const day = 86_400_000;

/** Whether the newest backup is young enough to prove the clock. */
export const isFresh = (folder: string) =>
  Date.now() - (listBackups(folder)[0]?.time.getTime() ?? 0) <
  doubtfulDays * day;

/**
 * A clock that jumps ahead makes everything look old, so jobs that remove by age ask
 * this first.
 *
 * @returns why the age of rows and backups is in doubt, if it is
 */
export async function clockProblem(
  store: Store,
  folder: string,
): Promise<string | undefined> {
  const times = [listBackups(folder)[0]?.time.getTime() ?? 0];
  const clocks = [Date.now()];
  for (const { name } of await readTables(store)) {
    const { rows } = await store.query(
      // A row with a time in the future says nothing about the clock.
      `select extract(epoch from max(created_at)
           filter (where created_at < now() + interval '1 day'))::float8::text as newest,
         extract(epoch from now())::float8::text as now from public."${name}"`,
    );
    times.push(Number(rows[0]?.newest) * 1000);
    clocks.push(Number(rows[0]?.now) * 1000);
  }
  const newest = Math.max(...times);
  if (Math.max(...clocks) - newest < doubtfulDays * day) return undefined;
  const since = newest > 0 ? `since ${new Date(newest).toISOString()}` : "ever";
  return `No row and no backup was written ${since}: either the clock is wrong, or the site slept. Nothing was removed by its age; if the clock is right, add --clock-is-right.`;
}
