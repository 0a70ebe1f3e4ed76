import type { EmbeddedSupabase } from "~/embedded-supabase/index.server";

/** Inserts a signup as supabase-js does, and gives the answer's status. */
export async function insertSignup(
  { fetch, anonKey }: EmbeddedSupabase,
  email: string,
): Promise<number> {
  const { status } = await fetch(
    "http://embedded.invalid/rest/v1/beta_signups",
    {
      method: "POST",
      headers: { apikey: anonKey, "Content-Type": "application/json" },
      body: JSON.stringify({ email, signup_source: "hero_section" }),
    },
  );
  return status;
}
