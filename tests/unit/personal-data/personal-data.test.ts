import type { PGlite } from "@electric-sql/pglite";
import { expect, test } from "vitest";
import { privacy } from "~/content/privacy";
import { openOwnSupabase } from "../embedded-supabase/own-supabase";
import { filledInByForms, namedByPolicy, placesOf, remedies } from "./keepers";
import type { Keeper } from "./keepers";
import {
  dumped,
  erased,
  exported,
  loosen,
  readColumns,
  run,
} from "./stored-rows";
import type { Column } from "./stored-rows";

/**
 * Finds the tables and columns that a keeper neither knows nor leaves out with
 * a reason.
 *
 * @returns a line for each keeper, with what to do
 */
async function problemsOf(database: PGlite): Promise<string[]> {
  const { rows: columns } = await database.query<Column>(readColumns);
  const tablePlaces = new Set(columns.map(({ table }) => `table ${table}`));
  const columnPlaces = columns.map(({ place }) => place);

  const inForms = filledInByForms();
  // The check reads the definitions, which are loosened afterwards.
  const checked = (await run(database, "check")).map(([promise]) => promise);
  await database.exec(loosen);
  const known: Record<Keeper, unknown[]> = {
    check: checked,
    policy: namedByPolicy(),
    insert: columns
      .filter(({ granted, place }) => granted && inForms.includes(place))
      .map(({ place }) => place),
    dump: await dumped(database, columns),
    export: await exported(database, columns),
    "erase-person": await erased(database, columns),
  };

  const keepers = Object.keys(remedies) as Keeper[];
  return keepers.flatMap((by) => {
    const places = [
      ...(by === "check" || by === "erase-person" ? tablePlaces : []),
      ...(by === "erase-person" ? [] : columnPlaces),
    ];
    const excused = placesOf(by, (table) => tablePlaces.has(`table ${table}`));
    const unknown = places.filter((place) => !known[by].includes(place));
    const missed = unknown.filter((place) => !excused.includes(place));
    const needless = excused.filter((place) => !unknown.includes(place));
    return [
      ...(missed.length > 0
        ? [
            `${by} does not know ${missed.join(", ")}: ${remedies[by]}, or say why not in leftOut`,
          ]
        : []),
      ...needless.map(
        (place) => `${by} does not leave out ${place}: remove it from leftOut`,
      ),
    ];
  });
}

const { database } = await openOwnSupabase();
const { database: changed } = await openOwnSupabase(`
  create table press_requests (id uuid primary key, email text not null, created_at timestamptz);
  alter table beta_signups add column city text;
  revoke insert (subject) on contact_messages from anon;
`);

test("every table and column is known to all who keep data, or left out with a reason", async () => {
  expect(await problemsOf(database)).toEqual([]);
});

test("a new table, a new column and a forgotten grant are each named, with what to do", async () => {
  const press =
    "press_requests.id, press_requests.email, press_requests.created_at";
  const or = "or say why not in leftOut";
  expect(await problemsOf(changed)).toEqual([
    `dump does not know beta_signups.city, ${press}: ${remedies.dump}, ${or}`,
    `check does not know table press_requests, beta_signups.city, ${press}: ${remedies.check}, ${or}`,
    `erase-person does not know table press_requests: ${remedies["erase-person"]}, ${or}`,
    `export does not know beta_signups.city, ${press}: ${remedies.export}, ${or}`,
    `insert does not know beta_signups.city, contact_messages.subject, ${press}: ${remedies.insert}, ${or}`,
    `policy does not know beta_signups.city, ${press}: ${remedies.policy}, ${or}`,
  ]);
});

test("the policy names the list of erased people, which is in no table", () => {
  expect(JSON.stringify(privacy)).toContain("a keyed hash of your address");
});

test("every field of every form has a column", async () => {
  const { rows } = await database.query<Column>(readColumns);
  const places = rows.map(({ place }) => place);
  expect(
    filledInByForms().filter((place) => !places.includes(place)),
    "a new migration must add these columns",
  ).toEqual([]);
});
