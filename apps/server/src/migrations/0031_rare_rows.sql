-- Certificates by their last day: that order, and those that are still running or yet to come.
create index certificates_by_end on certificates ("companyId", "endDate", id);

-- Certificates of a kind of incapacity that few have, as app.matching_… finds rows by their text (migration 0001).
-- companies: null for all that the actor may see.
create index certificates_of_reason on certificates ("companyId", "incapacityReason");
create function app.certificates_of_reason(reason incapacity_type, companies uuid[], most integer) returns table ("companyId" uuid, id uuid)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $body$
begin
  return query
    select found."companyId", found.id
    from unnest(coalesce(companies, (select array_agg(o.id) from public.companies o))) company cross join lateral (
      select k."companyId", k.id from public.certificates k
      where k."companyId" = company and k."incapacityReason" = reason and (app.is_provider() or k."companyId" = any (app.company_ids()))
      limit most) found
    limit most;
end $body$;
revoke all on function app.certificates_of_reason from public;
grant execute on function app.certificates_of_reason to checkwell_api;

-- Certificates are found by the employees that are found: fewer rows, and one index of letter groups less to keep.
drop function app.matching_certificates;
drop function app.resembling_certificates;
drop index certificates_search;

-- Row-level security lets an index serve a comparison of "case", but not of "coalesce": periods of reports, and pages behind the first.
drop index checks_archived_by_moment, checks_archived_by_moment_all, checks_archived_by_new_end, checks_archived_by_new_end_all,
  checks_archived_by_price, checks_archived_by_price_all;
create index checks_archived_by_moment on checks
  ("companyId", (case when "examinedFrom" is null then "archivedAt" else "examinedFrom" end), id) where status = 'Archived';
create index checks_archived_by_moment_all on checks
  ((case when "examinedFrom" is null then "archivedAt" else "examinedFrom" end), id) where status = 'Archived';
create index checks_archived_by_new_end on checks
  ("companyId", (case when "newIncapacityEndDate" is null then '-infinity'::date else "newIncapacityEndDate" end), id) where status = 'Archived';
create index checks_archived_by_new_end_all on checks
  ((case when "newIncapacityEndDate" is null then '-infinity'::date else "newIncapacityEndDate" end), id) where status = 'Archived';
create index checks_archived_by_price on checks
  ("companyId", (case when "companyTotalPrice"::integer is null then -1 else "companyTotalPrice"::integer end), id) where status = 'Archived';
create index checks_archived_by_price_all on checks
  ((case when "companyTotalPrice"::integer is null then -1 else "companyTotalPrice"::integer end), id) where status = 'Archived';

-- Employees go by job (an expression as employees.repository.ts has it), and by superior: the page walks these, as of certificates.
create index employees_by_function on employees
  ("companyId", (translate(lower(function), 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy')), id);
create index employees_of_superior on employees ("companyId", "superiorId", id);
