import { createHash } from "node:crypto";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { insertFailureReason, proxyHint } from "~/database/error-codes.server";
import type {
  DatabaseError,
  InsertResponse,
} from "~/database/error-codes.server";
import { openSupabase } from "~/database/supabase.server";
import type { FormDefinition, Row } from "~/forms/definition";
import { env } from "~/server/env.server";
import { log } from "~/server/log.server";

/**
 * `repeated`: the row was already stored, and its visitor knows.
 * `duplicate`: another row has the value of this field, which must be unique.
 */
type Outcome = "stored" | "repeated" | "failed" | { duplicate: string };

/** The trigger refuse_repeat raises it. */
const repeatCode = "RPT01";

/**
 * Digests of the rows that this process has stored lately. If a retry gets "repeated"
 * for another row, its first try has stored that row, and the row is mailed.
 */
const storedLately = new LRUCache<string, true>({ max: 1000 });

const digest = (submission: unknown) =>
  createHash("sha256").update(JSON.stringify(submission)).digest("base64");

/**
 * Inserts one row within SUPABASE_TIMEOUT_MS. Expected failures are returned,
 * and their reason is logged without any value from the row.
 *
 * @param idempotencyKey of the rendered form; the tables refuse a row that
 *   repeats key and content
 */
export async function insert(
  form: FormDefinition,
  row: Row,
  idempotencyKey: string | undefined,
): Promise<Outcome> {
  const { table } = form;
  const response = await answerWithin(env.SUPABASE_TIMEOUT_MS, (signal) =>
    insertWithRetries(table, row, idempotencyKey, signal),
  );
  const { status, error, count, mayHaveStored } = response ?? {};
  const submission = digest([table, row, idempotencyKey]);
  const store = () => {
    storedLately.set(submission, true);
    return "stored" as const;
  };
  if (error?.code === repeatCode) {
    const isRepeat = !mayHaveStored || storedLately.has(submission);
    return isRepeat ? "repeated" : store();
  }
  const duplicate =
    error?.code === "23505" && findUniqueField(form, error.message);
  if (duplicate) return { duplicate };
  // supabase-js takes a 404 with an empty body for a success.
  if (!error && status === 201 && count !== 0) return store();
  const [columns, isEmbedded] = [Object.keys(row), !env.SUPABASE_URL];
  const reason = response
    ? insertFailureReason(response, { table, columns, isEmbedded })
    : `no answer within ${env.SUPABASE_TIMEOUT_MS} ms${proxyHint()}`;
  log("error", "Not stored", { table, reason });
  return "failed";
}

/** @returns undefined when the time is up */
function answerWithin<Answer>(
  ms: number,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer | undefined> {
  const timeout = new AbortController();
  const timedOut = once(timeout.signal, "abort").then(() => undefined);
  // Node runs due timers before it reads sockets, and an answer that has arrived counts.
  const timer = setTimeout(() => setImmediate(() => timeout.abort()), ms);
  return Promise.race([timedOut, ask(timeout.signal)]).finally(() =>
    clearTimeout(timer),
  );
}

/**
 * Finds the unique field of the constraint that the message quotes, by its name:
 * Postgres hides the columns from a role that cannot read them. Any other
 * constraint is a failure, such as the primary key of a restored table, because a
 * visitor who is told "already signed up" goes away and leaves no trace.
 */
const findUniqueField = ({ table, fields }: FormDefinition, message: string) =>
  Object.keys(fields)
    .filter(
      (name) =>
        fields[name]?.duplicate && message.replace(table, "").includes(name),
    )
    // A name may contain another one.
    .sort((one, other) => other.length - one.length)[0];

/** A gateway in front of PostgREST answers JSON of any shape. */
function readError(error: unknown): DatabaseError | undefined {
  if (!error) return undefined;
  const { code, message, details } = Object(error) as Record<string, unknown>;
  const textOf = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    code: /^[A-Z\d]{5,8}$/.exec(textOf(code))?.[0] ?? "",
    message: textOf(message),
    details: textOf(details),
  };
}

/** Milliseconds; each further pause is twice as long. */
const firstPause = 100;

/**
 * Sends the row once the database is open, and again while the database restarts or
 * cuts the connection: a row with a key is stored once.
 */
async function insertWithRetries(
  table: string,
  row: Row,
  idempotencyKey: string | undefined,
  signal: AbortSignal,
): Promise<InsertResponse & { mayHaveStored: boolean }> {
  const deadline = performance.now() + env.SUPABASE_TIMEOUT_MS;
  let mayHaveStored = false;
  for (let pause = firstPause; ; pause *= 2) {
    // Behind a job the embedded database opens later.
    const { client } = await openSupabase();
    signal.throwIfAborted();
    // The count is 0 when a foreign trigger drops the row.
    const query = client
      .from(table)
      .insert(row, { count: "exact" })
      .abortSignal(signal);
    if (idempotencyKey) query.setHeader("Idempotency-Key", idempotencyKey);
    const { status, count, error: body } = await query;
    const error = readError(body);
    if (
      !idempotencyKey ||
      !isRestarting(status, error) ||
      performance.now() + pause > deadline
    ) {
      return { status, count, error, mayHaveStored };
    }
    // After the other answers the row never reached a database.
    mayHaveStored ||= /57P01|ECONNRESET|EPIPE/.test(
      `${error?.code} ${error?.details}`,
    );
    await wait(pause);
  }
}

/**
 * When Postgres restarts, PostgREST hands out each dead connection of its pool
 * once, and reads the schema again. Gateways close a kept connection as it is used
 * again.
 */
const isRestarting = (status: number, error: DatabaseError | undefined) =>
  (status === 503 && /^(57P01|PGRST00[12])$/.test(error?.code ?? "")) ||
  (status === 0 &&
    /\((ECONNREFUSED|ECONNRESET|EPIPE)\)/.test(error?.details ?? ""));
