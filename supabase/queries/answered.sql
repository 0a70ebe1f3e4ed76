-- Marks a contact message as answered, by the id that "unanswered" lists.
with input(id) as (values ('00000000-0000-0000-0000-000000000000')) -- edit this line
update public.contact_messages
set answered_at = now()
from input
where contact_messages.id = input.id::uuid and answered_at is null
returning contact_messages.id, name, email, subject;
