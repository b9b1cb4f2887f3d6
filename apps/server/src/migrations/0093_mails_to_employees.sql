-- E-mails to employees about their appointments (docs/decisions/0093).
select set_config('app.role', 'system', true);

-- Private address of the worker for this check; empty without one.
alter table checks add "workerEmail" text not null default '' check (char_length("workerEmail") <= 254);

alter table mails
  -- When a server was first asked to take it: from then on it may have left.
  add "attemptedAt" timestamptz,
  drop constraint mails_failure_check,
  add constraint mails_failure_check check (failure in ('wrongAddress', 'mailboxFull', 'blocked', 'unreachable', 'expired', 'other'));

alter table employee_messages
  add "mailId" uuid unique references mails,
  -- To which address a mail went.
  add email text not null default '',
  drop constraint employee_messages_channel_check,
  add constraint employee_messages_channel_check check (channel in ('sms', 'mail', 'phone', 'letter', 'card', 'unrecorded')),
  add constraint employee_messages_mail check ((channel is not distinct from 'mail') = ("mailId" is not null)
    and (channel is not distinct from 'mail') = (email <> '')),
  drop constraint employee_messages_states,
  -- A mail may come back although a server reported its delivery.
  add constraint employee_messages_states check (("deliveredAt" is null or "failedAt" is null or channel = 'mail')
    and ("deliveredAt" is null or "sentAt" is not null) and ("withdrawnAt" is null or channel in ('phone', 'letter'))
    and (channel in ('sms', 'mail', 'phone') or "failedAt" is null) and (channel in ('sms', 'mail', 'phone', 'letter', 'card') or "sentAt" is null)
    and (channel is distinct from 'card' or "sentAt" is not null)
    and (channel is distinct from 'letter' or ("sentAt" is not null and "deliveredAt" is null and "profileId" is not null)));

select set_config('app.role', '', true);
