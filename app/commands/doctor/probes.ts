import { randomUUID } from "node:crypto";
import type { Tables } from "~/services/supabase.server";

type Table = keyof Tables;

/** An insert of several rows, none of which is ever stored (`tryInsert`). */
export interface Probe {
  /** What of the migrations the refusal shows. */
  of: string;
  rows: object[];
  idempotencyKey?: string;
  /** Whether the key is meant to write these columns. */
  isOfGranted: boolean;
  isShownBy: (answer: { code: string; message: string }) => boolean;
}

/** Nobody's: `invalid` is a domain that will never be (RFC 2606). */
const somebody = () => `doctor-${randomUUID()}@kandi.invalid`;

/** A row that the table takes. */
export const rowOf = {
  beta_signups: (): Tables["beta_signups"] => ({
    email: somebody(),
    signup_source: "hero_section",
  }),
  contact_messages: (): Tables["contact_messages"] => ({
    name: "npm run doctor",
    email: somebody(),
    subject: "This is never stored",
    message: "This is never stored.",
  }),
};

const twice = (row: object) => [row, row];

/** A row that breaks this one rule: Postgres names what refused it. */
const constraint = (of: string, rows: object[]): Probe => ({
  of,
  rows,
  isOfGranted: true,
  isShownBy: ({ message }) => message.includes(of),
});

/** Of a column that the key may not write, PostgREST knows before Postgres. */
const column = (of: string, row: object): Probe => ({
  of: `the column ${of}`,
  rows: twice({ ...row, [of]: null }),
  isOfGranted: false,
  isShownBy: ({ code }) => code === "42501",
});

/** What the migrations make and an insert can see. */
export function probesOf(table: Table): Probe[] {
  const row = rowOf[table]();
  const check = (name: string, wrong: object) =>
    constraint(`${table}_${name}`, twice({ ...row, ...wrong }));
  const common = [
    check("email_length", { email: "x" }),
    check("email_normalized", { email: row.email.toUpperCase() }),
    column("idempotency_key", row),
  ];
  if (table === "contact_messages") {
    return [
      ...common,
      column("answered_at", row),
      check("name_length", { name: "" }),
      check("subject_length", { subject: "" }),
      check("message_length", { message: "" }),
    ];
  }
  return [
    ...common,
    check("signup_source_known", { signup_source: "doctor" }),
    {
      // The second is skipped, or it would be a duplicate; a third is there so
      // that more than one row is left.
      of: "the trigger skip_repeated_submission",
      rows: [row, row, rowOf[table]()],
      idempotencyKey: randomUUID(),
      isOfGranted: true,
      isShownBy: ({ code }) => code === "PGRST116",
    },
  ];
}
