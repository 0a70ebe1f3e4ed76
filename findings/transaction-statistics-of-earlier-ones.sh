#!/usr/bin/env bash
# Postgres: pg_stat_xact_user_tables, "since the transaction began", also counts what
# earlier transactions of the session did, as long as they are not flushed: for up to a
# second. A transaction that deletes nothing sees the deletes of the one before.
#
# One would guess: in a new transaction every count is 0.
#
# Seen with @electric-sql/pglite 0.5.16 (Postgres 18) on Node 20.20.2 on 2026-11-28.
# It matters for whoever asks which tables a transaction has touched: ask
# pg_stat_force_next_flush() before, or know from the statement whether it did anything.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund @electric-sql/pglite@0.5.16
cat > statistics.mjs <<'JS'
import { PGlite } from "@electric-sql/pglite";

const database = await PGlite.create();
await database.exec(`
  create table guests (id int primary key);
  insert into guests select generate_series(1, 10);`);
const deletesIn = (statement) =>
  database.transaction(async (transaction) => {
    await transaction.query(statement);
    const { rows } = await transaction.query(
      "select n_tup_del::int as deleted from pg_stat_xact_user_tables where relname = 'guests'",
    );
    return rows[0]?.deleted ?? 0;
  });
const none = "delete from guests where id = 0";
const first = await deletesIn("delete from guests where id <= 3");
const next = await deletesIn(none);
await new Promise((flushed) => setTimeout(flushed, 1500));
// A transaction that ends after a second flushes what waits.
await deletesIn(none);
const later = await deletesIn(none);
const { rows } = await database.query("show server_version");
console.log(`Postgres ${rows[0].server_version}`);
console.log(`a delete of three rows counts ${first}`);
console.log(`the next transaction, which deletes none, counts ${next}`);
console.log(`one after a second counts ${later}`);
await database.close();
if (first !== 3 || next !== 3 || later !== 0) throw new Error("This has changed.");
JS
node statistics.mjs
