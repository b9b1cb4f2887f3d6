-- Whether employees were told of their appointments, how and when: nobody is a no-show who was not told in time (docs/decisions/0067).
select set_config('app.role', 'system', true);

alter type non_operable_reason add value 'EmployeeNotTold' before 'ForceMajeure';

-- A row is one attempt to tell something about one appointment. Whoever writes one holds the row of the check.
alter table employee_messages
  -- null: there was no way to tell. unrecorded: the appointment is older than these columns.
  add channel text check (channel in ('sms', 'phone', 'unrecorded')),
  -- Of the appointment: where the employee is expected, and by whom.
  add "checkLocation" check_location,
  add "doctorId" uuid references doctors,
  -- Taken by the operator, or said.
  add "sentAt" timestamptz,
  add "deliveredAt" timestamptz,
  add "failedAt" timestamptz,
  -- Of a call: who answered, at which number, and which planner called.
  add reached text check (reached in ('employee', 'voicemail', 'nobody')),
  add "phoneNumber" text not null default '',
  add "profileId" uuid references profiles,
  -- Recorded by mistake: somebody took it back.
  add "withdrawnAt" timestamptz,
  add "withdrawnByProfileId" uuid references profiles;

update employee_messages m set "checkLocation" = c."checkLocation", "doctorId" = c."doctorId"
  from checks c where c."companyId" = m."companyId" and c.id = m."checkId";
update employee_messages m set channel = 'sms',
    "sentAt" = (select min(e.at) from text_message_events e where e."messageId" = t.id and e.state in ('sent', 'delivered')),
    "deliveredAt" = (select e.at from text_message_events e where e."messageId" = t.id and e.state = 'delivered'),
    "failedAt" = (select e.at from text_message_events e where e."messageId" = t.id and e.state = 'failed')
  from text_messages t where t.id = m."textMessageId";

alter table employee_messages
  alter "checkLocation" set not null,
  add constraint employee_messages_channel check ("textMessageId" is null or channel = 'sms'),
  add constraint employee_messages_call check ((channel is not distinct from 'phone') = (reached is not null)
    and (reached is null or ("sentAt" is not null and "phoneNumber" <> ''))),
  add constraint employee_messages_states check (("deliveredAt" is null or "failedAt" is null)
    and ("deliveredAt" is null or "sentAt" is not null) and ("withdrawnAt" is null or reached is not null)
    and (channel in ('sms', 'phone') or ("sentAt" is null and "failedAt" is null)));
create index employee_messages_doctor on employee_messages ("doctorId");
create index employee_messages_profile on employee_messages ("profileId");
create index employee_messages_withdrawn on employee_messages ("withdrawnByProfileId");

-- Who sees a check sees whether its employee was told: a result rests on it.
drop policy system on employee_messages;
create policy provider on employee_messages using ((select app.is_provider()));
create policy told on employee_messages for select using (exists (
  select from checks c where c."companyId" = employee_messages."companyId" and c.id = employee_messages."checkId"));
grant update on employee_messages to checkwell_api;

alter table checks add column "employeeTold" text check ("employeeTold" in ('Waiting', 'InTime', 'Late', 'NotTold', 'Unrecorded'));
-- Nobody could know that it had to be recorded.
insert into employee_messages ("companyId", id, "checkId", news, "appointmentStart", "createdAt", channel, "checkLocation", "doctorId")
  select "companyId", gen_random_uuid(), id, 'Invited', "appointmentStart", now(), 'unrecorded', "checkLocation", "doctorId" from checks
  where status = 'WaitingForCheck' and "checkLocation" in ('Office', 'Telecheck');
update checks set "employeeTold" = 'Unrecorded' where status = 'WaitingForCheck' and "checkLocation" in ('Office', 'Telecheck');
alter table checks add constraint checks_employee_told
  check (status <> 'WaitingForCheck' or "checkLocation" not in ('Office', 'Telecheck') or "employeeTold" is not null);
-- What planners still have to tell.
create index checks_not_told on checks ("appointmentStart") where status = 'WaitingForCheck' and "employeeTold" in ('Late', 'NotTold');
create or replace view app.provider_checks as
  select "companyId", id, "employeeId", "certificateId", "superiorId", "doctorId", status, "creationDate", "searchText", "incapacityStartDate",
    "incapacityEndDate", "checkTiming", "checkLocation", "appointmentStart", "checkDate", "checkOccurence", "archivedAt", "reportDate",
    "commentReview", "examinedFrom", "doctorFullName", "newIncapacityEndDate", "companyTotalPrice", "workerNameOrder", "doctorNameOrder",
    "employeeTold"
  from checks where (select app.is_provider());

select set_config('app.role', '', true);
