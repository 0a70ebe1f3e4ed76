-- When the team answered a message; null until then. The anonymous key may
-- insert only the columns granted to it by name, so not this one.
alter table public.contact_messages
  add column if not exists answered_at timestamptz;
