import type { Mutations } from "./mutation";

/** What the operator's jobs and the schema promise. */
export const keptData: Mutations = {
  "`check.sql` finds every broken promise": [
    {
      file: "supabase/queries/check.sql",
      from: "join pg_publication_tables on schemaname = 'public' and tablename = relname",
      to: "join pg_publication_tables on false",
      test: "finds each broken promise",
    },
    {
      file: "supabase/queries/check.sql",
      from: "md5(replace(prosrc, e'\\r', ''))",
      to: "md5(prosrc)",
      test: "Windows line endings",
    },
    {
      file: "supabase/queries/check.sql",
      from: "then 'a webhook posts each row to another server' end",
      to: "then null end",
      test: "what breaks no promise is named",
    },
  ],
  "Personal data that `erase-person`": [
    {
      file: "supabase/queries/export-signups.sql",
      from: "regexp_replace(signup_source, formula.start, '''', 'g') as source,",
    },
  ],
  "The operator's jobs fit the schema": [
    {
      file: "supabase/queries/export-signups.sql",
      from: "regexp_replace(signup_source, formula.start, '''', 'g') as source,",
      test: "the operator's jobs fit",
    },
    {
      file: "tools/queries/protection.ts",
      from: "[`policies on ${name}`, '\"%\" (permissive insert to anon, check true)'],",
      test: "without protection",
    },
    {
      file: "tools/queries/tables.ts",
      from: "if (missing.length > 0) {",
      to: "if (missing.length > common.length) {",
      test: "without a column",
    },
  ],
  "Who follows [recipes.md]": [
    {
      file: "docs/recipes.md",
      from: '+    city: "your city, if you gave one",\n',
      test: "passes the checks",
    },
  ],
  "`erase-person` erases every spelling": [
    {
      file: "supabase/queries/erase-person.sql",
      from: "regexp_replace(read_messages.email, characters, '', 'g')",
      to: "read_messages.email",
    },
  ],
  "The embedded database moves into another one": [
    {
      file: "supabase/queries/dump.sql",
      from: "alter table public.contact_messages disable trigger skip_repeated_submission;",
    },
  ],
  "No operator's job on 30,000 messages": [
    {
      file: "supabase/queries/export-messages.sql",
      from: "limit 20\n",
      to: "limit 20000\n",
    },
  ],
  "The doctor checks the mail server": [
    {
      file: "app/commands/doctor/mail.ts",
      from: ".verify()",
      to: '.sendMail({ from: "a@b.co", to: "a@b.co" })',
    },
  ],
  "The doctor prints no secret": [
    {
      file: "app/server/check-env.server.ts",
      from: "if (secrets.includes(name)) return `${value.length} characters`;",
      test: "no secret is printed",
    },
    {
      file: "app/commands/doctor/network.ts",
      from: "got: `status ${status}`",
      to: "got: `status ${status} ${body}`",
      test: "no text from a server's answer",
    },
  ],
};
