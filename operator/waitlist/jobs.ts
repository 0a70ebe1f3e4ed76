import { forms } from "~/forms/forms";
import { migrationStates } from "~/embedded-supabase/migrations.server";
import type { Queryable } from "~/embedded-supabase/database.server";
import { tryRestoring, writeBackup } from "./backup";
import {
  backupFolder,
  backupFolders,
  backupWarnings,
  listBackups,
  removeOldBackups,
} from "./backup-folder";
import { check } from "./check";
import { eraseRows, find } from "./erase";
import { normalized, openErasedPeople } from "./erased-people";
import path from "node:path";
import type { Io } from "./main";
import { print } from "./print";
import type { Format } from "./print";
import { restore } from "./restore";
import { countSignups, readStats, rowsOf } from "./stats";
import type { Needs, Store } from "./store";
import { readPages, readTables, runMigrations, utc } from "./tables";
import type { Row, Table } from "./tables";

export interface Options extends Format {
  yes?: boolean | undefined;
  keep?: string | undefined;
  untried?: boolean | undefined;
}

/** What an operator may run. */
export interface Job {
  name: string;
  description: string;
  parameter?: string;
  options: (keyof Options)[];
  needs?: Needs;
  /** @returns the exit status */
  run: (
    context: { store: Store; io: Io; options: Options },
    argument: string,
  ) => Promise<number>;
}

/**
 * A timer that runs daily removes a backup up to a day late, and the privacy
 * page promises 30 days.
 */
const mostDays = 29;

const backup: Job = {
  name: "backup",
  description: "Writes every table into BACKUP_DIR and restores it on trial.",
  options: ["keep", "untried"],
  run: async ({ store, io, options }) => {
    const { env, folders, stdout, stderr } = io;
    const days = Number(options.keep ?? 28);
    if (!Number.isInteger(days) || days < 1 || days > mostDays) {
      throw new Error(
        `--keep takes a number of days from 1 to ${mostDays}: the privacy page promises that backups are gone after ${mostDays + 1}.`,
      );
    }
    const folder = backupFolder(env);
    const versions = (await readMigrations(store)) ?? [];
    const { file, counts } = await writeBackup(
      store,
      versions.map(({ version }) => version),
      folder,
    );
    stdout.write(`${file}\n`);
    const written = Object.entries(counts).map((count) => count.join(": "));
    stderr.write(`Written: ${written.join(", ")}\n`);
    if (!options.untried) {
      try {
        const restored = (await tryRestoring(file, folders)).map(
          ({ table, copied }) => `${table}: ${copied}`,
        );
        stderr.write(`Restored on trial: ${restored.join(", ")}\n`);
      } catch (error) {
        throw new Error(
          `It could not be restored on trial, so older backups stay: ${(error as Error).message}`,
          { cause: error },
        );
      }
    }
    const removed = removeOldBackups(folder, days);
    const kept = listBackups(folder);
    openErasedPeople(folder).forgetOld(kept.at(-1)?.time ?? new Date());
    stderr.write(`Older backups removed: ${removed}, kept: ${kept.length}\n`);
    for (const line of backupWarnings(env)) stderr.write(`${line}\n`);
    return 0;
  },
};

const restoring: Job = {
  name: "restore",
  description:
    "Adds the rows of a backup that are missing, but of nobody erased.",
  parameter: "file",
  options: [],
  needs: { new: true, alone: true },
  run: async ({ store, io }, file) => {
    const folders = [path.dirname(file), ...backupFolders(io.env)];
    const lists = [...new Set(folders.map((name) => path.resolve(name)))].map(
      openErasedPeople,
    );
    const isErased = ({ email, created_at }: Row) =>
      typeof email === "string" &&
      lists.some((list) => list.has(email, created_at as string | null));
    const restored = await store
      .transaction((database) => restore(file, database, isErased))
      .catch((error: Error) => {
        throw new Error(`${error.message}\nNothing was restored.`, {
          cause: error,
        });
      });
    const columns = ["table", "copied", "there_already", "erased_people"];
    await print(columns, [restored.map((row) => ({ ...row }))], io);
    return 0;
  },
};

