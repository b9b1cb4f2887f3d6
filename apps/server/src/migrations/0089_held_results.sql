-- A result about which something is odd waits for a planner before it is recorded (docs/decisions/0088). It stays a waiting result: nothing of it is
-- archived, told or invoiced. Lists and screens read from the check that it is held, and whether its doctor is asked.
alter table checks add column "resultHeldAt" timestamptz, add column "resultAskedAt" timestamptz;
alter table checks
  add constraint checks_result_held check ("resultHeldAt" is null or "resultDueAt" is not null),
  add constraint checks_result_asked check ("resultAskedAt" is null or coalesce("resultAskedAt" >= "resultHeldAt", false));
create index checks_result_held on checks ("companyId", id) where "resultHeldAt" is not null;

create table held_results (
  "companyId" uuid not null,
  "checkId" uuid not null,
  -- Rules of domain/check/quality.
  findings text[] not null check (cardinality(findings) > 0),
  -- Since when it waits for whoever has to act.
  "waitsSince" timestamptz not null,
  -- What a planner asks the doctor, and what the doctor says; empty: nothing.
  question text not null default '' check (char_length(question) <= 500),
  answer text not null default '' check (char_length(answer) <= 500),
  "escalatedAt" timestamptz check ("escalatedAt" >= "waitsSince"),
  "releasedAt" timestamptz,
  "releasedByProfileId" uuid references profiles,
  primary key ("companyId", "checkId"),
  -- What is taken back or recorded waits no more.
  foreign key ("companyId", "checkId") references waiting_results ("companyId", "checkId") on delete cascade,
  check (("releasedAt" is null) = ("releasedByProfileId" is null))
);
create index held_results_releaser on held_results ("releasedByProfileId");

alter table held_results enable row level security;
alter table held_results force row level security;
create policy readers on held_results using (
  (select app.is_provider())
  or exists (select from waiting_results w where w."companyId" = held_results."companyId" and w."checkId" = held_results."checkId"
    and w."profileId" = (select app.profile_id())));
grant select, insert, update, delete on held_results to checkwell_api;

-- A planner reads what is held, without the medical note, which the server leaves out (checks.held.ts), and moves it to the next version of the check.
create policy held_read on waiting_results for select using (
  (select app.role()) = 'planner' and exists (select from checks c where c."companyId" = waiting_results."companyId" and c.id = "checkId" and c."resultHeldAt" is not null));
create policy held_moved on waiting_results for update using (
  (select app.role()) = 'planner' and exists (select from checks c where c."companyId" = waiting_results."companyId" and c.id = "checkId" and c."resultHeldAt" is not null))
  with check ((select app.role()) = 'planner');
grant update (version, sealed) on waiting_results to checkwell_api;

create or replace view app.provider_checks as
  select "companyId", id, "employeeId", "certificateId", "superiorId", "doctorId", status, "creationDate", "searchText", "incapacityStartDate",
    "incapacityEndDate", "checkTiming", "checkLocation", "appointmentStart", "checkDate", "checkOccurence", "archivedAt", "reportDate",
    "commentReview", "examinedFrom", "doctorFullName", "newIncapacityEndDate", "companyTotalPrice", "workerNameOrder", "doctorNameOrder",
    "employeeTold", "resultHeldAt"
  from checks where (select app.is_provider());
