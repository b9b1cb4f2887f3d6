-- Effects that leave the product (mails first): written in the transaction of the change that causes them, carried out afterwards
-- by any process with the role jobs. The id of a row is the idempotency key of its effect (a mail's Message-ID).
create table outbox (
  id uuid primary key,
  -- null: an effect of no company, such as a forgotten password.
  "companyId" uuid references companies,
  -- Who carries it out: mail, …
  topic text not null check (topic <> ''),
  payload jsonb not null,
  "createdAt" timestamptz not null,
  -- Not before; moved on by each failure.
  "dueAt" timestamptz not null,
  attempts integer not null default 0,
  "lastError" text not null default '',
  -- Given up: a dead letter, kept for those who run the product.
  "deadAt" timestamptz,
  "traceId" text not null default ''
);
create index outbox_due on outbox ("dueAt", id) where "deadAt" is null;

-- Mails as they were written, and what became of them.
create table mails (
  id uuid primary key,
  "companyId" uuid references companies,
  recipient email_address not null,
  language text not null check (language in ('en', 'fr', 'nl', 'de')),
  template text not null check (template <> ''),
  subject text not null check (subject <> '' and subject !~ '[[:cntrl:]]'),
  -- Emptied when a mail has left by SMTP outside the demo: what was said stands in the recipient's mailbox.
  html text not null,
  "plainText" text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  -- What the recipient's server said last.
  error text not null default '',
  "createdAt" timestamptz not null,
  "sentAt" timestamptz,
  -- Recipient and subject without accents and case.
  "searchText" text not null,
  check ((state = 'sent') = ("sentAt" is not null))
);
create index mails_by_creation on mails ("createdAt" desc, id desc);

create table mail_attachments (
  "mailId" uuid not null references mails on delete cascade,
  position smallint not null,
  "fileName" text not null check ("fileName" <> '' and "fileName" !~ '[[:cntrl:]/\\]'),
  "mediaType" text not null check ("mediaType" ~ '^[a-z]+/[a-z0-9.+-]+$'),
  "byteSize" integer not null check ("byteSize" > 0 and "byteSize" <= 10485760),
  content bytea not null,
  primary key ("mailId", position)
);

do $$
declare t text;
begin
  foreach t in array array['outbox', 'mails', 'mail_attachments']
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
  end loop;
  -- Whoever changes something of a company adds what follows from it; only the product itself reads and carries out.
  foreach t in array array['outbox', 'mails']
  loop
    execute format($p$create policy add_own on %1$I for insert with check (
      "companyId" is null or (select app.is_provider()) or "companyId" = any ((select app.company_ids())::uuid[])
      or exists (select from checks c where c."companyId" = %1$I."companyId" and c."doctorId" = (select app.doctor_id())))$p$, t);
    execute format('create policy system on %I using ((select app.is_system()))', t);
  end loop;
end $$;
create policy add on mail_attachments for insert with check (true);
create policy system on mail_attachments using ((select app.is_system()));
-- The mailbox page of the demo is the provider's.
create policy mailbox on mails for select using ((select app.is_provider()));
create policy mailbox on mail_attachments for select using ((select app.is_provider()));

grant select, insert, update, delete on outbox to checkwell_api;
grant select, insert, update on mails to checkwell_api;
grant select, insert, delete on mail_attachments to checkwell_api;
