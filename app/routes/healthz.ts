import type { LoaderFunctionArgs } from "@remix-run/node";
import { canServe } from "~/database/supabase.server";

/**
 * For the operator's health check. It queries no remote database. Only a client
 * on this machine is told the release.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const ok = await canServe();
  const address = request.headers.get("X-Client-Address") ?? "";
  // This machine's own, as `addressOf` writes them.
  const isOperator = ["127.0.0.1", "0:0:0:0"].includes(address);
  const release = isOperator ? `Kandi ${import.meta.env.RELEASE}\n` : "";
  return new Response((ok ? "ok\n" : "the database is not open\n") + release, {
    status: ok ? 200 : 503,
    headers: { "Cache-Control": "no-store", "Content-Type": "text/plain" },
  });
}
