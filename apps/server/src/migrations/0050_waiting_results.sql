-- A result waits a moment before the employer reads it, in which whoever sent it may take it back (docs/decisions/0052). Until then the
-- check is one in progress: nothing of it is archived, told or invoiced, and nobody else changes it.
alter table checks add column "resultDueAt" timestamptz;
alter table checks add constraint checks_result_due check ("resultDueAt" is null or status = 'WaitingForCheck');

create table waiting_results (
  "companyId" uuid not null,
  "checkId" uuid not null,
  "profileId" uuid not null references profiles,
  -- Of the check while it waits.
  version integer not null,
  -- Who sent it, and what, encrypted: a medical note may be part of it.
  sealed bytea not null,
  "recordedAt" timestamptz not null,
  primary key ("companyId", "checkId"),
  foreign key ("companyId", "checkId") references checks ("companyId", id) on delete cascade
);
create index waiting_results_profile on waiting_results ("profileId");

alter table waiting_results enable row level security;
alter table waiting_results force row level security;
create policy author on waiting_results using ((select app.is_system()) or "profileId" = (select app.profile_id()));
grant select, insert, delete on waiting_results to checkwell_api;
