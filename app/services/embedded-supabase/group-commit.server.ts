import type { PGlite } from "@electric-sql/pglite";

/** What anon asks for in a request. */
export interface Submission {
  /** May take the body as $1, in JSON. */
  statement: string;
  body: string;
  /** In JSON, for SQL to read as request.headers. */
  headers: string;
  /** Nothing is stored unless it affects one row, and no other number. */
  isSingular?: boolean;
}

/** As PGlite's own error for what Postgres reports. */
interface Failure {
  code: string;
  message: string;
  detail?: string;
  hint?: string;
}

/** Nobody waits for more than these. */
const largestGroup = 100;

/** The SQLSTATE of a submission that was to affect one row. */
export const notSingular = "PT406";

/** One call for all: each statement that PGlite is given has its price. */
const submitEach = `
  create or replace function pg_temp.submit_each(statements text[], bodies text[], headers text[], singular boolean[])
  returns setof json language plpgsql as $$
  declare
    code text; message text; detail text; hint text; affected bigint;
  begin
    for i in 1 .. cardinality(statements) loop
      begin
        perform set_config('request.headers', headers[i], true), set_config('role', 'anon', true);
        execute statements[i] using bodies[i]::json;
        get diagnostics affected = row_count;
        if singular[i] and affected <> 1 then
          raise sqlstate '${notSingular}' using detail = format('The result contains %s rows', affected);
        end if;
        perform set_config('role', 'none', true);
        return next null;
      exception when others then
        get stacked diagnostics code = returned_sqlstate, message = message_text,
          detail = pg_exception_detail, hint = pg_exception_hint;
        return next json_build_object('code', code, 'message', message,
          'detail', nullif(detail, ''), 'hint', nullif(hint, ''));
      end;
    end loop;
  end $$`;

interface Waiting extends Submission {
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Postgres's commit_delay for its one session: what is asked for at one time,
 * or while the last group is at work, is committed together, with one fsync.
 *
 * @returns carries out a submission as PostgREST does: all of it or nothing, as
 *   anon. It resolves when that is on the disk; a failure is the submission's
 *   alone, and rejects with what Postgres reports.
 */
export async function groupCommit(
  sql: PGlite,
): Promise<(submission: Submission) => Promise<void>> {
  await sql.exec(submitEach);
  let next: Waiting[] = [];

  async function commit() {
    const group = next;
    next = [];
    try {
      const failures = await sql.transaction(async (transaction) => {
        const { rows } = await transaction.query<{ failure: Failure | null }>(
          "select pg_temp.submit_each($1, $2, $3, $4) as failure",
          [
            group.map(({ statement }) => statement),
            group.map(({ body }) => body),
            group.map(({ headers }) => headers),
            group.map(({ isSingular = false }) => isSingular),
          ],
        );
        // Nothing to store is no reason for an fsync.
        if (rows.every(({ failure }) => failure)) await transaction.rollback();
        return rows.map(({ failure }) => failure);
      });
      for (const [index, { resolve, reject }] of group.entries()) {
        const failure = failures[index];
        if (failure) reject(Object.assign(new Error(), failure));
        else resolve();
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  /** A group is whole when a turn of the event loop has brought no other. */
  const gather = (size: number) => {
    setImmediate(() => {
      const isWhole = next.length === size || next.length >= largestGroup;
      if (isWhole) void commit();
      else gather(next.length);
    });
  };

  return (submission) =>
    new Promise((resolve, reject) => {
      if (next.length === 0) gather(0);
      next.push({ ...submission, resolve, reject });
    });
}
