-- Nobody at home (docs/decisions/0074): what a doctor recorded at the door of a visit. Added to, never changed. Whoever writes one holds the row
-- of the check.
alter type document_kind add value 'card';

create table visit_attempts (
  "companyId" uuid not null,
  id uuid not null,
  "checkId" uuid not null,
  "doctorId" uuid not null references doctors,
  -- Of the visit, not of the card.
  "appointmentStart" timestamptz not null,
  "attemptedAt" timestamptz not null,
  -- Set where the moment is by the phone's own clock: when the server heard of it.
  "receivedAt" timestamptz,
  -- Which bell was rung, and what else there was to see.
  bell text not null check (char_length(bell) between 1 and 500),
  -- Where the phone was, degrees, and how sure it was of it; null: it was not asked, or its owner did not agree.
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  "accuracyMetres" double precision check ("accuracyMetres" between 0 and 5000),
  -- Whether the worker had to be at home then by the company's work rules; null: no such duty on that day.
  "withinDuty" boolean,
  -- One way, as it was estimated for the visit; null: the place is not known.
  "distanceKm" double precision check ("distanceKm" >= 0),
  -- Of the card that was left.
  "photoId" uuid,
  -- The appointment at the practice on the card; null: none was left.
  "cardStart" timestamptz,
  primary key ("companyId", id),
  foreign key ("companyId", "checkId") references checks ("companyId", id) on delete cascade,
  foreign key ("companyId", "photoId") references documents ("companyId", id),
  check ((latitude is null) = (longitude is null) and (latitude is null) = ("accuracyMetres" is null)),
  check ("receivedAt" > "attemptedAt"),
  check ("cardStart" > "attemptedAt")
);
create index visit_attempts_check on visit_attempts ("companyId", "checkId", "attemptedAt");
create index visit_attempts_doctor on visit_attempts ("doctorId");
create unique index visit_attempts_photo on visit_attempts ("companyId", "photoId");

alter table visit_attempts enable row level security;
alter table visit_attempts force row level security;
-- A no-show rests on it: then the employer reads it, and not before.
create policy readers on visit_attempts for select using (
  (select app.is_provider()) or "doctorId" = (select app.doctor_id())
  or ("companyId" = any ((select app.company_ids())::uuid[]) and exists (
    select from checks c where c."companyId" = visit_attempts."companyId" and c.id = "checkId" and c."checkOccurence" = 'NoShow')));
create policy own_mission on visit_attempts for insert with check (
  "doctorId" = (select app.doctor_id())
  and exists (select from checks c where c."companyId" = visit_attempts."companyId" and c.id = "checkId" and c."doctorId" = (select app.doctor_id())));
grant select, insert on visit_attempts to checkwell_api;

-- When a doctor last found nobody at the worker's home.
alter table checks add column "attemptedAt" timestamptz;

-- A card left at the door tells of its appointment.
alter table employee_messages
  drop constraint employee_messages_channel_check,
  add constraint employee_messages_channel_check check (channel in ('sms', 'phone', 'card', 'unrecorded')),
  drop constraint employee_messages_states,
  add constraint employee_messages_states check (("deliveredAt" is null or "failedAt" is null)
    and ("deliveredAt" is null or "sentAt" is not null) and ("withdrawnAt" is null or reached is not null)
    and (channel in ('sms', 'phone') or "failedAt" is null) and (channel in ('sms', 'phone', 'card') or "sentAt" is null)
    and (channel is distinct from 'card' or "sentAt" is not null));
create policy card on employee_messages for insert with check (channel = 'card' and exists (
  select from checks c where c."companyId" = employee_messages."companyId" and c.id = "checkId" and c."doctorId" = (select app.doctor_id())));

-- A doctor keeps photographs of cards, and sees their own: of companies for which there is a mission. Employers see those of no-shows.
drop policy tenant_or_mission on documents;
create policy tenant_or_mission on documents using (
  (select app.is_provider())
  or ("companyId" = any ((select app.company_ids())::uuid[]) and (kind::text <> 'card' or exists (
    select from visit_attempts a where a."companyId" = documents."companyId" and a."photoId" = documents.id)))
  or exists (select from certificates c join checks k on k."companyId" = c."companyId" and k."certificateId" = c.id
             where c."companyId" = documents."companyId" and c."documentId" = documents.id and k."doctorId" = (select app.doctor_id())));
create policy own_card on documents using (
  kind::text = 'card' and "uploadedByProfileId" = (select app.profile_id()) and (select app.doctor_id()) is not null
  and exists (select from checks c where c."companyId" = documents."companyId" and c."doctorId" = (select app.doctor_id())));
