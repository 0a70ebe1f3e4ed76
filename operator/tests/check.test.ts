import { expect, test } from "vitest";
import { describeMigrations } from "../waitlist/check";
import { databaseFolders } from "~/database/database-folders";
import { forms } from "~/forms/forms";

const made = await describeMigrations(databaseFolders);
const names = [...made.keys()];
const tables = names.flatMap((what) => /^table (\S+)$/.exec(what)?.[1] ?? []);

/** A line for each thing that the migrations make on the table. */
const linesOf = (table: string) =>
  names
    .filter((what) => what.endsWith(` on ${table}`))
    .map((what) => `${what.replace(` on ${table}`, "")}: ${made.get(what)}`);

test.each(tables)(
  "a migration closes %s to all but what its form inserts, refuses repeats, and knows one spelling of an address",
  (table) => {
    expect(made.get(`table ${table}`)).toBe("with row-level security");
    expect(made.get(`index ${table}_idempotency_key`)).toBeDefined();
    const lines = linesOf(table);
    expect(lines.filter((line) => /^policy|^grants/.test(line)).sort()).toEqual(
      [
        expect.stringMatching(/^grants to anon: (INSERT \(\w+\)(, |$))+$/),
        "grants to authenticated: none",
        expect.stringMatching(
          /^policy .*: permissive insert to anon check true/,
        ),
      ],
    );
    const addresses = forms
      .filter((form) => form.table === table)
      .flatMap(({ fields }) => Object.entries(fields))
      .filter(([, { type }]) => type === "email");
    for (const needed of [
      /^trigger refuse_repeat: .* BEFORE INSERT .* public\.refuse_repeat\(/,
      ...addresses.map(([name]) =>
        RegExp(`^table constraint ${table}_${name}_normalized: `),
      ),
    ]) {
      expect(lines).toContainEqual(expect.stringMatching(needed));
    }
  },
);

const texts = [...made].flatMap(([what, type]) => {
  const [, table, column] = /^column (\w+)\.(\w+)$/.exec(what) ?? [];
  return table && column && type.startsWith("text") ? [[table, column]] : [];
});

test.each(texts)("a migration limits the text %s.%s", (table, column) => {
  const limit = RegExp(
    `^table constraint .*(char_length\\(${column}\\) <=|${column} = ANY)`,
  );
  expect(linesOf(table)).toContainEqual(expect.stringMatching(limit));
});
