-- What visitors wrote to the team. The limits are those of the form: code
-- points after trimming, CRLF counted as one (app/forms/limits.ts).

create table if not exists public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint contact_messages_name_length check (char_length(name) between 1 and 100),
  email text not null
    constraint contact_messages_email_length check (char_length(email) between 5 and 254),
  subject text
    constraint contact_messages_subject_length check (char_length(subject) between 1 and 200),
  message text not null
    constraint contact_messages_message_length check (char_length(message) between 1 and 5000),
  created_at timestamptz not null default now(),
  idempotency_key uuid
);

-- The anonymous key may insert these columns and nothing else.
alter table public.contact_messages enable row level security;
revoke all on public.contact_messages from public, anon;
grant usage on schema public to anon;
grant insert (name, email, subject, message) on public.contact_messages to anon;

drop policy if exists "Anyone may write to the team" on public.contact_messages;
create policy "Anyone may write to the team"
  on public.contact_messages for insert to anon with check (true);

create index if not exists contact_messages_idempotency_key
  on public.contact_messages (idempotency_key) where idempotency_key is not null;

create or replace trigger skip_repeated_submission
  before insert on public.contact_messages
  for each row execute function
    public.skip_repeated_submission('name', 'email', 'subject', 'message');
