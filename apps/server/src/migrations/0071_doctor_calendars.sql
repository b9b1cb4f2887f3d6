-- The address at which a doctor's calendar asks for their missions (docs/decisions/0072): one per doctor, worked out of the id. Another
-- address is another row, so nothing is ever changed.
create table doctor_calendars (
  id uuid primary key,
  "doctorId" uuid not null unique references doctors on delete cascade,
  "tokenHash" bytea not null unique check (octet_length("tokenHash") = 32),
  "createdAt" timestamptz not null
);

alter table doctor_calendars enable row level security;
alter table doctor_calendars force row level security;
-- Not for planners: whoever knows the id knows the address.
create policy own on doctor_calendars using ((select app.is_system()) or "doctorId" = (select app.doctor_id()));
grant select, insert, delete on doctor_calendars to checkwell_api;
