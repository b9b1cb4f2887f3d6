-- Letters about appointments that planners post (docs/decisions/0090): "sentAt" is the beginning of the day of posting. One that was recorded by
-- mistake, or that the post returned, is taken back as a call is.
alter table employee_messages
  drop constraint employee_messages_channel_check,
  add constraint employee_messages_channel_check check (channel in ('sms', 'phone', 'letter', 'card', 'unrecorded')),
  drop constraint employee_messages_states,
  add constraint employee_messages_states check (("deliveredAt" is null or "failedAt" is null)
    and ("deliveredAt" is null or "sentAt" is not null) and ("withdrawnAt" is null or channel in ('phone', 'letter'))
    and (channel in ('sms', 'phone') or "failedAt" is null) and (channel in ('sms', 'phone', 'letter', 'card') or "sentAt" is null)
    and (channel is distinct from 'card' or "sentAt" is not null)
    and (channel is distinct from 'letter' or ("sentAt" is not null and "deliveredAt" is null and "profileId" is not null)));
