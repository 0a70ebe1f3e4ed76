import { expect, test } from "vitest";
import { databaseFolders } from "~/data/database-folders";
import { differing, makeQueries } from "../../tools/queries/write";
import { openOwnSupabase } from "./embedded-supabase/own-supabase";

test("the operator's jobs fit the schema, or npm run queries writes them", async () => {
  const { database } = await openOwnSupabase();
  const queries = await makeQueries(database, databaseFolders.queries);
  expect(
    differing(queries, databaseFolders.queries),
    "run npm run queries, which writes these files",
  ).toEqual([]);
});

const table = `
  create table guest_book (
    id uuid primary key, email text not null, note text,
    created_at timestamptz, idempotency_key uuid
  );
  grant insert (note, idempotency_key) on guest_book to anon;`;

test("a table without protection is refused, with all that its migration must add", async () => {
  const { database } = await openOwnSupabase(table);
  await expect(makeQueries(database, databaseFolders.queries)).rejects.toThrow(
    [
      "A migration must change this:",
      "guest_book.email needs a constraint that limits it",
      "guest_book.note needs a constraint that limits it",
      "table guest_book: without row-level security, should be with row-level security",
      "constraint guest_book_email_normalized: missing",
      "index guest_book_idempotency_key_email: missing, should be %(idempotency_key, email)%",
      "index guest_book_created_at_id: missing, should be %(created_at, id)",
      "trigger skip_repeated_submission on guest_book: missing, should be % BEFORE INSERT % FOR EACH ROW EXECUTE FUNCTION %skip_repeated_%",
      'policies on guest_book: none, should be "%" (permissive insert to anon, check true)',
      "grants to anon on guest_book: DELETE,",
    ].join("\n"),
  );
});

test("a table without a column that every form needs is refused by name", async () => {
  const { database } = await openOwnSupabase(
    "create table guest_book (id uuid primary key, email text)",
  );
  await expect(makeQueries(database, databaseFolders.queries)).rejects.toThrow(
    "A migration must give guest_book the columns created_at, idempotency_key",
  );
});
