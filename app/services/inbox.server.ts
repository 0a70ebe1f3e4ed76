import type { ContactMessage } from "~/forms/contact";
import { insert } from "~/services/supabase.server";

/** Keeps a message for the team. No two messages are duplicates. */
export const sendToTeam = (
  message: ContactMessage,
  idempotencyKey: string | undefined,
) => insert("contact_messages", { ...message }, idempotencyKey);
