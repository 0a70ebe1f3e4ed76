import { existsSync } from "node:fs";
import type { Queryable } from "#supabase";
import { freeSpace } from "#supabase/files";
import { countNewest } from "./doubtful";
import { countRows, readTables } from "./tables";

type SignupsOfDay = { day: string; source: string; signups: number };

/** The table shows fewer days than the job signups. */
const shownDays = 7;

/** Counts signups by day (UTC) and source. */
export async function countSignups(
  database: Queryable,
): Promise<SignupsOfDay[]> {
  const { rows } = await database.query(
    // Formatting each row's day would take twice as long.
    `select to_char(day, 'YYYY-MM-DD') as day, source, signups
     from (
       select (created_at at time zone 'UTC')::date as day,
         signup_source as source, count(*)::int as signups
       from public.beta_signups group by 1, 2
     ) as days order by 1, 2`,
  );
  return rows as SignupsOfDay[];
}

/** The counts of the job stats, under the names that --json prints. */
export async function readStats(
  database: Queryable,
  folder: string,
  lastBackup: Date | undefined,
) {
  const tables = await readTables(database);
  const days = await countSignups(database);
  const { rows } = await database.query(
    `select count(*)::int as waiting,
       floor(extract(epoch from now() - min(created_at)) / 3600)::int as hours,
       ceil(pg_database_size(current_database()) / 1048576.0)::int as megabytes
     from public.contact_messages where answered_at is null`,
  );
  const other_forms: Record<string, number> = {};
  for (const { name } of tables) {
    if (["beta_signups", "contact_messages"].includes(name)) continue;
    other_forms[name] = await countRows(database, name);
  }
  const { doubtful, sharing } = await countNewest(database);
  return {
    signups: days.reduce((sum, { signups }) => sum + signups, 0),
    signups_by_day: days,
    doubtful_addresses: doubtful,
    addresses_sharing_a_mailbox: sharing,
    messages_waiting: Number(rows[0]?.waiting),
    hours_waiting: Number(rows[0]?.hours ?? 0),
    other_forms,
    last_backup: lastBackup?.toISOString() ?? null,
    database_megabytes: Number(rows[0]?.megabytes),
    // Of the disk with DATA_DIR, or with BACKUP_DIR if the list is on a server.
    free_megabytes: existsSync(folder) ? freeSpace(folder) : null,
  };
}

/** The rows that a terminal shows: of the signups, those of the last days. */
export function rowsOf(stats: Awaited<ReturnType<typeof readStats>>) {
  const { signups_by_day, other_forms, ...counts } = stats;
  const since = Date.now() - (shownDays - 1) * 86_400_000;
  const first = new Date(since).toISOString().slice(0, 10);
  return [
    ...Object.entries({ ...counts, ...other_forms }).map(([name, value]) => ({
      what: name.replaceAll("_", " "),
      value: value ?? "none",
    })),
    ...signups_by_day
      .filter(({ day }) => day >= first)
      .map((one) => ({ what: `${one.day} ${one.source}`, value: one.signups })),
  ];
}
