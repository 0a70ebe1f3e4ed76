import type { Signup } from "~/forms/signup";
import { log } from "~/services/log.server";
import { insert } from "~/services/supabase.server";

/** Puts an address on the waiting list; a failure is logged without it. */
export async function joinWaitlist(
  { email, source }: Signup,
  idempotencyKey: string | undefined,
) {
  const result = await insert(
    "beta_signups",
    { email, signup_source: source },
    idempotencyKey,
  );
  if (result.outcome === "failed") {
    log("error", "Signup not stored", { reason: result.reason, source });
  }
  return result.outcome;
}
