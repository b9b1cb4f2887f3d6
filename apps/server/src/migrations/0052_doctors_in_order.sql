-- Checks and reports go by their doctor's family name, as all lists of people do (0049). A report keeps the doctor's name as a text, which does
-- not say where the family name begins: the order is taken from the doctor when the name is written, and kept with it.
alter table checks add column "doctorNameOrder" text collate "C" not null default '';

create function app.order_doctor_name() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  new."doctorNameOrder" := case when new."doctorFullName" = '' then '' else coalesce(
    (select app.name_order(d."lastName", d."firstName") from public.doctors d
     where d.id = new."doctorId" and d."doctorFullName" = new."doctorFullName"),
    app.folded(new."doctorFullName")) end;
  return new;
end $$;
revoke all on function app.order_doctor_name() from public;
create trigger order_doctor_name before insert or update of "doctorId", "doctorFullName" on checks
  for each row execute function app.order_doctor_name();

-- No figure changes by it.
alter table checks disable trigger count_on_update;
update checks c set "doctorNameOrder" = coalesce(
  (select app.name_order(d."lastName", d."firstName") from doctors d where d.id = c."doctorId" and d."doctorFullName" = c."doctorFullName"),
  app.folded(c."doctorFullName"))
where c."doctorFullName" <> '';
alter table checks enable trigger count_on_update;

drop index checks_archived_by_doctor, checks_archived_by_doctor_all;
create index checks_archived_by_doctor on checks ("companyId", "doctorNameOrder", id) where status = 'Archived';
create index checks_archived_by_doctor_all on checks ("doctorNameOrder", id) where status = 'Archived';
create or replace view app.provider_checks as
  select "companyId", id, "employeeId", "certificateId", "superiorId", "doctorId", status, "creationDate", "searchText", "incapacityStartDate",
    "incapacityEndDate", "checkTiming", "checkLocation", "appointmentStart", "checkDate", "checkOccurence", "archivedAt", "reportDate",
    "commentReview", "examinedFrom", "doctorFullName", "newIncapacityEndDate", "companyTotalPrice", "workerNameOrder", "doctorNameOrder"
  from checks where (select app.is_provider());
