-- Doctors are asked before an appointment is theirs (docs/decisions/0058, 0059). A search asks in waves; an offer asks one doctor about one
-- moment. Whoever writes either holds the row of the check.
create table doctor_searches (
  "companyId" uuid not null,
  id uuid not null,
  "checkId" uuid not null,
  state text not null check (state in ('Running', 'Found', 'Exhausted', 'Stopped')),
  -- The day on which doctors are sought first.
  day date not null,
  "appointmentMinutes" smallint not null check ("appointmentMinutes" between 10 and 120),
  "startedByProfileId" uuid references profiles,
  "startedAt" timestamptz not null,
  "endedAt" timestamptz,
  waves smallint not null default 0,
  -- When the next doctors are asked if nobody accepts.
  "nextWaveAt" timestamptz,
  primary key ("companyId", id),
  foreign key ("companyId", "checkId") references checks ("companyId", id) on delete cascade,
  check ((state = 'Running') = ("endedAt" is null))
);
create unique index doctor_searches_running on doctor_searches ("companyId", "checkId") where state = 'Running';
create index doctor_searches_check on doctor_searches ("companyId", "checkId", "startedAt");
create index doctor_searches_profile on doctor_searches ("startedByProfileId");

create table offers (
  "companyId" uuid not null,
  id uuid not null,
  "checkId" uuid not null,
  -- null: a planner asked this one doctor.
  "searchId" uuid,
  "doctorId" uuid not null references doctors,
  -- That an open offer ran out follows from "answerableUntil".
  state text not null check (state in ('Open', 'Accepted', 'Proposed', 'Declined', 'Withdrawn')),
  "appointmentStart" timestamptz not null,
  "appointmentEnd" timestamptz not null,
  -- Of the trip, as it was estimated when the doctor was asked; null: nobody travels, or the place is not known.
  "distanceKm" double precision,
  "travelMinutes" integer,
  -- What the doctor was offered, cents.
  fee integer not null check (fee >= 0),
  -- Of the link in the message; the link itself can be worked out of the id by this installation alone.
  "tokenHash" bytea not null unique,
  -- When the message goes: not in quiet hours.
  "sentAt" timestamptz not null,
  "answerableUntil" timestamptz not null,
  "answeredAt" timestamptz,
  "declineReason" text check ("declineReason" in ('NotAvailable', 'TooFar', 'FeeTooLow', 'Conflict', 'Other')),
  comment text not null default '',
  "proposedStart" timestamptz,
  primary key ("companyId", id),
  foreign key ("companyId", "checkId") references checks ("companyId", id) on delete cascade,
  foreign key ("companyId", "searchId") references doctor_searches ("companyId", id) on delete cascade,
  check ("appointmentStart" < "appointmentEnd"),
  check ((state in ('Accepted', 'Proposed', 'Declined')) = ("answeredAt" is not null)),
  check ((state = 'Declined') = ("declineReason" is not null)),
  check ((state = 'Proposed') = ("proposedStart" is not null))
);
-- The same doctor is not asked twice at once about one check, and one doctor has said yes.
create unique index offers_open on offers ("companyId", "checkId", "doctorId") where state = 'Open';
create index offers_check on offers ("companyId", "checkId", "sentAt");
create index offers_doctor on offers ("doctorId", "sentAt" desc);
create index offers_search on offers ("companyId", "searchId");

alter table doctor_searches enable row level security;
alter table doctor_searches force row level security;
create policy provider on doctor_searches using ((select app.is_provider()));
alter table offers enable row level security;
alter table offers force row level security;
create policy provider on offers using ((select app.is_provider()));
-- A doctor reads what they were asked; answers are written by the product, after it has locked the check.
create policy asked on offers for select using ("doctorId" = (select app.doctor_id()));
grant select, insert, update on doctor_searches, offers to checkwell_api;

-- A check that leaves planning, or whose order changes, is asked about no more, whoever changes it: also an employer, who sees no offers.
-- The caller holds the check. Returns the open offers that this withdrew.
create function app.end_offers(company uuid, of_check uuid, "hasDoctor" boolean, at timestamptz) returns table (id uuid, "doctorId" uuid)
  language plpgsql as $$
#variable_conflict use_column
declare
  caller text := coalesce(current_setting('app.role', true), '');
begin
  -- Not with `set` at the function: a hosted database refuses that to an owner who is no superuser.
  perform set_config('app.role', 'system', true);
  update doctor_searches set state = case when "hasDoctor" then 'Found' else 'Stopped' end, "endedAt" = at, "nextWaveAt" = null
    where "companyId" = company and "checkId" = of_check and state = 'Running';
  return query update offers set state = 'Withdrawn'
    where "companyId" = company and "checkId" = of_check and state = 'Open' returning offers.id, offers."doctorId";
  perform set_config('app.role', caller, true);
end $$;
