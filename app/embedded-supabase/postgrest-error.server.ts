/**
 * PostgREST's error answers. Authority: src/library/PostgREST/Error.hs of
 * PostgREST 16.1 (errorResponseFor, the ErrorBody instances and mapSQLtoHTTP).
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

/** The answer to all that is no insert, whatever PostgREST makes of it. */
export const notImplemented = (feature: string) =>
  errorResponse(400, {
    code: "PGRST127",
    message: "Feature not implemented",
    details: `The embedded Supabase does not take ${feature}`,
  });

export const invalidBody = (message = "Empty or invalid json") =>
  errorResponse(400, { code: "PGRST102", message });

/** The answer to an error that Postgres reports. */
export const postgresErrorResponse = (error: ErrorBody) =>
  errorResponse(statusOf(error.code), error);

/** The errors that an insert by anon can meet; the first match counts. */
const statuses: [code: RegExp, status: number][] = [
  [/^2350[35]$/, 409],
  [/^42501$/, 401],
  [/^(42883|42P01)$/, 404],
  [/^53/, 503],
  [/^P0001$/, 400],
  [/^(09|21|54|55|P0|XX)/, 500],
];

const statusOf = (code: string) =>
  statuses.find(([pattern]) => pattern.test(code))?.[1] ?? 400;
