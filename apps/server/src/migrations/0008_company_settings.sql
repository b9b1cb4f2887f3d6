-- What a company decides about absences, invoices and messages, and the programs that act for it.

create type availability_basis as enum ('SectorAgreement', 'CompanyAgreement', 'WorkRules');
create type notification_kind as enum ('OrderReceived', 'AppointmentMade', 'ProblemNeedsEmployer', 'ResultAvailable', 'CheckCancelled');

alter table companies
  -- Keeps asking for certificates from the first day, where the law leaves small companies that choice.
  add column "noCertificateOptOut" boolean not null default false,
  -- Working days in which a certificate must come in, where work rules or an agreement depart from the law.
  add column "certificateTermDays" smallint check ("certificateTermDays" between 1 and 30),
  -- Hours in which workers on sick leave stay at home for a control doctor, in the first days of an absence. All or nothing.
  add column "availabilityDays" smallint check ("availabilityDays" between 1 and 366),
  add column "availabilityFrom" time,
  add column "availabilityTo" time,
  add column "availabilityBasis" availability_basis,
  add check (num_nulls("availabilityDays", "availabilityFrom", "availabilityTo", "availabilityBasis") in (0, 4)),
  add check ("availabilityFrom" < "availabilityTo");

-- Parts of a company that pay for their own checks; a worker's "subEmployee" is the code of one.
create table cost_centres (
  "companyId" uuid not null references companies,
  id uuid not null,
  code text not null check (code <> ''),
  name text not null check (name <> ''),
  active boolean not null default true,
  "createdAt" timestamptz not null default now(),
  version integer not null default 1,
  primary key ("companyId", id)
);
create unique index cost_centres_code on cost_centres ("companyId", lower(code));

-- Messages that a user does not want. Whoever has no row here gets them all.
create table muted_notifications (
  "companyId" uuid not null,
  "profileId" uuid not null,
  kind notification_kind not null,
  primary key ("companyId", "profileId", kind),
  foreign key ("companyId", "profileId") references company_users ("companyId", "profileId") on delete cascade
);

alter table cost_centres enable row level security;
alter table cost_centres force row level security;
create policy tenant on cost_centres using ((select app.is_provider()) or "companyId" = any ((select app.company_ids())::uuid[]));
alter table muted_notifications enable row level security;
alter table muted_notifications force row level security;
-- Whoever sends a message for the company must know who does not want it; each decides for oneself.
create policy tenant_reads on muted_notifications for select using (
  (select app.is_provider()) or "companyId" = any ((select app.company_ids())::uuid[]));
create policy own_adds on muted_notifications for insert with check ((select app.is_system()) or "profileId" = (select app.profile_id()));
create policy own_removes on muted_notifications for delete using ((select app.is_system()) or "profileId" = (select app.profile_id()));

grant select, insert, update on cost_centres to checkwell_api;
grant select, insert, delete on muted_notifications to checkwell_api;
