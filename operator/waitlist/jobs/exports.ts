import { forms } from "~/forms/forms";
import { chosenBy } from "../filters";
import type { Job } from "../job";
import { printTable } from "../print";
import { readTable, toShown } from "../tables";

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
    options: ["json", "raw", "bom", "semicolon", "since"],
    run: async (context) => {
      const table = await readTable(context.store, name);
      const columns = table.columns
        .filter(
          ({ name }) =>
            !["idempotency_key", "content_digest", ...leftOut].includes(name),
        )
        .map(({ name, type }) => toShown(name, type, names[name]));
      await printTable(context, table, columns, chosenBy(context.options));
    },
  };
};

/** A job for each form's table. */
export const exports = forms.map(({ table }) => exportOf(table));
