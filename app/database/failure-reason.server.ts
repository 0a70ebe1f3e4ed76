import { fixFor } from "~/database/error-codes.server";
import { env } from "~/server/env.server";

/** PostgREST's error. A text is empty where the answer has none. */
export interface DatabaseError {
  /** Its own or Postgres's. */
  code: string;
  message: string;
  details: string;
}

export interface InsertResponse {
  /** 0 without an answer. */
  status: number;
  error: DatabaseError | undefined;
  /** The number of stored rows, if the answer says it. */
  count: number | null;
}

/**
 * Says why an insert failed and what the operator can do, without any value from
 * the row.
 */
export function insertFailureReason(
  table: string,
  columns: string[],
  response: InsertResponse | undefined,
): string {
  if (!response) return `no answer within ${env.SUPABASE_TIMEOUT_MS} ms`;
  const { status, error, count } = response;
  if (status === 0) return networkReason(error?.details);
  if (count === 0) {
    return "a trigger or rule dropped the row; npm run waitlist -- check names it";
  }
  const code = error?.code ?? "";
  // Postgres may quote its input, and e-mail addresses must not be logged.
  const message = (error?.message ?? "")
    .replace(/\S*@\S*/g, "***")
    .slice(0, 200);
  const isEmbedded = !env.SUPABASE_URL;
  const fix = fixFor({ table, columns, status, code, message, isEmbedded });
  if (!code) return `status ${status}, ${fix ?? "not from PostgREST"}`;
  return `status ${status}, code ${code}: ${message}${fix ? `; ${fix}` : ""}`;
}

/** supabase-js appends the cause's code to its message, in parentheses. */
const networkReason = (details = "") =>
  `no answer: ${/\(([A-Z][A-Z0-9_]+)\)/.exec(details)?.[1] ?? "connection failed"}`;
