import { insert } from "~/data/supabase.server";
import type { Tables } from "~/data/supabase.server";

/** Keeps a message for the team. No two messages are duplicates. */
export const storeMessage = (
  row: Tables["contact_messages"],
  idempotencyKey: string | undefined,
) => insert("contact_messages", row, idempotencyKey);
