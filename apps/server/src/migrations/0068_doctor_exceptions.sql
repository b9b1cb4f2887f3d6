-- What differs from the weekly hours of a doctor (docs/decisions/0075): an absence, or hours on a day that are not among them. Two at once would
-- contradict each other. Changed by taking one away and adding another; whoever adds one holds the row of the doctor.
create table doctor_exceptions (
  id uuid primary key,
  "doctorId" uuid not null references doctors on delete cascade,
  kind text not null check (kind in ('Absent', 'Extra')),
  "startsAt" timestamptz not null,
  "endsAt" timestamptz not null,
  -- The planners' to read, and the doctor's own.
  reason text not null default '' check (char_length(reason) <= 500),
  "createdAt" timestamptz not null,
  check ("startsAt" < "endsAt"),
  check (kind = 'Absent' or "endsAt" - "startsAt" <= interval '1 day'),
  constraint doctor_exceptions_overlap exclude using gist ("doctorId" with =, tstzrange("startsAt", "endsAt") with &&)
);
create index doctor_exceptions_doctor on doctor_exceptions ("doctorId", "endsAt");

alter table doctor_exceptions enable row level security;
alter table doctor_exceptions force row level security;
create policy provider on doctor_exceptions using ((select app.is_provider()) or "doctorId" = (select app.doctor_id()));
grant select, insert, delete on doctor_exceptions to checkwell_api;
