import type { PGlite } from "@electric-sql/pglite";

/**
 * A process that was killed while it rewrote a table leaves a copy that no
 * table knows. Files of the log that were to be used again, as they were before
 * wal_recycle was off, hold old rows.
 */
export async function removeLeftFiles(sql: PGlite): Promise<void> {
  // It removes the files that Postgres itself no longer needs.
  await sql.exec("checkpoint");
  const { rows } = await sql.query<{ file: string }>(`
    with base(folder) as (
      select 'base/' || oid from pg_database where datname = current_database()
    ),
    left_files(name) as (
      select folder || '/' || name from base, pg_ls_dir(folder) as name
      where name ~ '^[0-9]' and folder || '/' || substring(name from '^[0-9]+') not in (
        select pg_relation_filepath(oid) from pg_class
        where pg_relation_filepath(oid) is not null)
      union all
      select 'pg_wal/' || name from pg_ls_dir('pg_wal') as name
      where name ~ '^[0-9A-F]{24}$'
        and name > pg_walfile_name(pg_current_wal_insert_lsn()) collate "C"
    )
    select current_setting('data_directory') || '/' || name as file from left_files`);
  // Behind the back of Emscripten's file system the names would stay in it.
  for (const { file } of rows) sql.Module.FS.unlink(file);
}
