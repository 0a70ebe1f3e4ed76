import { privacyPolicy } from "~/content/privacy";
import { forms } from "~/forms/forms";
import { parse } from "~/forms/schema.server";
import { neededFields, shownForms } from "../../support/fixtures/forms";

const write = "run npm run queries";

/** Those that must know every column, and what to do if one does not. */
export const remedies = {
  dump: write,
  check: write,
  "erase-person": write,
  export: write,
  insert:
    "list its form in app/forms/forms.ts, define it as a field there, and grant insert on it to anon",
  policy: "give it words in its form's policy, in app/forms",
};
export type Keeper = keyof typeof remedies;

/** A place is a table and a column; the table * stands for every form's. */
export const leftOut: { by: Keeper; places: string[]; reason: string }[] = [
  {
    by: "export",
    places: ["beta_signups.id"],
    reason: "no job takes a signup's id",
  },
  {
    by: "export",
    places: ["*.idempotency_key"],
    reason: "a random key that only the database compares",
  },
  {
    by: "insert",
    places: ["*.id", "*.created_at", "*.idempotency_key"],
    reason: "a default or a trigger fills it in",
  },
  {
    by: "insert",
    places: ["contact_messages.answered_at"],
    reason: "the job answered fills it in",
  },
  {
    by: "policy",
    places: ["*.id"],
    reason: "a random name of the row, which says nothing about its visitor",
  },
  {
    by: "policy",
    places: ["contact_messages.answered_at"],
    reason: "it says what the team did, not what the visitor sent",
  },
];

const tables = forms.map(({ table }) => table);

/** With a place for each form's table. */
export const placesOf = (keeper: Keeper): string[] =>
  leftOut
    .filter(({ by }) => by === keeper)
    .flatMap(({ places }) => places)
    .flatMap((place) =>
      place.startsWith("*.")
        ? tables.map((table) => table + place.slice(1))
        : [place],
    );

/** Where the policy names what no visitor fills in. */
const inEveryForm = { created_at: "the time", idempotency_key: "a random key" };

/** The columns that the rendered policy names in their form's section. */
export function namedByPolicy(): string[] {
  const { sections } = privacyPolicy(
    forms.map(({ policy }) => policy),
    false,
  );
  return forms.flatMap(({ table, policy }) => {
    const section = sections.find(({ heading }) => heading === policy.heading);
    const items = (section?.blocks ?? []).flatMap((block) =>
      typeof block === "string" ? [] : block.list,
    );
    return Object.entries({ ...policy.stored, ...inEveryForm })
      .filter(([, words]) => items.some((item) => item.startsWith(words)))
      .map(([column]) => `${table}.${column}`);
  });
}

export function filledInByForms(): string[] {
  return shownForms.flatMap(({ form, hidden }) => {
    const fields = neededFields(form, "robin@example.com");
    const parsed = parse(form, { ...fields, ...hidden });
    if (!parsed.ok) throw new Error(parsed.failure.toast.text);
    return Object.keys(parsed.row).map((column) => `${form.table}.${column}`);
  });
}
