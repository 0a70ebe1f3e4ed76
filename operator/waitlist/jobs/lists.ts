import { backupFolder, backupWarnings, listBackups } from "../backup/folder";
import { findDoubtful } from "../doubtful";
import type { Job } from "../job";
import { write } from "../../output";
import { print, terminalRows } from "../print";
import { countSignups, readStats, rowsOf } from "../stats";
import { readTables, utc } from "../tables";

export const answered: Job = {
  name: "answered",
  description:
    'Marks a contact message as answered, by the id that "unanswered" lists.',
  parameter: "id",
  options: ["json"],
  run: async ({ store, terminal, options }, id) => {
    const { rows } = await store.query(
      `update public.contact_messages set answered_at = now()
       where id::text = lower($1) and answered_at is null
       returning id::text as id, name, email, subject`,
      [id],
    );
    if (rows.length === 0) {
      throw new Error(
        `No unanswered message has the id ${JSON.stringify(id)}: "unanswered" lists them.`,
      );
    }
    const columns = ["id", "name", "email", "subject"];
    await print(columns, [rows], terminal, options, " updated");
    return 0;
  },
};

export const doubtful: Job = {
  name: "doubtful",
  description:
    "Lists the stored addresses that look like slips, and what was probably meant.",
  options: ["json"],
  run: async ({ store, terminal, options }) => {
    const found = (await findDoubtful(store)).map((row) => ({ ...row }));
    const columns = ["table", "email", "probably_meant", "created_at_utc"];
    await print(columns, [found], terminal, options);
    return 0;
  },
};

/** Columns that no visitor fills in. */
const ownColumns = [
  ...["id", "created_at", "answered_at"],
  ...["idempotency_key", "content_digest"],
];

export const unanswered: Job = {
  name: "unanswered",
  description: `Lists the ${terminalRows} oldest unanswered contact messages. A reply is promised within 24 hours.`,
  options: ["json"],
  run: async ({ store, terminal, options }) => {
    const table = (await readTables(store)).find(
      ({ name }) => name === "contact_messages",
    );
    const filledIn = (table?.columns ?? [])
      .map(({ name }) => name)
      .filter((name) => !ownColumns.includes(name));
    const texts = filledIn.map((name) => `"${name}"::text as "${name}"`);
    const { rows } = await store.query(
      `select id::text as id, ${utc("created_at")} as created_at_utc,
         floor(extract(epoch from now() - created_at) / 3600)::int as hours_waiting,
         ${texts.join()},
         (count(*) over () - row_number() over (order by created_at, id))::int as more
       from public.contact_messages where answered_at is null
       order by created_at, contact_messages.id limit ${terminalRows}`,
    );
    const columns = ["id", "created_at_utc", "hours_waiting", ...filledIn];
    const more = Number(rows.at(-1)?.more ?? 0);
    const note = more > 0 ? `, and ${more} more` : "";
    await print([...columns, "more"], [rows], terminal, options, note);
    return 0;
  },
};

export const signups: Job = {
  name: "signups",
  description: "Counts signups by day (UTC) and source.",
  options: ["json"],
  run: async ({ store, terminal, options }) => {
    const days = (await countSignups(store)).map((day) => ({ ...day }));
    await print(["day", "source", "signups"], [days], terminal, options);
    return 0;
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
    else await print(["what", "value"], [rowsOf(read)], terminal);
    for (const line of backupWarnings(terminal.env))
      terminal.stderr.write(`${line}\n`);
    return 0;
  },
};
