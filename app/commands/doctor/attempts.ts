import { env } from "~/services/env.server";
import { openSupabase, reasonOf } from "~/services/supabase.server";
import type { Tables } from "~/services/supabase.server";
import type { Probe } from "./probes";

type Table = keyof Tables;

/** How an attempt was answered. */
export interface Answer {
  status: number;
  /** Whether PostgREST did what was asked. */
  isDone: boolean;
  /** Postgres's or PostgREST's; empty where neither answered. */
  code: string;
  message: string;
  /** What was refused and why, to be shown. */
  reason: string;
}

/** Postgres refuses it for want of a grant or a policy. */
export const isForbidden = ({ code }: Answer) => code === "42501";

/** Whether Postgres or PostgREST looked at the tables before it answered. */
export const isAnswered = ({ isDone, code }: Answer) =>
  isDone ||
  (/^(?:[0-9A-Z]{5}|PGRST[12]\d\d)$/.test(code) && !/^(?:08|5[37])/.test(code));

export const isNoTable = ({ code }: Answer) =>
  ["PGRST205", "42P01"].includes(code);

/**
 * Never stores anything, whatever the table is like: when a single object is
 * asked for and more rows than one were inserted, PostgREST rolls back
 * (failNotSingular in its src/PostgREST/MainTx.hs).
 */
export async function tryInsert(table: Table, probe: Probe): Promise<Answer> {
  const { client } = await openSupabase();
  const timeout = AbortSignal.timeout(env.supabaseTimeout);
  const query = client.from(table).insert(probe.rows).abortSignal(timeout);
  if (probe.idempotencyKey) {
    query.setHeader("Idempotency-Key", probe.idempotencyKey);
  }
  return toAnswer(table, await query.single(), timeout);
}

/** Reads no row. */
export async function tryRead(table: Table, column: string): Promise<Answer> {
  const { client } = await openSupabase();
  const timeout = AbortSignal.timeout(env.supabaseTimeout);
  const query = client.from(table).select(column).limit(0).retry(false);
  const answer = toAnswer(table, await query.abortSignal(timeout), timeout);
  // supabase-js makes a 204 of an empty 404; a read has always a body.
  return { ...answer, isDone: answer.isDone && answer.status === 200 };
}

/** Changes no row: none is both null and not null. */
export async function tryUpdate(table: Table): Promise<Answer> {
  const { client } = await openSupabase();
  const timeout = AbortSignal.timeout(env.supabaseTimeout);
  const query = client.from(table).update({ email: "" });
  const none = query.is("email", null).not("email", "is", null);
  return toAnswer(table, await none.abortSignal(timeout), timeout);
}

/** Deletes no row, as above. */
export async function tryDelete(table: Table): Promise<Answer> {
  const { client } = await openSupabase();
  const timeout = AbortSignal.timeout(env.supabaseTimeout);
  const none = client
    .from(table)
    .delete()
    .is("email", null)
    .not("email", "is", null);
  return toAnswer(table, await none.abortSignal(timeout), timeout);
}

type Given = Parameters<typeof reasonOf>[1] & { data: unknown };

function toAnswer(table: Table, given: Given, timeout: AbortSignal): Answer {
  const { status, error, data } = given;
  return {
    status,
    // Any web server has a 200.
    isDone: (status === 200 && Array.isArray(data)) || status === 204,
    code: error?.code ?? "",
    message: error?.message ?? "",
    reason: reasonOf(table, given, timeout),
  };
}
