import type { LoaderFunctionArgs } from "@remix-run/node";
import { canServe } from "~/database/supabase.server";
import { env } from "~/server/env.server";
import { doctorHeader } from "~/server/env-warnings.server";

/**
 * For the operator's health check, and for the doctor, who asks through the proxy. It
 * queries no remote database. Everyone may ask, so it does not name the release.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const ok = await canServe();
  const name = env.CLIENT_IP_HEADER;
  // Other checks come without a proxy.
  const isMissing =
    name && request.headers.has(doctorHeader) && !request.headers.has(name);
  const lines = [
    ok ? "ok" : "the database is not open",
    ...(isMissing ? ["CLIENT_IP_HEADER is missing"] : []),
  ];
  return new Response(`${lines.join("\n")}\n`, {
    status: ok ? 200 : 503,
    headers: { "Cache-Control": "no-store", "Content-Type": "text/plain" },
  });
}
