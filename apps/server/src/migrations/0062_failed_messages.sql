-- Messages that failed for good: when, how often they were tried, why, about which check; and whether they may be sent again.
select set_config('app.role', 'system', true);

alter table mails
  add column "checkId" uuid,
  -- Attempts that failed.
  add column attempts integer not null default 0 check (attempts >= 0),
  add column failure text check (failure in ('wrongAddress', 'mailboxFull', 'blocked', 'unreachable', 'other')),
  add column "failedAt" timestamptz,
  -- After this moment a link in it opens nothing any more: it is not sent again.
  add column "validUntil" timestamptz;
update mails set failure = 'other', "failedAt" = "createdAt" where state = 'failed';
alter table mails
  add constraint mails_failed check ((state = 'failed') = (failure is not null) and (state = 'failed') = ("failedAt" is not null)),
  add constraint mails_about_check foreign key ("companyId", "checkId") references checks ("companyId", id) on delete set null ("checkId");
create index mails_of_check on mails ("companyId", "checkId") where "checkId" is not null;

alter table text_messages
  add column attempts integer not null default 0 check (attempts >= 0),
  add column "failedAt" timestamptz;
update text_messages t set "failedAt" = coalesce(
  (select e.at from text_message_events e where e."messageId" = t.id and e.state = 'failed'), t."createdAt") where state = 'failed';
alter table text_messages add constraint text_messages_failed check ((state = 'failed') = ("failedAt" is not null));
-- One that is sent again comes to a state a second time.
alter table text_message_events drop constraint text_message_events_pkey, add primary key ("messageId", state, at);

-- Those who operate the product see what was given up; its payload is not for them, and no query of theirs reads it.
create policy dead_letters on outbox for select using ((select app.is_provider()) and "deadAt" is not null);
create index outbox_dead on outbox ("deadAt") where "deadAt" is not null;
