-- What becomes of a mail after it has left (docs/decisions/0091): reports of a provider, and mails that come back.
select set_config('app.role', 'system', true);

alter table mails
  drop constraint mails_state_check,
  add constraint mails_state_check check (state in ('queued', 'sent', 'delivered', 'failed')),
  drop constraint mails_check,
  drop constraint mails_failure_check,
  add constraint mails_failure_check check (failure in ('wrongAddress', 'mailboxFull', 'blocked', 'unreachable', 'expired', 'other')),
  -- When a server was first asked to take it: from then on it may have left.
  add "attemptedAt" timestamptz,
  add "deliveredAt" timestamptz,
  -- A failed one that has "sentAt" came back.
  add constraint mails_left check ((state in ('sent', 'delivered')) <= ("sentAt" is not null) and (state = 'queued') <= ("sentAt" is null)
    and (state = 'delivered') <= ("deliveredAt" is not null));

-- Each state that a mail came to, with the code that said so.
create table mail_events (
  "mailId" uuid not null references mails on delete cascade,
  state text not null check (state in ('queued', 'sent', 'delivered', 'failed')),
  -- The enhanced status code of a mail server (RFC 3463), such as 5.1.1; empty for none.
  code text not null default '' check (code ~ '^([245]\.[0-9]{1,3}\.[0-9]{1,3})?$'),
  at timestamptz not null,
  primary key ("mailId", state, at)
);
alter table mail_events enable row level security;
alter table mail_events force row level security;
create policy system on mail_events using ((select app.is_system()));
create policy mailbox on mail_events for select using ((select app.is_provider()));
create policy add on mail_events for insert with check (true);
grant select, insert on mail_events to checkwell_api;

select set_config('app.role', '', true);