const erasePerson: Job = {
  name: "erase-person",
  description: "Erases everything stored with an e-mail address.",
  parameter: "email",
  options: ["json", "yes"],
  run: async ({ store, io, options }, email) => {
    const wanted = normalized(email);
    if (!/.@./.test(wanted)) {
      throw new Error(`This is no e-mail address: ${JSON.stringify(email)}`);
    }
    const people = openErasedPeople(backupFolder(io.env));
    const found = await find(store, (address) => address === wanted);
    const times = found.map(({ created_at }) => Date.parse(created_at ?? ""));
    // The clock may have been ahead when a row was stored.
    const now = Math.max(Date.now(), ...times.filter((time) => time > 0));
    try {
      people.add(wanted, new Date(now));
    } catch (error) {
      throw new Error(
        `Nothing was erased, because ${JSON.stringify(people.file)} cannot be written: ${(error as Error).message}`,
        { cause: error },
      );
    }
    const rows = await eraseRows(store, found);
    await print(erasedColumns, [rows], io, options, " erased");
    const tables = (await readTables(store)).map(({ name }) => name);
    io.stderr.write(
      `Searched for ${wanted} in ${tables.join(", ")}.\nNoted in ${people.file}: restores from backups beside it leave this person out.\n`,
    );
    return 0;
  },
};

const erasedColumns = ["erased_from", "created_at_utc"];

const eraseAgain: Job = {
  name: "erase-again",
  description:
    "Erases whoever was erased before, after a copy of the folder or Supabase's own backup came back.",
  options: ["yes"],
  run: async ({ store, io }) => {
    const lists = backupFolders(io.env).map(openErasedPeople);
    const found = await find(store, (email, created_at) =>
      lists.some((list) => list.has(email, created_at)),
    );
    const rows = await eraseRows(store, found);
    const people = new Set(found.map(({ email }) => email)).size;
    io.stderr.write(`${rows.length} rows of ${people} people erased\n`);
    return 0;
  },
};

const eraseOldMessages: Job = {
  name: "erase-old-messages",
  description:
    "Erases the contact messages older than one year, as the privacy policy promises.",
  options: ["json", "yes"],
  run: async ({ store, io, options }) => {
    const { rows } = await store.erase(
      `delete from public.contact_messages
       where created_at < now() - interval '1 year'
       returning id::text as id, ${utc("created_at")} as created_at_utc`,
    );
    await print(["id", "created_at_utc"], [rows], io, options, " erased");
    return 0;
  },
};

const answered: Job = {
  name: "answered",
  description:
    'Marks a contact message as answered, by the id that "unanswered" lists.',
  parameter: "id",
  options: ["json"],
  run: async ({ store, io, options }, id) => {
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
    await print(columns, [rows], io, options, " updated");
    return 0;
  },
};

/** Columns that no visitor fills in. */
const ownColumns = ["id", "created_at", "idempotency_key", "answered_at"];

