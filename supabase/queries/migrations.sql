-- Lists which migrations were applied, which wait, and which have changed.
--
-- npm run waitlist compares these rows with the files of supabase/migrations.
-- On Supabase the table exists once `npx supabase db push` has run.
select version, name, array_to_string(statements, e'\n') as statements
from supabase_migrations.schema_migrations
order by version;
