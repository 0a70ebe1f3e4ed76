import type { PGlite } from "@electric-sql/pglite";
import { filledIn } from "./tables";
import type { Table } from "./tables";

type Line = [promise: string, definition: string];

/** The list in check.sql. */
const list = /(?<=\n {2}values\n)[^]*?(?=\n\),\ntables as )/;

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

const toSql = (lines: Line[]) =>
  lines
    .map(
      ([promise, definition]) =>
        `    (${quote(promise)}, ${quote(definition)})`,
    )
    .join(",\n");

const readLines = (sql: string): Line[] =>
  [...(list.exec(sql)?.[0] ?? "").matchAll(/^ {4}\('(.*)', '(.*)'\),?$/gm)].map(
    ([, ...line]) => line.map((text) => text.replaceAll("''", "'")) as Line,
  );

/** SQL's like. */
const isLike = (text: string, pattern: string) =>
  new RegExp(
    `^${pattern
      .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
      .replaceAll("%", "[^]*")
      .replaceAll("_", "[^]")}$`,
  ).test(text);

/** The definition as a pattern, whatever schemas the reader searches. */
const toPattern = (definition: string) =>
  definition
    .replaceAll("\\", "\\\\")
    .replace(/(?<= EXECUTE FUNCTION )(?:public\.)?/, "%");

/** Without these a table is open, or its rows cannot be sent twice or listed. */
function neededBy({ name, columns, key }: Table): Line[] {
  const grants = columns
    .map((column) => column.name)
    .filter((column) => !filledIn.includes(column))
    .sort()
    .map((column) => `INSERT (${column})`);
  return [
    [`table ${name}`, "with row-level security"],
    [`constraint ${name}_email_normalized`, "%"],
    [`index ${name}_idempotency_key_email`, "%(idempotency_key, email)%"],
    [`index ${name}_created_at_${key}`, `%(created_at, ${key})`],
    [
      `trigger skip_repeated_submission on ${name}`,
      "% BEFORE INSERT % FOR EACH ROW EXECUTE FUNCTION %skip_repeated_%",
    ],
    [`policies on ${name}`, '"%" (permissive insert to anon, check true)'],
    [`grants to anon on ${name}`, grants.join(", ")],
    [`grants to authenticated on ${name}`, "none"],
  ];
}

/**
 * Renews the list of check.sql from a migrated database. A line that holds
 * stays as it is, because it may allow for older tables. The lines that are
 * about neither a table nor a function stay, too.
 *
 * @throws Error that names what a migration must add
 */
export async function check(
  sql: PGlite,
  tables: Table[],
  old: string,
): Promise<string> {
  const { rows: functions } = await sql.query<{ name: string }>(
    "select proname as name from pg_proc where pronamespace = 'public'::regnamespace order by oid",
  );
  const names = [
    ...tables.map(({ name }) => `table ${name}`),
    ...functions.map(({ name }) => `function ${name}`),
  ];
  const { rows } = await sql.query<{ promise: string; definition: string }>(
    old
      .replace(list, () => toSql(names.map((name) => [name, ""])))
      .replace(/\),\nlines as [^]*/, ") select promise, definition from found"),
  );
  const found = new Map(
    rows.map(({ promise, definition }) => [promise, definition]),
  );
  const oldLines = new Map(readLines(old));
  const { rows: unlimited } = await sql.query<{ place: string }>(`
    select format('%s.%s', attrelid::regclass, attname) as place
    from pg_attribute
    where attrelid in (select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace)
      and atttypid = 'text'::regtype and not exists (
        select from pg_constraint
        where conrelid = attrelid and contype = 'c' and attnum = any (conkey)
      )`);
  const problems = [
    ...unlimited.map(
      ({ place }) => `${place} needs a constraint that limits it`,
    ),
    ...tables.flatMap(neededBy).flatMap(([promise, definition]) => {
      const is = found.get(promise);
      if (is !== undefined && isLike(is, definition)) return [];
      const should = definition === "%" ? "" : `, should be ${definition}`;
      return [`${promise}: ${is ?? "missing"}${should}`];
    }),
  ];
  if (problems.length > 0) {
    throw new Error(`A migration must change this:\n${problems.join("\n")}`);
  }

  /** Finds the promises that match, in alphabetical order. */
  const promised = (pattern: RegExp, isOn = (_: string) => true) =>
    [...found.keys()].filter((name) => pattern.test(name) && isOn(name)).sort();
  const { rows: owned } = await sql.query<{ table: string; name: string }>(`
    select conrelid::regclass::text as table, 'constraint ' || conname as name
    from pg_constraint where contype not in ('p', 't', 'n')
    union all
    select indrelid::regclass::text, 'index ' || indexrelid::regclass
    from pg_index where not indisprimary`);
  const belongsTo = (table: string) => (name: string) =>
    owned.some(
      (one) => one.table.replace("public.", "") === table && one.name === name,
    );
  const none = (promise: string): Line => [promise, "none"];
  const line = (promise: string): Line => {
    const definition = found.get(promise) ?? "";
    const before = oldLines.get(promise);
    const holds = before !== undefined && isLike(definition, before);
    return [promise, holds ? before : toPattern(definition)];
  };

  const ofTables = tables.flatMap(({ name, columns }) => [
    ...[
      `table ${name}`,
      ...columns.map((column) => `${name}.${column.name}`),
      `primary key of ${name}`,
      ...promised(/^constraint /, belongsTo(name)),
      ...promised(/^index /, belongsTo(name)),
      ...promised(new RegExp(`^trigger \\w+ on ${name}$`)),
      `policies on ${name}`,
      `grants to anon on ${name}`,
    ].map(line),
    ...[
      `grants to authenticated on ${name}`,
      `grants to others on ${name}`,
      `other columns of ${name}`,
      `other constraints and indexes of ${name}`,
      `other triggers and rules on ${name}`,
      `views of ${name}`,
      `inheritance of ${name}`,
      `publications of ${name}`,
    ].map(none),
  ]);
  const ofFunctions = functions.flatMap(({ name }) => [
    line(`function ${name}`),
    line(`body of function ${name}`),
    none(`grants to anon on function ${name}`),
    none(`grants to authenticated on function ${name}`),
  ]);
  const general = [...oldLines].filter(([promise]) =>
    /schema public$|past the policies$|^other security definer/.test(promise),
  );
  return old.replace(list, () =>
    toSql([...ofTables, ...general, ...ofFunctions]),
  );
}
