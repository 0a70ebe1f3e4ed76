import type { Mutations } from "./mutation";

export const database: Mutations = {
  "When the database fails": [
    {
      file: "app/data/supabase.server.ts",
      from: ".abortSignal(timeout.signal)",
      test: "both forms fail",
    },
    {
      file: "app/data/supabase.server.ts",
      from: 'if (idempotencyKey) query.setHeader("Idempotency-Key", idempotencyKey);',
      test: "sending again",
    },
    {
      file: "app/data/supabase.server.ts",
      from: "!error && status === 201 && !isDropped",
      to: "!error && !isDropped",
      test: "is a failure, logged in one line",
    },
  ],
  "Pages are served just as fast": [
    {
      // Keeps the thread busy while it waits for the database.
      file: "app/data/supabase.server.ts",
      from: "const { error, status, count } = await query;",
      to: "const busy = setInterval(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200));\n  const { error, status, count } = await query;\n  clearInterval(busy);",
    },
  ],
  "Each migration that is applied": [
    {
      file: "app/embedded-supabase/migrations.server.ts",
      from: 'log("info", "Migration applied", { file });',
      test: "logs each migration",
    },
    {
      file: "app/embedded-supabase/migrations.server.ts",
      from: 'if (warning) log("warn", warning, { file });',
      test: "warns",
    },
    {
      file: "app/embedded-supabase/migrations.server.ts",
      from: "essence(statements) === essence(row.statements)",
      to: "statements === row.statements",
      test: "does not warn",
    },
    {
      file: "app/embedded-supabase/migrations.server.ts",
      from: "throw new Error(`${file}: ${(error as Error).message}`, { cause: error });",
      to: "throw error;",
      test: "fails with the name",
    },
  ],
  "`npm run waitlist -- migrations` lists": [
    {
      file: "app/commands/waitlist/store.ts",
      from: "isMigrated ? folders : {}",
      to: "folders",
      test: "applies nothing",
    },
    {
      file: "app/commands/waitlist/store.ts",
      from: 'stderr.write(`${[message, ...Object.values(fields)].join(": ")}\\n`)',
      to: "stderr.emit(message, fields)",
      test: "says on stderr",
    },
  ],
  "A missing table, column, grant or policy": [
    {
      file: "app/data/supabase.server.ts",
      from: "fixes[error.code]?.(table, columns)",
      to: "fixes.none?.(table, columns)",
    },
  ],
  "No visitor is thanked": [
    {
      file: "app/data/supabase.server.ts",
      from: "const isDropped = count === 0 && !idempotencyKey;",
      to: "const isDropped = false;",
    },
  ],
  "Once the job is done": [
    {
      file: "app/embedded-supabase/erasure.server.ts",
      from: "vacuum full ${name}",
      to: "vacuum ${name}",
      test: "erased rows are in no file",
    },
    {
      file: "app/embedded-supabase/erasure.server.ts",
      from: "if (existsSync(path.join(dataDir, doneFile))) {",
      to: "if (existsSync(dataDir)) {",
      test: "tables too large",
    },
    {
      file: "app/embedded-supabase/erasure.server.ts",
      from: "await removeLeftFiles(sql);\n    const",
      to: "const",
      test: "what a killed process left",
    },
  ],
  "The embedded Supabase reports success only": [
    {
      file: "app/embedded-supabase/postgrest.server.ts",
      from: 'if (url.search) return notImplemented("query parameters");',
    },
    {
      file: "app/embedded-supabase/group-commit.server.ts",
      from: "set_config('role', 'anon', true)",
      to: "set_config('role', 'none', true)",
    },
  ],
  "The anonymous key can insert": [
    {
      file: "supabase/migrations/20251105000000_nobody_but_anon.sql",
      from: "revoke all on public.beta_signups, public.contact_messages from %s cascade",
      to: "select %L",
    },
  ],
  "An insert of 20,000 rows": [
    {
      file: "supabase/migrations/20251105000000_nobody_but_anon.sql",
      from: "pg_catalog.hashtext(email) & 15",
      to: "pg_catalog.hashtext(email)",
    },
  ],
  "The embedded database's write-ahead log": [
    {
      file: "app/embedded-supabase/log-size.server.ts",
      from: "const mostFiles = 4;",
      to: "const mostFiles = 400;",
    },
  ],
};
