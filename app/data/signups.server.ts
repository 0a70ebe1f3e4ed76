import { insert } from "~/data/supabase.server";
import type { Tables } from "~/data/supabase.server";

/** Puts an address on the waiting list. */
export const storeSignup = (
  row: Tables["beta_signups"],
  idempotencyKey: string | undefined,
) => insert("beta_signups", row, idempotencyKey);
