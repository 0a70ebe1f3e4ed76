import { setTimeout as wait } from "node:timers/promises";
import { createClient } from "@supabase/supabase-js";
import { databaseFolders } from "~/data/database-folders";
import { reasonOf } from "~/data/failure-reason.server";
import type { DatabaseError } from "~/data/failure-reason.server";
import { env } from "~/server/env.server";
import { exitWithMessage, log } from "~/server/log.server";

/**
 * `repeated`: the row was already stored, and its visitor knows.
 * `duplicate`: another row has the value of this field, which must be unique.
 */
export type Outcome = "stored" | "repeated" | "failed" | { duplicate: string };

/** An insert reads these of its form. */
interface StoredForm {
  table: string;
  /** A field that must be unique has `duplicate`. */
  fields: Record<string, { duplicate?: object }>;
}

// One client per process. In development each change imports the modules
// again, and the embedded database must not be opened twice.
const shared = globalThis as { kandiSupabase?: ReturnType<typeof connect> };

/**
 * Opens the embedded database if SUPABASE_URL is not set.
 *
 * @throws Error with one line when its folder cannot be used
 */
export const openSupabase = () => (shared.kandiSupabase ??= connect());

/**
 * Whether inserts can be stored now, not only once the embedded database has
 * opened; always true with a remote project.
 */
export async function canServe(): Promise<boolean> {
  const opened = await Promise.race([openSupabase(), undefined]);
  return opened?.canStore() ?? false;
}

/**
 * Inserts one row within SUPABASE_TIMEOUT_MS. Expected failures are returned,
 * and their reason is logged without any value from the row.
 *
 * @param idempotencyKey of the rendered form; the tables ignore a row that
 *   repeats key and content
 */
export async function insert(
  form: StoredForm,
  row: Record<string, string | null>,
  idempotencyKey: string | undefined,
): Promise<Outcome> {
  const { table } = form;
  const timeout = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<typeof unanswered>((resolve) => {
    timer = setTimeout(() => {
      // Node runs due timers before it reads sockets, and an answer that has
      // arrived counts.
      setImmediate(() => {
        timeout.abort();
        resolve(unanswered);
      });
    }, env.SUPABASE_TIMEOUT_MS);
  });
  const answer = await Promise.race([
    send(table, row, idempotencyKey, timeout.signal),
    timedOut,
  ]);
  clearTimeout(timer);
  const { status, count } = answer;
  const error = readError(answer.error);

  const duplicate =
    error?.code === "23505" && findUniqueField(form, error.message);
  if (duplicate) return { duplicate };
  // Without a key it is not a repeat: something else dropped the row.
  const isDropped = count === 0 && !idempotencyKey;
  // supabase-js takes a 404 with an empty body for a success.
  if (!error && status === 201 && !isDropped) {
    return count === 0 ? "repeated" : "stored";
  }
  const reason = isDropped
    ? "a trigger or rule dropped the row; npm run waitlist -- check names it"
    : reasonOf(table, Object.keys(row), { error, status }, timeout.signal);
  log("error", "Not stored", { table, reason });
  return "failed";
}

/**
 * Finds the unique field of the constraint that the message quotes, by its name:
 * Postgres hides the columns from a role that cannot read them. Any other
 * constraint is a failure, such as the primary key of a restored table, because a
 * visitor who is told "already signed up" goes away and leaves no trace.
 */
const findUniqueField = ({ table, fields }: StoredForm, message: string) =>
  Object.keys(fields)
    .filter(
      (name) =>
        fields[name]?.duplicate && message.replace(table, "").includes(name),
    )
    // A name may contain another one.
    .sort((one, other) => other.length - one.length)[0];

const unanswered = { error: null, status: 0, count: null };

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

/**
 * Postgres restarts: PostgREST hands out each dead connection of its pool once,
 * and reads the schema again.
 */
const restarting = /^(57P01|PGRST00[12])$/;

/** Milliseconds; each further pause is twice as long. */
const firstPause = 100;

/**
 * Sends the row once the database is open, and again while the database
 * restarts: a row with a key is stored once.
 */
async function send(
  table: string,
  row: Record<string, string | null>,
  idempotencyKey: string | undefined,
  signal: AbortSignal,
) {
  const end = performance.now() + env.SUPABASE_TIMEOUT_MS;
  const { client } = await openSupabase();
  for (let pause = firstPause; ; pause *= 2) {
    signal.throwIfAborted();
    // The count is 0 when the tables ignore a repeat. A retry asks for none: the
    // try before it may have stored the row.
    const isFirst = pause === firstPause;
    const query = client
      .from(table)
      .insert(row, isFirst ? { count: "exact" } : {})
      .abortSignal(signal);
    if (!idempotencyKey) return query;
    query.setHeader("Idempotency-Key", idempotencyKey);
    const answer = await query;
    const { status } = answer;
    const { code = "", details = "" } = readError(answer.error) ?? {};
    const isRestarting =
      (status === 503 && restarting.test(code)) ||
      (status === 0 && details.includes("ECONNREFUSED"));
    if (!isRestarting || performance.now() + pause > end) return answer;
    await wait(pause);
  }
}

/**
 * On a full disk Postgres could not start. Pages without a database serve
 * visitors better: their forms answer 503 and keep the input. Once there is room,
 * the database opens.
 */
async function openEmbedded() {
  // A site with a Supabase project loads no Postgres.
  const { DiskFullError, onSpace, openEmbeddedSupabase } =
    await import("#supabase");
  try {
    return await openEmbeddedSupabase(env.DATA_DIR, databaseFolders, log);
  } catch (error) {
    if (!(error instanceof DiskFullError)) throw error;
    log("error", error.message);
    const { message } = error;
    onSpace(env.DATA_DIR, () => {
      log("info", "DATA_DIR has room again");
      shared.kandiSupabase = connect();
      shared.kandiSupabase.catch(exitWithMessage);
    });
    return {
      anonKey: "none",
      fetch: () =>
        Promise.resolve(
          Response.json({ code: "53100", message }, { status: 503 }),
        ),
      canStore: () => false,
      close: () => {},
    };
  }
}

async function connect() {
  const embedded = env.SUPABASE_URL ? undefined : await openEmbedded();
  const client = createClient(
    env.SUPABASE_URL ?? "http://embedded.invalid",
    env.SUPABASE_ANON_KEY ?? embedded?.anonKey ?? "",
    {
      auth: { persistSession: false, autoRefreshToken: false },
      // createClient throws without a WebSocket, which Node 20 lacks.
      realtime: { transport: noWebSocket as unknown as typeof WebSocket },
      global: embedded && { fetch: embedded.fetch as typeof fetch },
    },
  );
  return {
    client,
    canStore: () => embedded?.canStore() ?? true,
    close: async () => embedded?.close(),
  };
}

function noWebSocket() {
  throw new Error("The site uses no realtime connection.");
}
