-- Reports go by the moment of the check, else of their archive, which their list shows to the minute; and by their outcome.
create index checks_archived_by_moment on checks ("companyId", (coalesce("examinedFrom", "archivedAt")), id) where status = 'Archived';
create index checks_archived_by_moment_all on checks ((coalesce("examinedFrom", "archivedAt")), id) where status = 'Archived';
create index checks_archived_by_outcome on checks ("companyId", "checkOccurence", id) where status = 'Archived';
create index checks_archived_by_outcome_all on checks ("checkOccurence", id) where status = 'Archived';
create or replace view app.provider_checks as
  select "companyId", id, "employeeId", "certificateId", "superiorId", "doctorId", status, "creationDate", "searchText", "incapacityStartDate",
    "incapacityEndDate", "checkTiming", "checkLocation", "appointmentStart", "checkDate", "checkOccurence", "archivedAt", "reportDate",
    "commentReview", "examinedFrom"
  from checks where (select app.is_provider());

-- A family name of several parts is also found as one word (domain/people/search-text.ts). What is there already gets it here,
-- folded as far as SQL can; the product writes it anew with the next change of the person.
do $$
declare
  joined constant text := $j$translate(lower(%1$s), 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ'' ’-', 'aaaaaaceeeeiiiinooooouuuuyy')$j$;
begin
  perform set_config('app.role', 'system', true);
  execute format($u$update employees set "searchText" = "searchText" || ' ' || %s where "employeeLastName" ~ '[ ''’-]'$u$,
    format(joined, '"employeeLastName"'));
  execute format($u$update certificates k set "searchText" = k."searchText" || ' ' || %s from employees e
    where e."companyId" = k."companyId" and e.id = k."employeeId" and e."employeeLastName" ~ '[ ''’-]'$u$,
    format(joined, 'e."employeeLastName"'));
  execute format($u$update checks set "searchText" = "searchText" || ' ' || %s where "workerLastName" ~ '[ ''’-]'$u$,
    format(joined, '"workerLastName"'));
end $$;
