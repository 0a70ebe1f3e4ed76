import type { Queryable } from "#supabase";
import { suggestionFor } from "~/forms/slips.server";
import { readAddresses } from "./tables";

/** A stored address that looks like a slip. */
interface Doubtful {
  table: string;
  email: string;
  probably_meant: string;
  created_at_utc: string | null;
}

/** Finds the addresses that a form would ask about today, the oldest first. */
export async function findDoubtful(database: Queryable): Promise<Doubtful[]> {
  const found: Doubtful[] = [];
  for await (const stored of readAddresses(database)) {
    const { table, email, created_at_utc } = stored;
    const probably_meant = suggestionFor(email);
    if (probably_meant === undefined) continue;
    found.push({ table: table.name, email, probably_meant, created_at_utc });
  }
  const timeOf = ({ created_at_utc }: Doubtful) => created_at_utc ?? "";
  return found.sort((a, b) => timeOf(a).localeCompare(timeOf(b)));
}
