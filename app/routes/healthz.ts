import type { LoaderFunctionArgs } from "@remix-run/node";
import { seenByDoctor } from "~/services/diagnosis.server";
import { canServe } from "~/services/supabase.server";

const noStore = { "Cache-Control": "no-store" };

/** For the operator's health check; asks no remote database. */
export async function loader({ request }: LoaderFunctionArgs) {
  const ok = await canServe();
  const seen = seenByDoctor(request);
  if (ok && seen) return Response.json(seen, { headers: noStore });
  return new Response(ok ? "ok\n" : "the database is closed\n", {
    status: ok ? 200 : 503,
    headers: { ...noStore, "Content-Type": "text/plain" },
  });
}
