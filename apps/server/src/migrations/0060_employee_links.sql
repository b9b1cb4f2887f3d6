-- Links of the employee's page (docs/decisions/0066): one for each check and the telephone numbers that stood there when it was sent. Whoever
-- writes one holds the row of the check.
create table employee_links (
  "companyId" uuid not null,
  id uuid not null,
  "checkId" uuid not null,
  "tokenHash" bytea not null unique check (length("tokenHash") = 32),
  -- Of the numbers, by a key of the installation: where they were corrected, the link opens nothing any more.
  "contactHash" bytea not null check (length("contactHash") = 32),
  "createdAt" timestamptz not null,
  primary key ("companyId", id),
  unique ("companyId", "checkId", "contactHash"),
  foreign key ("companyId", "checkId") references checks ("companyId", id) on delete cascade
);
alter table employee_links enable row level security;
alter table employee_links force row level security;
create policy system on employee_links using ((select app.is_system()));
grant select, insert on employee_links to checkwell_api;

-- That the employee comes, and to which appointment: one that is moved is confirmed anew.
create table employee_confirmations (
  "companyId" uuid not null,
  "checkId" uuid not null,
  "appointmentStart" timestamptz not null,
  "doctorId" uuid not null references doctors,
  "confirmedAt" timestamptz not null,
  primary key ("companyId", "checkId", "appointmentStart", "doctorId"),
  foreign key ("companyId", "checkId") references checks ("companyId", id) on delete cascade
);
create index employee_confirmations_doctor on employee_confirmations ("doctorId");
alter table employee_confirmations enable row level security;
alter table employee_confirmations force row level security;
create policy system on employee_confirmations using ((select app.is_system()));
grant select, insert on employee_confirmations to checkwell_api;

alter type problem_reason add value 'WorkerResumed' before 'DoctorUnavailable';
