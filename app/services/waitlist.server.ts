import type { Signup } from "~/forms/signup";
import { insert } from "~/services/supabase.server";

/** Puts an address on the waiting list. */
export const joinWaitlist = (
  { email, source }: Signup,
  idempotencyKey: string | undefined,
) => insert("beta_signups", { email, signup_source: source }, idempotencyKey);
