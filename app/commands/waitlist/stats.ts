import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { freeSpace } from "~/embedded-supabase/folder.server";
import type { Job, JobResult } from "~/embedded-supabase/jobs.server";
import { listBackups } from "./backup";
import type { ListStore } from "./store";

/** The counts of the job stats, under the names that --json prints. */
export interface Stats {
  signups: number;
  signups_by_day: { day: string; source: string; signups: number }[];
  messages_waiting: number;
  /** How long the oldest message has waited. */
  hours_waiting: number;
  last_backup: string | null;
  /** The size of DATA_DIR, or of BACKUP_DIR if the list is on a server. */
  folder_megabytes: number;
  free_megabytes: number | null;
}

/** The table shows fewer days than the list of the job signups. */
const shownDays = 7;

export async function readStats(
  store: ListStore,
  jobs: Record<"signups" | "unanswered", Job>,
  backups: string,
): Promise<Stats> {
  const days = await rowsOf(store, jobs.signups);
  const messages = await rowsOf(store, jobs.unanswered);
  const folder = store.folder ?? backups;
  return {
    signups: days.reduce((sum, row) => sum + Number(row.signups), 0),
    signups_by_day: days.map(({ day, source, signups }) => ({
      day: String(day),
      source: String(source),
      signups: Number(signups),
    })),
    // Each row counts those behind it.
    messages_waiting: messages[0] ? Number(messages[0].more) + 1 : 0,
    hours_waiting: Number(messages[0]?.hours_waiting ?? 0),
    last_backup: listBackups(backups)[0]?.time.toISOString() ?? null,
    folder_megabytes: megabytesOf(folder),
    free_megabytes: existsSync(folder) ? freeSpace(folder) : null,
  };
}

export function toResult(stats: Stats, now = new Date()): JobResult {
  const first = new Date(now.getTime() - (shownDays - 1) * 86_400_000)
    .toISOString()
    .slice(0, 10);
  return {
    columns: ["what", "value"],
    rows: [
      ["signups", stats.signups],
      ...stats.signups_by_day
        .filter(({ day }) => day >= first)
        .map(({ day, source, signups }) => [`${day} ${source}`, signups]),
      ["messages waiting", stats.messages_waiting],
      ["hours the oldest has waited", stats.hours_waiting],
      ["last backup", stats.last_backup ?? "none"],
      ["folder in MB", stats.folder_megabytes],
      ["free space in MB", stats.free_megabytes],
    ],
  };
}

async function rowsOf(store: ListStore, job: Job) {
  const rows: Record<string, JobResult["rows"][number][number]>[] = [];
  const { results } = await store.run({ job });
  for await (const { columns, rows: batch } of results) {
    for (const row of batch) {
      rows.push(
        Object.fromEntries(
          columns.map((name, index) => [name, row[index] ?? null]),
        ),
      );
    }
  }
  return rows;
}

function megabytesOf(folder: string): number {
  if (!existsSync(folder)) return 0;
  const bytes = readdirSync(folder, { recursive: true, encoding: "utf8" })
    // The database removes files meanwhile.
    .map((name) => statSync(path.join(folder, name), { throwIfNoEntry: false }))
    .reduce((sum, file) => sum + (file?.isFile() ? file.size : 0), 0);
  return Math.ceil(bytes / 1024 / 1024);
}
