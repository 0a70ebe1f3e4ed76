import { existsSync } from "node:fs";
import type { Job, JobResult } from "~/embedded-supabase/jobs.server";
import {
  listBackups,
  removeOldBackups,
  tryRestoring,
  writeBackup,
} from "./backup";
import { readDump } from "./dump-reader";
import type { DumpColumn } from "./dump-reader";
import { backupFolder, normalized, openErasedPeople } from "./erased-people";
import type { Io } from "./main";
import { print } from "./print";
import { isErased, restore } from "./restore";
import { toScript } from "./result-format";
import { readStats, toResult } from "./stats";
import type { ListStore } from "./store";

export type Options = Record<string, string | boolean | undefined>;

/** A job that is more than a file of SQL. */
export interface Task extends Pick<
  Job,
  "name" | "description" | "parameter" | "change"
> {
  options: string[];
  /** @returns the exit status */
  run: (
    context: {
      store: ListStore;
      io: Io;
      /** @throws Error if there is no file of this name */
      jobNamed: (name: string) => Job;
      options: Options;
    },
    argument: string,
  ) => Promise<number>;
}

/**
 * A timer that runs daily removes a backup up to a day late, and the privacy
 * page promises 30 days.
 */
const mostDays = 29;

const backup: Task = {
  name: "backup",
  description: "Writes a dump into BACKUP_DIR and restores it on trial.",
  parameter: undefined,
  change: undefined,
  options: ["keep", "untried"],
  run: async ({ store, io, jobNamed, options }) => {
    const days = Number(options.keep ?? 28);
    if (!Number.isInteger(days) || days < 1 || days > mostDays) {
      throw new Error(
        `--keep takes a number of days from 1 to ${mostDays}: the privacy page promises that backups are gone after ${mostDays + 1}.`,
      );
    }
    const folder = backupFolder(io.env);
    const { file, content } = await writeBackup(
      store,
      jobNamed("dump"),
      folder,
    );
    io.stdout.write(`${file}\n`);
    io.stderr.write(`Written: ${content}\n`);
    if (!options.untried) {
      try {
        const { rows } = await tryRestoring(file, io.folders);
        const restored = rows.map(([table, copied]) => `${table}: ${copied}`);
        io.stderr.write(`Restored on trial: ${restored.join(", ")}\n`);
      } catch (error) {
        throw new Error(
          `It could not be restored on trial, so older backups stay: ${(error as Error).message}`,
          { cause: error },
        );
      }
    }
    const removed = removeOldBackups(folder, days);
    openErasedPeople(folder).forgetOld();
    const kept = listBackups(folder).length;
    io.stderr.write(`Older backups removed: ${removed}, kept: ${kept}\n`);
    return 0;
  },
};

const restoring: Task = {
  name: "restore",
  description:
    "Adds the rows of a dump that are missing, but of nobody erased.",
  parameter: "file",
  change: undefined,
  options: [],
  run: async ({ store, io }, file) => {
    if (!existsSync(file)) {
      throw new Error(`There is no file ${JSON.stringify(file)}.`);
    }
    const erased = openErasedPeople(backupFolder(io.env));
    const restored = await store
      .transaction((database) => restore(file, database, erased))
      .catch((error: Error) => {
        throw new Error(`${error.message}\nNothing was restored.`, {
          cause: error,
        });
      });
    return print(restoring, [restored], io);
  },
};

const eraseAgain: Task = {
  name: "erase-again",
  description:
    "Erases whoever was erased before, after a copy of the folder or Supabase's own backup came back.",
  parameter: undefined,
  change: "erased",
  options: ["yes"],
  run: async ({ store, io, jobNamed }) => {
    const erased = openErasedPeople(backupFolder(io.env));
    const { results } = await store.run({ job: jobNamed("dump") });
    const tables = new Map<string, DumpColumn[]>();
    const found = new Set<string>();
    for await (const part of readDump(scripts(results), "the dump")) {
      if (part.kind === "columns") tables.set(part.source, part.columns);
      if (part.kind !== "rows") continue;
      const columns = tables.get(part.source) ?? [];
      const email = columns.findIndex(({ name }) => name === "email");
      for (const row of part.rows) {
        if (!isErased(row, { columns }, erased)) continue;
        found.add(normalized(row[email] ?? ""));
      }
    }
    let rows = 0;
    for (const argument of found) {
      const job = jobNamed("erase-person");
      const again = await store.run({ job, argument });
      for await (const result of again.results) rows += result.rows.length;
    }
    io.stderr.write(`${rows} rows of ${found.size} people erased\n`);
    return 0;
  },
};

const stats: Task = {
  name: "stats",
  description:
    "Counts signups and waiting messages, and shows backup and disk.",
  parameter: undefined,
  change: undefined,
  options: ["json"],
  run: async ({ store, io, jobNamed, options }) => {
    const jobs = {
      signups: jobNamed("signups"),
      unanswered: jobNamed("unanswered"),
    };
    const read = await readStats(store, jobs, backupFolder(io.env));
    if (!options.json) return print(stats, [toResult(read)], io);
    io.stdout.write(`${JSON.stringify(read)}\n`);
    return 0;
  },
};

export const tasks = [backup, eraseAgain, restoring, stats];

async function* scripts(
  results: AsyncIterable<JobResult>,
): AsyncGenerator<string> {
  for await (const result of results) yield toScript(result);
}
