-- Postgres finds the small letter of a capital by the database's language: in Turkish,
-- 'INFO' is no 'info', and both would be stored. With the collation "C", letters of ASCII
-- are small everywhere. Nothing is changed where older rows would then be repeated.
do $$
declare
  addresses bigint;
begin
  select count(*) into addresses
  from (
    select 1 from public.beta_signups where email is not null
    group by lower(email::text collate "C") having count(*) > 1
  ) as repeated;
  if addresses > 0 then
    raise exception
      'beta_signups holds % e-mail address(es) more than once when letter case is ignored. Merge them, then run this migration again. Nothing was changed.',
      addresses;
  end if;
end $$;

drop index if exists public.beta_signups_email_lower_key;
create unique index beta_signups_email_lower_key
  on public.beta_signups (lower(email::text collate "C"));
