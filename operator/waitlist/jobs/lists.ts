import { backupFolder, backupWarnings, listBackups } from "../backup/folder";
import { findDoubtful } from "../doubtful";
import type { Job } from "../job";
import { write } from "../../output";
import { print } from "../print";
import { countSignups, readStats, rowsOf } from "../stats";

export const doubtful: Job = {
  name: "doubtful",
  description:
    "Lists the stored addresses that look like slips, and what was probably meant.",
  options: ["json", "all"],
  run: async ({ store, terminal, options }) => {
    const found = await findDoubtful(store);
    const columns = ["table", "email", "probably_meant", "created_at_utc"];
    await print(columns, [found], terminal, options);
  },
};

export const signups: Job = {
  name: "signups",
  description: "Counts signups by day (UTC) and source.",
  options: ["json", "all"],
  run: async ({ store, terminal, options }) => {
    const days = await countSignups(store);
    await print(["day", "source", "signups"], [days], terminal, options);
  },
};

export const stats: Job = {
  name: "stats",
  description:
    "Counts signups and waiting messages, and shows backup and disk.",
  options: ["json"],
  run: async ({ store, terminal, options }) => {
    const backups = backupFolder(terminal.env);
    const last = listBackups(backups)[0]?.time;
    const read = await readStats(store, store.folder ?? backups, last);
    if (options.json) await write(terminal, `${JSON.stringify(read)}\n`);
    else
      await print(["what", "value"], [rowsOf(read)], terminal, { all: true });
    for (const line of backupWarnings(terminal.env))
      terminal.stderr.write(`${line}\n`);
  },
};
