-- Text messages as they were written, and what became of them. The id is that of their effect in the outbox, and the reference under which
-- the gateway reports.
create table text_messages (
  id uuid primary key,
  "companyId" uuid references companies,
  recipient text not null check (recipient ~ '^\+[1-9][0-9]{6,14}$'),
  language text not null check (language in ('en', 'fr', 'nl', 'de')),
  template text not null check (template <> ''),
  -- Emptied when it has left by a gateway outside the demo: its link opens a page, and it stands on the recipient's telephone.
  text text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'delivered', 'failed')),
  failure text check (failure in ('wrongNumber', 'unreachable', 'blocked', 'expired', 'other')),
  -- What the gateway said last.
  error text not null default '',
  "providerId" text unique,
  "createdAt" timestamptz not null,
  -- After this moment it would say something that is over: it does not leave any more.
  "validUntil" timestamptz,
  -- When the gateway was first asked. A second attempt looks there first: the answer to the first may have got lost.
  "attemptedAt" timestamptz,
  "sentAt" timestamptz,
  check ((state = 'failed') = (failure is not null)),
  check (state not in ('sent', 'delivered') or "sentAt" is not null)
);
create index text_messages_by_creation on text_messages ("createdAt" desc, id desc);
create index text_messages_company on text_messages ("companyId");

-- Each state that a message came to, once.
create table text_message_events (
  "messageId" uuid not null references text_messages on delete cascade,
  state text not null check (state in ('queued', 'sent', 'delivered', 'failed')),
  -- What the gateway calls the reason of a failure; empty for none.
  code text not null default '',
  at timestamptz not null,
  primary key ("messageId", state)
);

do $$
declare t text;
begin
  foreach t in array array['text_messages', 'text_message_events']
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy system on %I using ((select app.is_system()))', t);
    -- The mailbox page is the provider's.
    execute format('create policy mailbox on %I for select using ((select app.is_provider()))', t);
  end loop;
end $$;
-- As in outbox: whoever changes something of a company adds what follows from it.
create policy add_own on text_messages for insert with check (
  "companyId" is null or (select app.is_provider()) or "companyId" = any ((select app.company_ids())::uuid[])
  or exists (select from checks c where c."companyId" = text_messages."companyId" and c."doctorId" = (select app.doctor_id())));
create policy add on text_message_events for insert with check (true);

grant select, insert, update on text_messages to checkwell_api;
grant select, insert on text_message_events to checkwell_api;
