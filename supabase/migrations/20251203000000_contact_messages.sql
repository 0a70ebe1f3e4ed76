-- What visitors wrote to the team. The limits are those of the form: code
-- points after trimming, CRLF counted as one (app/forms/definition.ts).

create table if not exists public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint contact_messages_name_length check (char_length(name) between 1 and 100),
  -- As the forms send it: printable ASCII without blanks or capitals. In another
  -- spelling it would stay when that person is erased.
  email text not null
    constraint contact_messages_email_length check (char_length(email) between 5 and 254)
    constraint contact_messages_email_normalized check (email ~ '^[!-~]+$' and email !~ '[A-Z]'),
  subject text
    constraint contact_messages_subject_length check (char_length(subject) between 1 and 200),
  message text not null
    constraint contact_messages_message_length check (char_length(message) between 1 and 5000),
  created_at timestamptz not null default now(),
  -- The trigger below fills it in.
  idempotency_key uuid,
  -- Null until the team has answered.
  answered_at timestamptz
);

-- The anonymous key may insert what the form has and nothing else. Anyone with
-- that key can sign up as a user of a hosted project and take the role
-- authenticated, which may do nothing.
alter table public.contact_messages enable row level security;
revoke all on public.contact_messages from public, anon, authenticated cascade;
grant insert (name, email, subject, message) on public.contact_messages to anon;

drop policy if exists "Anyone may write to the team" on public.contact_messages;
create policy "Anyone may write to the team"
  on public.contact_messages for insert to anon with check (true);

create index if not exists contact_messages_idempotency_key
  on public.contact_messages (idempotency_key) where idempotency_key is not null;
create or replace trigger refuse_repeat
  before insert on public.contact_messages
  for each row execute function public.refuse_repeat();

-- The operator's jobs read messages in chronological order, a batch at a time.
create index if not exists contact_messages_created_at_id
  on public.contact_messages (created_at, id);
-- Most messages are answered, and listing the others reads none of those.
create index if not exists contact_messages_unanswered
  on public.contact_messages (created_at, id) where answered_at is null;
