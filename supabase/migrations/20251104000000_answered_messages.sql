-- When the team answered a message; null: not yet. The anonymous key may insert
-- the columns that it was granted by name, so not this one.
alter table public.contact_messages
  add column if not exists answered_at timestamptz;
