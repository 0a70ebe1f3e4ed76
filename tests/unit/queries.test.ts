import { expect, test } from "vitest";
import { sqlFolders } from "~/data/sql-folders";
import { differing, makeQueries } from "../../tools/queries/write";
import { openOwnSupabase } from "./embedded-supabase/own-supabase";

test("the operator's jobs fit the schema, or npm run queries writes them", async () => {
  const { database } = await openOwnSupabase();
  const queries = await makeQueries(database, sqlFolders.queries);
  expect(
    differing(queries, sqlFolders.queries),
    "run npm run queries, which writes these files",
  ).toEqual([]);
});

const table = `
  create table press_inquiries (
    id uuid primary key, email text not null, note text,
    created_at timestamptz, idempotency_key uuid
  );
  grant insert (note, idempotency_key) on press_inquiries to anon;`;

test("a table without protection is refused, with all that its migration must add", async () => {
  const { database } = await openOwnSupabase(table);
  await expect(makeQueries(database, sqlFolders.queries)).rejects.toThrow(
    [
      "A migration must change this:",
      "press_inquiries.email needs a constraint that limits it",
      "press_inquiries.note needs a constraint that limits it",
      "table press_inquiries: without row-level security, should be with row-level security",
      "constraint press_inquiries_email_normalized: missing",
      "index press_inquiries_idempotency_key_email: missing, should be %(idempotency_key, email)%",
      "index press_inquiries_created_at_id: missing, should be %(created_at, id)",
      "trigger skip_repeated_submission on press_inquiries: missing, should be % BEFORE INSERT % FOR EACH ROW EXECUTE FUNCTION %skip_repeated_%",
      'policies on press_inquiries: none, should be "%" (permissive insert to anon, check true)',
      "grants to anon on press_inquiries: DELETE,",
    ].join("\n"),
  );
});

test("a table without a column that every form needs is refused by name", async () => {
  const { database } = await openOwnSupabase(
    "create table press_inquiries (id uuid primary key, email text)",
  );
  await expect(makeQueries(database, sqlFolders.queries)).rejects.toThrow(
    "A migration must give press_inquiries the columns created_at, idempotency_key",
  );
});
