import type { Queryable } from "#supabase";
import { quoted } from "../tables";
import type { Table } from "../tables";

/** What puts one table's rules back, in order. */
interface Resumption {
  table: string;
  /** Settles references to rows that are not there, before they are checked. */
  settle: string[];
  back: string[];
}

/**
 * Suspends what is for new rows only: triggers, of which one skips repeats and
 * others may tell the world of each row; the rules that older rows break, here or
 * in the backup; and references to rows that come later.
 *
 * @returns a function that puts them back, and returns how many rows it deleted
 *   because they refer to someone who was erased
 */
export async function suspendRules(
  database: Queryable,
  tables: Table[],
  backedUp: Table[],
): Promise<() => Promise<{ table: string; deleted: number }[]>> {
  const suspended: Resumption[] = [];
  for (const table of tables) {
    const there = backedUp.find(({ name }) => name === table.name);
    suspended.push(await suspend(database, table, there?.not_valid ?? []));
  }
  return async () => {
    const results = suspended.map(({ table }) => ({ table, deleted: 0 }));
    for (const [index, { settle }] of suspended.entries()) {
      for (const statement of settle) {
        const { rows } = await database.query(statement);
        const result = results[index];
        if (result) result.deleted += rows.length;
      }
    }
    await database.query("set constraints all immediate");
    for (const { back } of suspended) {
      for (const statement of back) await database.query(statement);
    }
    return results;
  };
}

function refuseOtherThanOwner(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== "42501") throw error;
  throw new Error(
    `${message}. Restoring needs DATABASE_URL to name the user that owns the tables.`,
    { cause: error },
  );
}

async function suspend(
  database: Queryable,
  { name, not_valid }: Table,
  notValidThere: string[],
): Promise<Resumption> {
  const table = `public.${quoted(name)}`;
  const settle: string[] = [];
  const back: string[] = [];
  const alter = async (change: string, undo: string) => {
    await database
      .query(`alter table ${table} ${change}`)
      .catch(refuseOtherThanOwner);
    back.push(`alter table ${table} ${undo}`);
  };

  const triggers = await database.query(
    `select tgname as name, tgenabled::text as mode from pg_trigger
     where tgrelid = $1::text::regclass and not tgisinternal and tgenabled <> 'D'`,
    [table],
  );
  for (const { name, mode } of triggers.rows) {
    const trigger = `trigger ${quoted(String(name))}`;
    const when = { A: "always ", R: "replica " }[String(mode)] ?? "";
    await alter(`disable ${trigger}`, `enable ${when}${trigger}`);
  }

  const rules = await database.query(
    `select conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where conrelid = $1::text::regclass and contype = 'c'
       and conname in (select json_array_elements_text($2::json))`,
    [table, JSON.stringify([...not_valid, ...notValidThere])],
  );
  for (const { name, definition } of rules.rows) {
    const constraint = `constraint ${quoted(String(name))}`;
    const text = String(definition).replace(/ NOT VALID$/, "");
    await alter(`drop ${constraint}`, `add ${constraint} ${text} not valid`);
  }

  const columnsOf = (table: string, numbers: string) => `array_to_json(array(
    select attname from unnest(${numbers}) with ordinality as key (number, place)
    join pg_attribute on attrelid = ${table} and attnum = number order by place))::text`;
  const references = await database.query(
    `select conname as name, confrelid::regclass::text as target,
       case when condeferrable then 'deferrable' else 'not deferrable' end
         || case when condeferred then ' initially deferred' else '' end as mode,
       confdeltype::text as on_delete, ${columnsOf("conrelid", "conkey")} as own,
       ${columnsOf("confrelid", "confkey")} as others
     from pg_constraint where conrelid = $1::text::regclass and contype = 'f'`,
    [table],
  );
  for (const {
    name,
    target,
    mode,
    on_delete,
    own,
    others,
  } of references.rows) {
    const constraint = `constraint ${quoted(String(name))}`;
    await alter(
      `alter ${constraint} deferrable initially deferred`,
      `alter ${constraint} ${String(mode)}`,
    );
    const columns = (JSON.parse(String(own)) as string[]).map(quoted);
    const keys = (JSON.parse(String(others)) as string[]).map(quoted);
    // Of this transaction only: no other row changes.
    const isDangling = `row.xmin = pg_current_xact_id()::xid
      and ${columns.map((column) => `row.${column} is not null`).join(" and ")}
      and not exists (select from ${String(target)} as there
        where ${columns.map((column, index) => `there.${keys[index]} = row.${column}`).join(" and ")})`;
    const value = on_delete === "d" ? "default" : "null";
    settle.push(
      on_delete === "c"
        ? `delete from ${table} as row where ${isDangling} returning 1`
        : `update ${table} as row set ${columns.map((column) => `${column} = ${value}`).join()} where ${isDangling}`,
    );
  }
  return { table: name, settle, back };
}
