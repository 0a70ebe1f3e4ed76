import { privacy } from "~/content/privacy";
import { parse } from "~/forms/schema.server";
import { neededFields, shownForms } from "../../support/fixtures/forms";

/** Those that must know every column, and what to do if one does not. */
export const remedies = {
  dump: "copy it in supabase/queries/dump.sql",
  check: "give it a line in supabase/queries/check.sql",
  "erase-person": "erase its rows in supabase/queries/erase-person.sql",
  export: "show it in supabase/queries/export-….sql",
  insert: "fill it in from a form, and grant insert on it to anon",
  policy:
    "name it in app/content/privacy.ts, and its words in tests/unit/personal-data/keepers.ts",
};
export type Keeper = keyof typeof remedies;

export const leftOut: { by: Keeper; places: string[]; reason: string }[] = [
  {
    by: "export",
    places: ["beta_signups.id"],
    reason: "no job takes a signup's id",
  },
  {
    by: "export",
    places: [
      "beta_signups.idempotency_key",
      "contact_messages.idempotency_key",
    ],
    reason: "a random key that only the database compares",
  },
  {
    by: "insert",
    places: ["beta_signups", "contact_messages"].flatMap((table) => [
      `${table}.id`,
      `${table}.created_at`,
      `${table}.idempotency_key`,
    ]),
    reason: "a default or a trigger fills it in",
  },
  {
    by: "insert",
    places: ["contact_messages.answered_at"],
    reason: "the job answered fills it in",
  },
  {
    by: "policy",
    places: ["beta_signups.id", "contact_messages.id"],
    reason: "a random name of the row, which says nothing about its visitor",
  },
  {
    by: "policy",
    places: ["contact_messages.answered_at"],
    reason: "it says what the team did, not what the visitor sent",
  },
];

/** The words by which a section of the policy names each column. */
const policy: Record<string, Record<string, string>> = {
  "What we store when you join the beta": {
    "beta_signups.email": "your email address",
    "beta_signups.signup_source": "which of the two forms",
    "beta_signups.created_at": "the time",
    "beta_signups.idempotency_key": "a random key",
  },
  "What we store when you write to us": {
    "contact_messages.name": "your name",
    "contact_messages.email": "your email address",
    "contact_messages.subject": "the subject",
    "contact_messages.message": "your message",
    "contact_messages.created_at": "the time",
    "contact_messages.idempotency_key": "a random key",
  },
};

export function namedByPolicy(): string[] {
  return Object.entries(policy).flatMap(([heading, words]) => {
    const section = privacy.sections.find((one) => one.heading === heading);
    const items = (section?.blocks ?? []).flatMap((block) =>
      typeof block === "string" ? [] : block.list,
    );
    return Object.keys(words).filter((place) =>
      items.some((item) => item.startsWith(words[place] ?? "")),
    );
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
