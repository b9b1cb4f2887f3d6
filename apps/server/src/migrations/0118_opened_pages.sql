-- That an employee opened the page of their link is one more way in which they were told (docs/decisions/0106).
alter table employee_messages
  drop constraint employee_messages_channel_check,
  drop constraint employee_messages_states;
alter table employee_messages add constraint employee_messages_channel_check
  check (channel in ('sms', 'mail', 'phone', 'letter', 'card', 'page', 'unrecorded')) not valid;
alter table employee_messages add constraint employee_messages_states
  check (("deliveredAt" is null or "failedAt" is null or channel = 'mail')
    and ("deliveredAt" is null or "sentAt" is not null) and ("withdrawnAt" is null or channel in ('phone', 'letter'))
    and (channel in ('sms', 'mail', 'phone') or "failedAt" is null)
    and (channel in ('sms', 'mail', 'phone', 'letter', 'card', 'page') or "sentAt" is null)
    and (channel is distinct from 'card' or "sentAt" is not null)
    and (channel is distinct from 'page' or ("sentAt" is not null and "deliveredAt" is null))
    and (channel is distinct from 'letter' or ("sentAt" is not null and "deliveredAt" is null and "profileId" is not null))) not valid;
