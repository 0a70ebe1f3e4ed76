import { forms } from "~/forms/forms";
import type { Job } from "../job";
import { print } from "../print";
import { readPages, readTables, utc } from "../tables";
import type { Table } from "../tables";

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
    run: async ({ store, terminal, options }) => {
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
        readPages(store, table, selection.join()),
        terminal,
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

/** A job for each form's table. */
export const exports = forms.map(({ table }) => exportOf(table));
