-- What the employee was told about an appointment, and by which text message. Written by the product, after it has locked the check.
create table employee_messages (
  "companyId" uuid not null,
  id uuid not null,
  "checkId" uuid not null,
  news text not null check (news in ('Invited', 'Moved', 'Cancelled')),
  "appointmentStart" timestamptz not null,
  "createdAt" timestamptz not null,
  -- null: there was no mobile number, or this installation sends no text messages. The employee was not told.
  "textMessageId" uuid unique references text_messages,
  primary key ("companyId", id),
  foreign key ("companyId", "checkId") references checks ("companyId", id) on delete cascade
);
create index employee_messages_check on employee_messages ("companyId", "checkId", "createdAt" desc, id desc);

alter table employee_messages enable row level security;
alter table employee_messages force row level security;
create policy system on employee_messages using ((select app.is_system()));
grant select, insert on employee_messages to checkwell_api;
