import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import type { Queryable } from "./durable-postgres";
import type { Log } from "./files";

/**
 * A Supabase project before its first migration. Its default privileges show
 * whether a migration forgets to revoke them.
 */
export const supabaseProject = `
  do $$ begin
    create role anon nologin;
    create role authenticated nologin;
    create role service_role nologin bypassrls;
    grant usage on schema public to anon, authenticated, service_role;
    alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
    alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
    alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
  exception when duplicate_object then null;
  end $$;

  -- Supabase's CLI uses the same table.
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text primary key,
    statements text[],
    name text
  );
`;

interface MigrationState {
  file: string;
  state: "applied" | "waiting" | "differs" | "no version" | "no file";
}

const warnings: Partial<Record<MigrationState["state"], string>> = {
  differs:
    "A changed migration is not applied again: put the change into a new file",
  "no version":
    "A migration without a version is not applied: name it as in 20251202000000_beta_signups.sql",
};

/**
 * Applies the waiting migrations in the order of their names, and warns of
 * files that are not applied although they say something new.
 *
 * @throws Error that names the file that failed. Nothing is applied if a file
 *   has a transaction of its own.
 */
export async function migrate(
  sql: PGlite,
  folder: string,
  log: Log,
): Promise<void> {
  const states = await readMigrationStates(sql, folder);
  for (const { file, state } of states) {
    if (state === "waiting") refuseOwnTransaction(folder, file);
  }
  for (const { file, state } of states) {
    const warning = warnings[state];
    if (warning) log("warn", warning, { file });
    if (state !== "waiting") continue;
    await apply(sql, folder, file);
    log("info", "Migration applied", { file });
  }
}

/** The migration's transaction would end early, or be another one's. */
function refuseOwnTransaction(folder: string, file: string) {
  const sql = read(folder, file).replace(opaque, " ");
  const [, statement] =
    /(?:^|;)\s*(begin|start|commit|rollback|abort)\b/i.exec(sql) ?? [];
  if (!statement) return;
  throw new Error(
    `${file}: each migration runs in a transaction of its own; remove ${statement} from it.`,
  );
}

async function apply(sql: PGlite, folder: string, file: string) {
  const [, version, name] = fileName.exec(file) ?? [];
  const statements = read(folder, file);
  try {
    await sql.transaction(async (transaction) => {
      await transaction.exec(statements);
      await transaction.query(
        "insert into supabase_migrations.schema_migrations values ($1, $2, $3)",
        [version, [statements], name],
      );
    });
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

const read = (folder: string, file: string) =>
  readFileSync(path.join(folder, file), "utf8");

const fileName = /^(\d+)_(.*)\.sql$/;

/** Compares the folder's files with what was applied, in the order of names. */
export async function readMigrationStates(
  database: Queryable,
  folder: string,
): Promise<MigrationState[]> {
  const { rows: applied } = await database.query(
    "select version, name, statements[1] from supabase_migrations.schema_migrations",
  );
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  const versionOf = (file: string) => fileName.exec(file)?.[1];
  const stateOf = (file: string) => {
    if (!versionOf(file)) return "no version";
    const row = applied.find(({ version }) => version === versionOf(file));
    if (!row) return "waiting";
    const isSame =
      withoutComments(read(folder, file)) ===
      withoutComments(String(row.statements));
    return isSame ? "applied" : "differs";
  };
  const versions: unknown[] = files.map(versionOf);
  return [
    ...files.map((file) => ({ file, state: stateOf(file) }) as const),
    ...applied
      .filter(({ version }) => !versions.includes(version))
      .map(({ version, name }) => ({
        file: `${String(version)}_${String(name)}.sql`,
        state: "no file" as const,
      })),
  ].sort((a, b) => (a.file < b.file ? -1 : 1));
}

/**
 * SQL without its comments and white space, except inside quotes. A checkout may
 * have turned its line ends into CRLF.
 */
const withoutComments = (sql: string) =>
  sql
    .replaceAll("\r\n", "\n")
    .replace(
      /('[^']*'|"[^"]*")|--.*|\/\*[^]*?(?:\*\/|$)|\s+/g,
      (_, quoted: string | undefined) => quoted ?? "",
    );

/**
 * Text in quotes, bodies of functions between $$, and comments. An unclosed one
 * reaches to the end: searching for each missing end takes quadratic time.
 */
const opaque =
  /'[^']*'|"[^"]*"|(?<!\w)(\$\w*\$)[^]*?(?:\1|$)|--.*|\/\*[^]*?(?:\*\/|$)/g;
