import type { PGlite } from "@electric-sql/pglite";

/** A form's table. */
export interface Table {
  name: string;
  columns: { name: string; type: string }[];
  /** Its name in the names of jobs. */
  job: string;
  /** Its name in a sentence. */
  title: string;
  /** The column that orders rows of the same time; it is unique. */
  key: "id" | "email";
  /** Rows that the site reads at once while visitors wait. */
  batch: { dump: number; erase: number; export: number };
  /** The export leaves these columns out, or renames them. */
  unexported: string[];
  exportedAs: Record<string, string>;
}

/** A row may hold a long text, so a batch has few. */
const usual = {
  key: "id" as const,
  batch: { dump: 20, erase: 100, export: 20 },
  unexported: ["idempotency_key"],
  exportedAs: {},
};

/** How tables differ from the usual. */
const special: Record<string, Partial<Table>> = {
  beta_signups: {
    job: "signups",
    title: "the waiting list",
    key: "email",
    batch: { dump: 500, erase: 1000, export: 1000 },
    unexported: ["id", "idempotency_key"],
    exportedAs: { signup_source: "source" },
  },
  contact_messages: { job: "messages", title: "the contact messages" },
};

/** Every form's table has these; visitors fill in none but the address. */
const common = ["id", "email", "created_at", "idempotency_key"];

/** The database or the team fills these in, and visitors the others. */
export const filledIn = ["id", "created_at", "idempotency_key", "answered_at"];

/**
 * Reads the forms' tables of a migrated database.
 *
 * @throws Error that names a table without a column that every form needs
 */
export async function readTables(sql: PGlite): Promise<Table[]> {
  const { rows } = await sql.query<Pick<Table, "name" | "columns">>(`
    select table_name as name,
      json_agg(json_build_object('name', column_name, 'type', data_type) order by ordinal_position) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
    group by table_name order by table_name`);
  return rows.map(({ name, columns }) => {
    const names = columns.map((column) => column.name);
    const missing = common.filter((column) => !names.includes(column));
    if (missing.length > 0) {
      throw new Error(
        `A migration must give ${name} the columns ${missing.join(", ")}`,
      );
    }
    const job = name.replaceAll("_", "-");
    const title = `the ${name.replaceAll("_", " ")}`;
    return { ...usual, job, title, ...special[name], name, columns };
  });
}
