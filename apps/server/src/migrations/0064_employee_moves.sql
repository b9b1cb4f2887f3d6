-- Appointments that employees moved themselves (docs/decisions/0071): each check's once. Whoever writes one holds the row of the check.
create table employee_moves (
  "companyId" uuid not null,
  "checkId" uuid not null,
  "fromStart" timestamptz not null,
  "toStart" timestamptz not null check ("toStart" <> "fromStart"),
  "movedAt" timestamptz not null check ("movedAt" < "toStart"),
  primary key ("companyId", "checkId"),
  foreign key ("companyId", "checkId") references checks ("companyId", id) on delete cascade
);
alter table employee_moves enable row level security;
alter table employee_moves force row level security;
create policy system on employee_moves using ((select app.is_system()));
grant select, insert on employee_moves to checkwell_api;
