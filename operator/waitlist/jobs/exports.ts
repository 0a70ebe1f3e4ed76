import { forms } from "~/forms/forms";
import type { Job } from "../job";
import { print } from "../print";
import { readPages, readTables, utc } from "../tables";
import type { Shown } from "../tables";

interface Export {
  job?: string;
  leftOut?: string[];
  /** Names of columns, by those in the table. */
  names?: Record<string, string>;
}

/** By table. A form that is not here has its table's names. */
const exportedAs: Record<string, Export> = {
  beta_signups: {
    job: "signups",
    leftOut: ["id"],
    names: { signup_source: "source" },
  },
  contact_messages: { job: "messages" },
};

const exportOf = (name: string): Job => {
  const { job, leftOut = [], names = {} } = exportedAs[name] ?? {};
  return {
    name: `export-${job ?? name.replaceAll("_", "-")}`,
    description: `Exports the rows of ${name}, the oldest first.`,
    options: ["json", "raw", "bom"],
    run: async ({ store, terminal, options }) => {
      const tables = await readTables(store);
      const table = tables.find((one) => one.name === name);
      if (!table) return 1;
      const columns = table.columns
        .filter(
          ({ name }) =>
            !["idempotency_key", "content_digest", ...leftOut].includes(name),
        )
        .map(({ name, type }) => toShown(name, type, names[name] ?? name));
      await print(
        columns.map(({ as }) => as),
        readPages(store, table, columns),
        terminal,
        options,
      );
      return 0;
    },
  };
};

function toShown(name: string, type: string, as: string): Shown {
  const column = `t."${name}"`;
  if (type === "timestamp with time zone") {
    return { sql: utc(column), as: `${as}_utc` };
  }
  const isNumber = ["smallint", "integer"].includes(type);
  return { sql: isNumber ? column : `${column}::text`, as };
}

/** A job for each form's table. */
export const exports = forms.map(({ table }) => exportOf(table));
