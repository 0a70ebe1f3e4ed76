import { chosenBy } from "../filters";
import type { Context, Job } from "../job";
import { print, printTable } from "../print";
import { readTable, toShown, utc } from "../tables";
import type { Row } from "../tables";

const name = "contact_messages";

/** Columns that no visitor fills in. */
const ownColumns = [
  ...["id", "created_at", "answered_at"],
  ...["idempotency_key", "content_digest"],
];

/** The unanswered messages that the options and ids choose. */
async function choose({ store, options }: Context, ids: string[] = []) {
  const table = await readTable(store, name);
  const texts = table.columns
    .map((column) => column.name)
    .filter((column) => !ownColumns.includes(column));
  const { sql, parameters } = chosenBy(options, texts, ids);
  const filter = { sql: `t.answered_at is null and ${sql}`, parameters };
  return { table, texts, filter };
}

/** Throws after a job has done what it could. */
function refuseUnknown(ids: string[], rows: Row[]) {
  const unknown = ids.filter(
    (id) => !rows.some((row) => row.id === id.toLowerCase()),
  );
  if (unknown.length === 0) return;
  throw new Error(
    `No unanswered message has the id ${unknown.map((id) => JSON.stringify(id)).join(" or ")}: "unanswered" lists them.`,
  );
}

export const answered: Job = {
  name: "answered",
  description:
    'Marks contact messages as answered, by the ids that "unanswered" lists.',
  parameters: "id...",
  options: ["json"],
  run: async (context, ids) => {
    const { store, terminal, options } = context;
    const { filter } = await choose(context, ids);
    const { rows } = await store.query(
      `update public.${name} as t set answered_at = now() where ${filter.sql}
       returning id::text as id, name, email, subject`,
      filter.parameters,
    );
    const columns = ["id", "name", "email", "subject"];
    if (rows.length > 0)
      await print(columns, [rows], terminal, options, " updated");
    refuseUnknown(ids, rows);
  },
};

export const unanswered: Job = {
  name: "unanswered",
  description:
    "Lists the unanswered contact messages, the oldest first. A reply is promised within 24 hours.",
  options: ["json", "all", "containing", "from", "since"],
  run: async (context) => {
    const { table, texts, filter } = await choose(context);
    const hours = "extract(epoch from now() - t.created_at) / 3600";
    const shown = [
      { sql: "t.id::text", as: "id" },
      { sql: utc("t.created_at"), as: "created_at_utc" },
      { sql: `floor(${hours})::int`, as: "hours_waiting" },
      ...texts.map((text) => toShown(text, "text")),
    ];
    await printTable(context, table, shown, filter);
  },
};

export const deleteMessages: Job = {
  name: "delete-messages",
  description:
    "Lists the unanswered contact messages that the ids and options choose, and with --yes deletes them, for spam.",
  parameters: "id...",
  options: ["json", "yes", "containing", "from", "since"],
  run: async (context, ids) => {
    const { store, terminal, options } = context;
    const { filter } = await choose(context, ids);
    const shown = `t.id::text as id, ${utc("t.created_at")} as created_at_utc,
      t.name, t.email, t.subject, left(t.message, 60) as message`;
    const from = `public.${name} as t where ${filter.sql}`;
    const { rows } = options.yes
      ? await store.erase(
          `delete from ${from} returning ${shown}`,
          filter.parameters,
        )
      : await store.query(
          `select ${shown} from ${from} order by t.created_at, t.id`,
          filter.parameters,
        );
    const columns = ["id", "created_at_utc", "name", "email", "subject"];
    const note = options.yes
      ? " deleted"
      : " chosen, and nothing deleted: --yes deletes them";
    await print([...columns, "message"], [rows], terminal, options, note);
    refuseUnknown(ids, rows);
  },
};
