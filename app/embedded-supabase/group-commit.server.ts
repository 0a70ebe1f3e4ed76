import type { PGlite } from "@electric-sql/pglite";
import { endOnSystemError } from "~/embedded-supabase/durable-postgres.server";

/** An insert of one request. */
export interface Submission {
  /** Takes the rows as $1. */
  statement: string;
  /** In JSON. */
  rows: string;
  /** In JSON; SQL reads them as the setting request.headers. */
  headers: string;
}

export interface PostgresError {
  code: string;
  message: string;
  details?: string | null;
  hint?: string | null;
}

/** How many rows are stored, or the error that Postgres reports. */
type Result = number | PostgresError;

/** A group of this size no longer waits for others. */
const largestGroup = 100;

/**
 * One call carries out the whole group, because each statement that PGlite is
 * given has its price. Each submission is a subtransaction.
 *
 * A deferred constraint that failed at the commit would refuse the whole group,
 * so each submission ends with its check. Constraints stay immediate for the
 * rest of the group, which only a trigger of several statements could tell.
 */
const submitEach = `
  create or replace function pg_temp.submit_each(statements text[], rows text[], headers text[])
  returns setof json language plpgsql as $$
  declare
    stored bigint; code text; message text; details text; hint text;
  begin
    for i in 1 .. cardinality(statements) loop
      begin
        perform set_config('request.headers', headers[i], true), set_config('role', 'anon', true);
        execute statements[i] using rows[i]::json;
        get diagnostics stored = row_count;
        set constraints all immediate;
        perform set_config('role', 'none', true);
        return next to_json(stored);
      exception when others then
        get stacked diagnostics code = returned_sqlstate, message = message_text,
          details = pg_exception_detail, hint = pg_exception_hint;
        return next json_build_object('code', code, 'message', message,
          'details', nullif(details, ''), 'hint', nullif(hint, ''));
      end;
    end loop;
  end $$`;

interface Waiting extends Submission {
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Postgres's commit_delay for its one session: submissions that arrive at one
 * time, or while a group is being committed, are committed together with one
 * fsync.
 *
 * @returns a function that inserts as the role anon, all rows or none. It
 *   resolves when they are on the disk, with how many a trigger let through, or
 *   with the failure of its own rows.
 */
export async function groupCommit(
  sql: PGlite,
): Promise<(submission: Submission) => Promise<Result>> {
  await sql.exec(submitEach);
  let next: Waiting[] = [];

  async function commit() {
    const group = next;
    next = [];
    try {
      const results = await sql.transaction(async (transaction) => {
        const { rows } = await transaction.query<{ result: Result }>(
          "select pg_temp.submit_each($1, $2, $3) as result",
          [
            group.map(({ statement }) => statement),
            group.map(({ rows }) => rows),
            group.map(({ headers }) => headers),
          ],
        );
        // A commit costs an fsync, a rollback none.
        const isStored = ({ result }: { result: Result }) =>
          typeof result === "number";
        if (!rows.some(isStored)) await transaction.rollback();
        return rows.map(({ result }) => result);
      });
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

  /** A group is complete when a turn of the event loop adds nothing to it. */
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
