import { afterAll, expect, test } from "vitest";
import { readTables } from "#operator";
import { privacyPolicy } from "~/content/privacy";
import { forms } from "~/forms/forms";
import { parserOf } from "~/forms/parse.server";
import { neededFields, shownForms } from "../support/visitors/forms";
import { waitlist } from "#operator/testing";
import { openOwnSupabase } from "#supabase/testing";

// Jobs read the tables and columns from the database, so they know what the
// migrations make. The forms and the policy must know it, too.

/** The database or the team fills these in. */
const filledIn = [
  ...["id", "created_at", "answered_at"],
  ...["idempotency_key", "content_digest"],
];

/** The columns that a form's posts fill in. */
function columnsOfForms(): string[] {
  return shownForms.flatMap(({ form, hidden }) => {
    const fields = neededFields(form, "robin@example.com");
    const parsed = parserOf(form)({ ...fields, ...hidden });
    if (!parsed.ok) throw new Error(parsed.answer.toast.text);
    return Object.keys(parsed.row).map((column) => `${form.table}.${column}`);
  });
}

/** What the rendered policy says of a form's columns. */
function columnsOfPolicy(): string[] {
  const policies = forms.map(({ policy }) => policy);
  const { sections } = privacyPolicy(policies, {
    isMailed: false,
    isRemote: false,
  });
  return forms.flatMap(({ table, policy }) => {
    const section = sections.find(({ heading }) => heading === policy.heading);
    const items = (section?.blocks ?? []).flatMap((block) =>
      typeof block === "string" ? [] : block.list,
    );
    return Object.entries(policy.stored)
      .filter(([, words]) => items.some((item) => item.startsWith(words)))
      .map(([column]) => `${table}.${column}`);
  });
}

const { database, folder, end } = await openOwnSupabase();
afterAll(end);

test("every table and column that the migrations make is a form's, in the policy, and known to the jobs", async () => {
  const { rows } = await database.query<{ place: string; granted: boolean }>(`
    select table_name || '.' || column_name as place,
      has_column_privilege('anon', format('public.%I', table_name), column_name, 'insert') as granted
    from information_schema.columns
    where table_schema = 'public' order by table_name, ordinal_position`);
  const stored = rows.filter(
    ({ place }) => !filledIn.includes(place.split(".")[1] ?? ""),
  );
  const places = stored.map(({ place }) => place);
  const inForms = columnsOfForms();
  const missingIn = (known: string[]) =>
    places.filter((place) => !known.includes(place));
  const jobs = (await readTables(database)).flatMap(({ name, columns }) =>
    columns.map((column) => `${name}.${column.name}`),
  );
  const unknown = {
    "no form fills in": missingIn(inForms),
    "the policy does not name": missingIn(columnsOfPolicy()),
    "anon may not insert": stored
      .filter(({ granted }) => !granted)
      .map(({ place }) => place),
    "no migration adds": inForms.filter((place) => !places.includes(place)),
    "no job reads": missingIn(jobs),
  };
  const found = Object.entries(unknown).filter(([, { length }]) => length > 0);
  expect(found).toEqual([]);
});

test.each(forms)(
  "a time that the policy promises for $table is kept by erase-old-messages",
  async (form) => {
    const { policy, table } = form;
    if (!/\b(?:hour|day|week|month|year)s?\b/.test(policy.kept)) return;
    const { hidden } =
      shownForms.find((shown) => shown.form.name === form.name) ?? {};
    const row = { ...neededFields(form, "robin@example.com"), ...hidden };
    const values = Object.keys(row).map((_, index) => `$${index + 1}`);
    await database.query(
      `insert into ${table} (${Object.keys(row).join()}, created_at)
       values (${values.join()}, now() - interval '10 years')`,
      Object.values(row),
    );
    const { stderr } = await waitlist(["erase-old-messages", "--yes"], {
      DATA_DIR: folder,
    });
    const { rows } = await database.query(`select from ${table}`);
    expect(rows, `"${policy.kept}"; the job: ${stderr}`).toEqual([]);
  },
);

test("the policy says of each form whose rows are mailed that they are", () => {
  const mailed = forms.filter(({ mailsTeam }) => mailsTeam);
  expect(mailed.length).toBeGreaterThan(0);
  for (const { policy } of mailed) expect(policy.mailed).toBeDefined();
});
