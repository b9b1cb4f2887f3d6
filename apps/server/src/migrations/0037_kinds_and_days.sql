-- Certificates of a kind that few have, as of a kind of incapacity alone before (0031): the index answers without the table.
-- reason, type, entry: null for any, but not both of the first two.
drop function app.certificates_of_reason;
drop index certificates_of_reason;
create index certificates_of_reason on certificates ("companyId", "incapacityReason", id) include ("certifType", "entryType");
create function app.certificates_of_kind(reason incapacity_type, type certif_type, entry entry_type, companies uuid[], most integer)
returns table ("companyId" uuid, id uuid)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $body$
begin
  if reason is not null then
    return query
      select found."companyId", found.id
      from unnest(coalesce(companies, (select array_agg(o.id) from public.companies o))) company cross join lateral (
        select k."companyId", k.id from public.certificates k
        where k."companyId" = company and k."incapacityReason" = reason and (type is null or k."certifType" = type)
          and (entry is null or k."entryType" = entry) and (app.is_provider() or k."companyId" = any (app.company_ids()))
        limit most) found
      limit most;
  else
    return query
      select found."companyId", found.id
      from unnest(coalesce(companies, (select array_agg(o.id) from public.companies o))) company cross join lateral (
        select k."companyId", k.id from public.certificates k
        where k."companyId" = company and k."certifType" = type
          and (entry is null or k."entryType" = entry) and (app.is_provider() or k."companyId" = any (app.company_ids()))
        limit most) found
      limit most;
  end if;
end $body$;
revoke all on function app.certificates_of_kind from public;
grant execute on function app.certificates_of_kind to checkwell_api;

-- Workers who disagreed are one in a hundred: the checks behind that figure.
create index checks_disagreeing on checks ("companyId", "reportDate", id) where status = 'Archived' and "workerDisagreement";

-- What the dashboard counts check by check (the days of months that are not whole), it reads from this index alone.
drop index checks_archived_by_date;
create index checks_archived_by_date on checks ("companyId", "reportDate", id)
  include ("superiorId", "orderedByProfileId", "doctorId", "employeeId", "checkOccurence", "checkLocation", "earlyReturn",
    "incapacityStartDate", "incapacityEndDate", "newIncapacityEndDate", "distanceToCheck", "examinationMinutes", "creationDate",
    "examinedFrom", "archivedAt", "companyTotalPrice", "workerDisagreement", province) where status = 'Archived';
-- Of a completed check, whether another one of the same absence came before it.
drop index checks_of_employee;
create index checks_of_employee on checks ("companyId", "employeeId", "incapacityStartDate" desc)
  include (id, "incapacityEndDate", "reportDate", "checkOccurence", "doctorId");

-- Reports of few days of all companies, in the order of their doctors.
drop index checks_archived_by_date_all;
create index checks_archived_by_date_all on checks ("reportDate", id) include ("companyId", "doctorFullName") where status = 'Archived';
