-- Counts signups by day (UTC) and source.
select
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day,
  signup_source as source,
  count(*) as signups
from public.beta_signups
group by 1, 2
order by 1, 2;
