-- A check that was cancelled, deleted or could not be carried out took place on no day: its appointment is no longer the day
-- of a check, and reports go by the day of their archive. PostgreSQL before 17 cannot change the expression of a generated
-- column, so the columns are made anew, and what stood on them too.
drop view app.provider_checks;
alter table checks drop column "checkDate", drop column "checkTime", drop column "reportDate";
alter table checks
  add column "checkDate" date generated always as (
    (coalesce("examinedFrom", case when status <> 'Archived' then "appointmentStart" end) at time zone 'Europe/Brussels')::date) stored,
  add column "checkTime" time generated always as (
    (coalesce("examinedFrom", case when status <> 'Archived' then "appointmentStart" end) at time zone 'Europe/Brussels')::time(0)) stored,
  -- The day that reports and the dashboard go by: of the check, else of its archive (domain.md 4.5).
  add column "reportDate" date generated always as ((coalesce("examinedFrom", "archivedAt") at time zone 'Europe/Brussels')::date) stored;

create index checks_archived_by_date on checks ("companyId", "reportDate", id)
  include ("superiorId", "orderedByProfileId", "doctorId", "employeeId", "checkOccurence", "checkLocation", "earlyReturn",
    "incapacityStartDate", "incapacityEndDate", "newIncapacityEndDate", "distanceToCheck", "examinationMinutes") where status = 'Archived';
create index checks_archived_by_date_all on checks ("reportDate", id) where status = 'Archived';

create view app.provider_checks as
  select "companyId", id, "employeeId", "certificateId", "superiorId", "doctorId", status, "creationDate", "searchText", "incapacityStartDate",
    "incapacityEndDate", "checkTiming", "checkLocation", "appointmentStart", "checkDate", "checkOccurence", "archivedAt", "reportDate"
  from checks where (select app.is_provider());
grant select on app.provider_checks to checkwell_api;
