import type { Mutations } from "./mutation";

export const operator: Mutations = {
  "With `DATABASE_URL`, every job runs on that Postgres server": [
    {
      file: "app/commands/waitlist/postgres.ts",
      from: "set local datestyle to 'ISO';",
      to: "set local datestyle to 'German';",
      test: "return the same for every file",
    },
    {
      file: "supabase/queries/migrations.sql",
      from: "schema_migrations",
      to: "schema_migration",
      test: "list its migrations",
    },
    {
      file: "app/commands/waitlist/postgres.ts",
      from: "  set local row_security to off;\n",
      test: "policies hide rows from",
    },
    {
      file: "app/commands/waitlist/postgres.ts",
      from: "...checked, ca: readFileSync",
      to: "rejectUnauthorized: false, ca: readFileSync",
      test: "of a trusted certificate",
    },
    {
      file: "app/commands/waitlist/postgres.ts",
      from: '(isThisMachine(host) ? "disable" : "verify-full")',
      to: '"disable"',
      test: "asked for TLS before anything else",
    },
  ],
  "Jobs are about the embedded database when": [
    {
      file: "app/commands/waitlist/store.ts",
      from: "!SUPABASE_URL || isEmbedded(place.env)",
      to: "!SUPABASE_URL",
      test: "with the settings that supabase:local prints",
    },
    {
      file: "app/commands/waitlist/store.ts",
      from: "!SUPABASE_URL || isEmbedded(place.env)",
      to: "true",
      test: "with Supabase set and no connection string",
    },
  ],
  "`restore` brings every row of a dump back": [
    {
      file: "app/commands/waitlist/restore.ts",
      from: 'await trigger("disable");',
      test: "twice without harm",
    },
    {
      file: "app/commands/waitlist/dump-reader.ts",
      from: "if (!ending.some((pattern) => pattern.test(line))) refuse();",
      test: "refuses what no dump has",
    },
    {
      file: "app/commands/waitlist/postgres.ts",
      from: 'await client.query("commit");',
      to: 'await client.query("rollback");',
      test: "a role like Supabase's postgres",
    },
  ],
  "Whoever was erased does not come back": [
    {
      file: "app/commands/waitlist/restore.ts",
      from: "part.rows.filter((row) => !isErased(row, source, erased))",
      to: "part.rows",
      test: "stays erased when an older backup",
    },
    {
      file: "app/commands/waitlist/tasks.ts",
      from: 'found.add(normalized(row[email] ?? ""));',
      test: "by erase-again",
    },
    {
      file: "app/commands/waitlist/erased-people.ts",
      from: 'createHmac("sha256", key).update(normalized(email)).digest("hex")',
      to: "normalized(email)",
      test: "is not named by the list",
    },
    {
      file: "app/commands/waitlist/erased-people.ts",
      from: ".toLowerCase()",
      test: "same spellings",
    },
    {
      file: "app/commands/waitlist/main.ts",
      from: "openErasedPeople(folder).add(email);",
      to: "void openErasedPeople(folder).add;",
      test: "only if the list can be written",
    },
    {
      file: "app/content/privacy.ts",
      from: "a keyed hash of your address",
      to: "a note",
      test: "the policy names the list",
    },
  ],
  "`backup` makes a backup of a running site": [
    {
      file: "app/commands/waitlist/backup.ts",
      from: 'openSync(unfinished, "w", 0o600)',
      to: 'openSync(unfinished, "w", 0o644)',
      test: "for its owner alone",
    },
    {
      file: "app/commands/waitlist/backup.ts",
      from: "if (lost) throw new Error(`${lost[0]} lacks ${lost[2]} of its rows.`);",
      test: "cannot be restored",
    },
    {
      file: "app/commands/waitlist/tasks.ts",
      from: "days > mostDays",
      to: "days > 99",
      test: "no longer than the privacy page promises",
    },
  ],
  "The first start fits into 512 MB": [
    {
      file: "app/data/supabase.server.ts",
      from: "env.DATA_DIR, databaseFolders, log",
      to: 'env.DATA_DIR, { ...databaseFolders, templates: "none" }, log',
      test: "fits into 512 MB",
    },
    {
      file: "app/embedded-supabase/template.server.ts",
      from: "  if (existsSync(template)) return;\n",
      test: "is made once",
    },
    {
      file: "app/embedded-supabase/template.server.ts",
      from: "  syncTree(unfinished);\n",
      test: "a power cut",
    },
  ],
  "Going back from an update leaves its migrations": [
    {
      file: "app/embedded-supabase/migrations.server.ts",
      from: "const warning = warnings[state];",
      to: 'if (state === "no file") throw new Error(file);\n    const warning = warnings[state];',
    },
  ],
  "An export has a byte order mark only with": [
    {
      file: "app/commands/waitlist/print.ts",
      from: '"\\ufeff"',
      to: '""',
      test: "byte order mark for spreadsheets",
    },
    {
      file: "app/embedded-supabase/jobs.server.ts",
      from: 'job.sql.replace(guard, "$1")',
      to: "job.sql",
      test: "as it is stored",
    },
    {
      file: "app/commands/waitlist/result-format.ts",
      from: "line.replace(unseen, toEscapes)",
      to: "line",
      test: "a line of JSON for each row",
    },
    {
      file: "app/commands/waitlist/main.ts",
      from: '...(isExport ? ["raw", "bom"] : []),',
      to: '"raw", "bom",',
      test: "is the only job with",
    },
    {
      file: "docs/operating.md",
      from: "(inputs | [.email,",
      to: "(inputs | [.mail,",
      test: "the file that listmonk imports",
    },
  ],
  "`stats` shows signups, waiting messages": [
    {
      file: "app/commands/waitlist/stats.ts",
      from: "Number(messages[0].more) + 1",
      to: "1",
    },
  ],
  "A name in `.env` that the site does not know": [
    {
      file: "app/server/start.server.ts",
      from: "envWarnings(env.SITE_URL)",
      to: "envWarnings(env.SITE_URL).slice(0, 0)",
      test: "after the start",
    },
    {
      file: "app/server/load-env.js",
      from: 'code !== "ENOENT"',
      to: "false",
      test: "cannot be read",
    },
    {
      file: "app/server/env-warnings.server.ts",
      from: "edits(other) <= name.length / 3",
      to: "edits(other) < 1",
      test: "is a warning that names",
    },
    {
      file: "app/server/env-warnings.server.ts",
      from: "printableName.test(name) && ",
      test: "a secret's piece",
    },
    {
      file: "app/server/env-warnings.server.ts",
      from: "if (!siteUrl)",
      to: 'if (siteUrl === "")',
      test: "a missing SITE_URL is a warning",
    },
    {
      file: "app/commands/doctor/main.ts",
      from: "for (const [name, text] of warnings) print(`! ${name.padEnd(24)} ${text}`);",
      test: "is a warning, and so is",
    },
  ],
  "SIGTERM to the process of `npm start`": [
    { file: "package.json", from: '"start": "exec node', to: '"start": "node' },
  ],
  "On a Node that the site does not run on": [
    {
      file: "app/server/check-node.js",
      from: "if (!isSupported)",
      to: "if (Number.isNaN(major))",
      test: "is refused with one line",
    },
    {
      file: "app/server/check-node.js",
      from: "if (!isSupported)",
      to: "if (isSupported)",
      test: "is accepted",
    },
  ],
};