const unanswered: Job = {
  name: "unanswered",
  description:
    "Lists the 50 oldest unanswered contact messages. A reply is promised within 24 hours.",
  options: ["json"],
  run: async ({ store, io, options }) => {
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
       order by created_at, contact_messages.id limit 50`,
    );
    const columns = ["id", "created_at_utc", "hours_waiting", ...filledIn];
    const more = Number(rows.at(-1)?.more ?? 0);
    const note = more > 0 ? `, and ${more} more` : "";
    await print([...columns, "more"], [rows], io, options, note);
    return 0;
  },
};

const signups: Job = {
  name: "signups",
  description: "Counts signups by day (UTC) and source.",
  options: ["json"],
  run: async ({ store, io, options }) => {
    const days = (await countSignups(store)).map((day) => ({ ...day }));
    await print(["day", "source", "signups"], [days], io, options);
    return 0;
  },
};

const stats: Job = {
  name: "stats",
  description:
    "Counts signups and waiting messages, and shows backup and disk.",
  options: ["json"],
  run: async ({ store, io, options }) => {
    const backups = backupFolder(io.env);
    const last = listBackups(backups)[0]?.time;
    const read = await readStats(store, store.folder ?? backups, last);
    if (options.json) io.stdout.write(`${JSON.stringify(read)}\n`);
    else await print(["what", "value"], [rowsOf(read)], io);
    for (const line of backupWarnings(io.env)) io.stderr.write(`${line}\n`);
    return 0;
  },
};

const migrations: Job = {
  name: "migrations",
  description:
    "Lists which migrations were applied, which wait, and which have changed.",
  options: ["json"],
  needs: { unmigrated: true },
  run: async ({ store, io, options }) => {
    const applied = await readMigrations(store);
    if (!applied) {
      throw new Error(
        `The server has no list of migrations: ${runMigrations}. Only the latter keeps the list.`,
      );
    }
    const states = migrationStates(applied, io.folders.migrations).map(
      ({ file, state }) => ({ migration: file, state }),
    );
    await print(["migration", "state"], [states], io, options);
    return 0;
  },
};

/** @returns undefined if the server has no list of them */
async function readMigrations(database: Queryable) {
  const list = "supabase_migrations.schema_migrations";
  const found = await database.query(
    `select to_regclass('${list}')::text as list from pg_namespace
     where nspname = 'supabase_migrations' and has_schema_privilege(oid, 'usage')`,
  );
  if (!found.rows[0]?.list) return undefined;
  const { rows } = await database.query(
    `select version, name, array_to_string(statements, e'\\n') as statements
     from ${list} order by version`,
  );
  return rows.map(({ version, name, statements }) => ({
    version: String(version),
    name: String(name),
    statements: String(statements),
  }));
}

const checking: Job = {
  name: "check",
  description: "Checks that the database is what the migrations make it.",
  options: ["json"],
  run: async ({ store, io, options }) => {
    const found = await check(store, io.folders.migrations);
    if (found.length === 0) {
      io.stderr.write("The database is what the migrations make it.\n");
      return 0;
    }
    const rows = found.map((difference) => ({ ...difference }));
    await print(["state", "what", "is", "should"], [rows], io, options);
    return found.some(({ state }) => state === "WRONG") ? 1 : 0;
  },
};

/** The names of tables in the names of jobs, and what an export has of them. */
const exportedAs: Record<
  string,
  { job: string; leftOut: string[]; names: Record<string, string> }
> = {
  beta_signups: {
    job: "signups",
    leftOut: ["id", "idempotency_key"],
    names: { signup_source: "source" },
  },
  contact_messages: {
    job: "messages",
    leftOut: ["idempotency_key"],
    names: {},
  },
};

const exportOf = (name: string): Job => {
  const { job, leftOut, names } = exportedAs[name] ?? {
    job: name.replaceAll("_", "-"),
    leftOut: ["idempotency_key"],
    names: {},
  };
  return {
    name: `export-${job}`,
    description: `Exports the rows of ${name}, the oldest first.`,
    options: ["json", "raw", "bom"],
    run: async ({ store, io, options }) => {
      const tables = await readTables(store);
      const table = tables.find((one) => one.name === name);
      if (!table) return 1;
      const columns = table.columns
        .filter((column) => !leftOut.includes(column.name))
        .map((column) => ({ ...column, as: names[column.name] ?? column.name }))
        .map(toShown);
      const selection = columns.map(({ sql, as }) => `${sql} as "${as}"`);
      await print(
        columns.map(({ as }) => as),
        readPages(store, table, selection.join(), ["created_at", "id"]),
        io,
        options,
      );
      return 0;
    },
  };
};

const toShown = ({
  name,
  type,
  as,
}: Table["columns"][number] & { as: string }) => {
  const column = `t."${name}"`;
  if (type === "timestamp with time zone") {
    return { sql: utc(column), as: `${as}_utc` };
  }
  const isNumber = ["smallint", "integer"].includes(type);
  return { sql: isNumber ? column : `${column}::text`, as };
};

export const jobs: Job[] = [
  answered,
  backup,
  checking,
  eraseAgain,
  eraseOldMessages,
  erasePerson,
  ...forms.map(({ table }) => exportOf(table)),
  migrations,
  restoring,
  signups,
  stats,
  unanswered,
].sort((a, b) => (a.name < b.name ? -1 : 1));
