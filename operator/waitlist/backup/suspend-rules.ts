import type { Queryable } from "#supabase";
import { quoted } from "../tables";
import type { Table } from "../tables";

/** How a trigger is enabled, by pg_trigger's letter. */
const modes: Record<string, string> = { O: "", A: "always ", R: "replica " };

/** SQL for the names of a constraint's columns. */
const columnsOf = (table: string, numbers: string) => `array_to_json(array(
  select attname from unnest(${numbers}) with ordinality as key (number, place)
  join pg_attribute on attrelid = ${table} and attnum = number order by place))::text`;

/**
 * Suspends what is meant for new rows: triggers, of which one refuses repeats and
 * others may report each row; the rules that older rows break, here or in the
 * backup; and references to rows that come later.
 *
 * @returns a function that restores them, and returns by table how many rows it
 *   deleted because they refer to someone who was erased
 */
export async function suspendRules(
  database: Queryable,
  tables: Table[],
  backedUp: Table[],
): Promise<() => Promise<Map<string, number>>> {
  const settle: { name: string; statement: string }[] = [];
  const back: string[] = [];

  for (const { name, not_valid } of tables) {
    const table = `public.${quoted(name)}`;
    const alter = async (change: string, undo: string) => {
      back.push(`alter table ${table} ${undo}`);
      await database.query(`alter table ${table} ${change}`);
    };
    const read = async (sql: string, ...more: unknown[]) =>
      (await database.query(sql, [table, ...more])).rows;

    for (const row of await read(
      `select tgname as name, tgenabled::text as mode from pg_trigger
       where tgrelid = $1::text::regclass and not tgisinternal and tgenabled <> 'D'`,
    )) {
      const trigger = `trigger ${quoted(String(row.name))}`;
      const mode = modes[String(row.mode)];
      await alter(`disable ${trigger}`, `enable ${mode}${trigger}`);
    }

    const there = backedUp.find((one) => one.name === name)?.not_valid ?? [];
    for (const row of await read(
      `select conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint
       where conrelid = $1::text::regclass and contype = 'c'
         and conname in (select json_array_elements_text($2::json))`,
      JSON.stringify([...not_valid, ...there]),
    )) {
      const rule = `constraint ${quoted(String(row.name))}`;
      const text = String(row.definition).replace(/ NOT VALID$/, "");
      await alter(`drop ${rule}`, `add ${rule} ${text} not valid`);
    }

    for (const row of await read(
      `select conname as name, confrelid::regclass::text as target,
         case when condeferrable then 'deferrable' else 'not deferrable' end
           || case when condeferred then ' initially deferred' else '' end as mode,
         confdeltype::text as on_delete, ${columnsOf("conrelid", "conkey")} as own,
         ${columnsOf("confrelid", "confkey")} as others
       from pg_constraint where conrelid = $1::text::regclass and contype = 'f'`,
    )) {
      const reference = `alter constraint ${quoted(String(row.name))}`;
      const deferred = "deferrable initially deferred";
      await alter(
        `${reference} ${deferred}`,
        `${reference} ${String(row.mode)}`,
      );
      settle.push({ name, statement: settling(table, row) });
    }
  }

  return async () => {
    const deleted = new Map<string, number>();
    for (const { name, statement } of settle) {
      const { rows } = await database.query(statement);
      deleted.set(name, (deleted.get(name) ?? 0) + rows.length);
    }
    await database.query("set constraints all immediate");
    for (const statement of back) await database.query(statement);
    return deleted;
  };
}

/**
 * SQL that treats a table's references to missing rows, in the rows of this
 * transaction, as if those rows had been deleted. It returns the rows that it
 * deletes.
 */
function settling(
  table: string,
  { target, on_delete, own, others }: Record<string, unknown>,
): string {
  const names = (json: unknown) =>
    (JSON.parse(String(json)) as string[]).map(quoted);
  const keys = names(others);
  const columns = names(own);
  const all = (test: (column: string, index: number) => string) =>
    columns.map(test).join(" and ");
  const dangling = `row.xmin = pg_current_xact_id()::xid
    and ${all((column) => `row.${column} is not null`)}
    and not exists (select from ${String(target)} as there
      where ${all((column, index) => `there.${keys[index]} = row.${column}`)})`;
  if (on_delete === "c") {
    return `delete from ${table} as row where ${dangling} returning 1`;
  }
  const value = on_delete === "d" ? "default" : "null";
  const changes = columns.map((column) => `${column} = ${value}`);
  return `update ${table} as row set ${changes.join()} where ${dangling}`;
}
