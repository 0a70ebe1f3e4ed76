import { canServe } from "~/data/supabase.server";

/** For the operator's health check. It queries no remote database. */
export async function loader() {
  const ok = await canServe();
  return new Response(ok ? "ok\n" : "the database is not open\n", {
    status: ok ? 200 : 503,
    headers: { "Cache-Control": "no-store", "Content-Type": "text/plain" },
  });
}
