import { notSingular } from "~/services/embedded-supabase/group-commit.server";

/**
 * PostgREST's error answers. Authority: src/library/PostgREST/Error.hs of
 * PostgREST/postgrest (errorResponseFor, the ErrorBody instances and
 * mapSQLtoHTTP).
 */
export interface ErrorBody {
  code: string;
  message: string;
  details?: string | null;
  hint?: string | null;
}

export function errorResponse(status: number, error: ErrorBody): Response {
  const { code, message, details = null, hint = null } = error;
  return Response.json(
    { code, message, details, hint },
    {
      status,
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Proxy-Status": `PostgREST; error=${code}`,
        ...(status === 401 && { "WWW-Authenticate": "Bearer" }),
      },
    },
  );
}

/** What PGlite throws for an error that Postgres reports. */
interface PostgresError extends Error {
  code: string;
  detail?: string;
  hint?: string;
}

export const isPostgresError = (error: unknown): error is PostgresError =>
  error instanceof Error &&
  /^[0-9A-Z]{5}$/.test((error as Partial<PostgresError>).code ?? "");

export function postgresErrorResponse(error: PostgresError): Response {
  const { code, message, detail, hint } = error;
  if (code === notSingular) {
    return errorResponse(406, {
      code: "PGRST116",
      message: "JSON object requested, multiple (or no) rows returned",
      details: detail,
    });
  }
  return errorResponse(statusOf(code), {
    code,
    message,
    details: detail,
    hint,
  });
}

/** The first row that fits; the codes of anon, who counts as not signed in. */
const statuses: [code: RegExp, status: number][] = [
  [/^08/, 503],
  [/^09/, 500],
  [/^0[LP]/, 403],
  [/^2350[35]$/, 409],
  [/^25006$/, 405],
  [/^21000$/, 500],
  [/^25/, 500],
  [/^28/, 403],
  [/^(2D|38|39|3B|40|53400|54|55)/, 500],
  [/^(53|57P01)/, 503],
  [/^(57|58|F0|HV)/, 500],
  [/^P0001$/, 400],
  [/^(P0|XX|42P17)/, 500],
  [/^42883$|^42P01$/, 404],
  [/^42501$/, 401],
];

const statusOf = (code: string) =>
  statuses.find(([pattern]) => pattern.test(code))?.[1] ?? 400;
