-- Counts signups by day (UTC) and source.
--
-- A batch passes its counts to the next one. The one that finds no more signups
-- prints them.
with batch as (
  select * from public.beta_signups
  -- in batches: where $1::timestamptz is null or (created_at, email) > ($1, $2)
  -- in batches: order by created_at, email limit 1000
),
counted(day, source, signups) as (
  select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD'), signup_source, count(*)
  from batch
  group by 1, 2
  -- in batches: union all
  -- in batches: select * from json_to_recordset($3::json) as earlier(day text, source text, signups bigint)
),
summed as (
  select day, source, sum(signups)::bigint as signups from counted group by 1, 2
)
select
  -- in batches: $1::text as "$1", $2 as "$2", null as "$3",
  day, source, signups
from summed
-- in batches: where not exists (select from batch)
-- in batches: union all (
-- in batches:   select created_at::text, email, (select json_agg(summed)::text from summed), null, null, null
-- in batches:   from batch order by created_at desc, email desc limit 1
-- in batches: )
order by day, source;
