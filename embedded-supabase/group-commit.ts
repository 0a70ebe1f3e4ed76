import type { PGlite } from "@electric-sql/pglite";
import { endOnSystemError } from "./durable-postgres";

/** One request's insert. */
export interface Submission {
  /** Takes the row as $1. */
  statement: string;
  /** In JSON. */
  row: string;
  /** In JSON; SQL reads them as the setting request.headers. */
  headers: string;
}

export interface PostgresError {
  code: string;
  message: string;
  details?: string | null;
  hint?: string | null;
}

/** Postgres's code. */
const diskFull = "53100";

/** The number of stored rows, or Postgres's error. */
type Result = number | PostgresError;

/** A group of this size waits for no further submissions. */
const largestGroup = 100;

/**
 * One call runs the whole group, because each statement of PGlite has a fixed
 * cost. Each submission is a subtransaction.
 *
 * A deferred constraint that fails at the commit would refuse the whole group,
 * so each submission ends with its check. Constraints stay immediate for the
 * rest of the group, which only a trigger with several statements could notice.
 */
const submitEach = `
  create or replace function pg_temp.submit_each(statements text[], rows text[], headers text[])
  returns setof json language plpgsql as $$
  declare
    stored bigint; code text; message text; details text; hint text;
    is_stored boolean := false;
  begin
    for i in 1 .. cardinality(statements) loop
      begin
        perform set_config('request.headers', headers[i], true), set_config('role', 'anon', true);
        execute statements[i] using rows[i]::json;
        get diagnostics stored = row_count;
        set constraints all immediate;
        perform set_config('role', 'none', true);
        is_stored := true;
        return next to_json(stored);
      exception when others then
        get stacked diagnostics code = returned_sqlstate, message = message_text,
          details = pg_exception_detail, hint = pg_exception_hint;
        return next json_build_object('code', code, 'message', message,
          'details', nullif(details, ''), 'hint', nullif(hint, ''));
      end;
    end loop;
    -- A group of refused rows has nothing to put on the disk.
    if not is_stored then
      perform set_config('synchronous_commit', 'off', true);
    end if;
  end $$`;

interface PendingSubmission extends Submission {
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Works like Postgres's commit_delay, for a single session: submissions that
 * arrive together, or during a commit, are committed with one fsync.
 *
 * @param refusal says why the disk may not take a group
 * @returns a function that inserts a row as the role anon. It resolves once the row
 *   is on the disk, with 1, with 0 if a trigger dropped it, or with its own error.
 */
export async function groupCommit(
  sql: PGlite,
  refusal: () => string | undefined,
): Promise<(submission: Submission) => Promise<Result>> {
  await sql.exec(submitEach);
  let next: PendingSubmission[] = [];

  async function commit() {
    const group = next;
    next = [];
    const message = refusal();
    if (message) {
      for (const { resolve } of group) resolve({ code: diskFull, message });
      return;
    }
    try {
      const { rows } = await sql.query<{ result: Result }>(
        "select pg_temp.submit_each($1, $2, $3) as result",
        [
          group.map(({ statement }) => statement),
          group.map(({ row }) => row),
          group.map(({ headers }) => headers),
        ],
      );
      const results = rows.map(({ result }) => result);
      for (const result of results) {
        if (typeof result !== "number") endOnSystemError(result);
      }
      for (const [index, { resolve }] of group.entries()) {
        resolve(results[index] ?? 0);
      }
    } catch (error) {
      endOnSystemError(error as Error);
      for (const { reject } of group) reject(error);
    }
  }

  /** A group is complete once a turn of the event loop adds nothing to it. */
  const gather = (size: number) => {
    setImmediate(() => {
      const isComplete = next.length === size || next.length >= largestGroup;
      if (isComplete) void commit();
      else gather(next.length);
    });
  };

  return (submission) =>
    new Promise((resolve, reject) => {
      if (next.length === 0) gather(0);
      next.push({ ...submission, resolve, reject });
    });
}
