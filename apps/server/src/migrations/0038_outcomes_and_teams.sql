-- Reports of outcomes that few have, and certificates of a kind that few have (0037), are looked up behind row-level security's back;
-- both also of a superior's team, and of whoever reaches no more than their own. The indexes answer without the table.
-- timing, location, reason, type, entry: null for any (not both reason and type). of_superior: null for all. companies: null for all
-- that the actor may see; of each the superior and the profile whose rows are reached, null for the whole company.
drop index checks_archived_by_outcome;
create index checks_archived_by_outcome on checks ("companyId", "checkOccurence", id)
  include ("checkTiming", "checkLocation", "superiorId", "orderedByProfileId") where status = 'Archived';
create function app.reports_of_outcome(outcomes check_occurence[], timing check_timing, location check_location, of_superior uuid,
  superiors uuid[], orderers uuid[], companies uuid[], most integer) returns table ("companyId" uuid, id uuid)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $body$
begin
  return query
    select found."companyId", found.id
    from unnest(coalesce(companies, (select array_agg(o.id) from public.companies o)), superiors, orderers) as own (company, superior, orderer)
    cross join lateral (
      select c."companyId", c.id from public.checks c
      where c.status = 'Archived' and c."companyId" = own.company and c."checkOccurence" = any (outcomes)
        and (timing is null or c."checkTiming" = timing) and (location is null or c."checkLocation" = location)
        and (of_superior is null or c."superiorId" = of_superior)
        and (own.orderer is null or c."superiorId" = own.superior or c."orderedByProfileId" = own.orderer)
        and ((select app.is_provider()) or c."companyId" = any ((select app.company_ids())::uuid[]))
      limit most) found
    limit most;
end $body$;
revoke all on function app.reports_of_outcome from public;
grant execute on function app.reports_of_outcome to checkwell_api;

drop function app.certificates_of_kind;
drop index certificates_of_reason, certificates_by_type;
create index certificates_of_reason on certificates ("companyId", "incapacityReason", id)
  include ("certifType", "entryType", "superiorId", "createdByProfileId");
create index certificates_by_type on certificates ("companyId", "certifType", id)
  include ("entryType", "superiorId", "createdByProfileId");
create function app.certificates_of_kind(reason incapacity_type, type certif_type, entry entry_type, of_superior uuid, superiors uuid[],
  creators uuid[], companies uuid[], most integer) returns table ("companyId" uuid, id uuid)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $body$
begin
  if companies is null then
    companies := (select array_agg(o.id) from public.companies o);
  end if;
  if reason is not null then
    return query
      select found."companyId", found.id
      from unnest(companies, superiors, creators) as own (company, superior, creator) cross join lateral (
        select k."companyId", k.id from public.certificates k
        where k."companyId" = own.company and k."incapacityReason" = reason and (type is null or k."certifType" = type)
          and (entry is null or k."entryType" = entry) and (of_superior is null or k."superiorId" = of_superior)
          and (own.creator is null or k."superiorId" = own.superior or k."createdByProfileId" = own.creator)
          and ((select app.is_provider()) or k."companyId" = any ((select app.company_ids())::uuid[]))
        limit most) found
      limit most;
  else
    return query
      select found."companyId", found.id
      from unnest(companies, superiors, creators) as own (company, superior, creator) cross join lateral (
        select k."companyId", k.id from public.certificates k
        where k."companyId" = own.company and k."certifType" = type
          and (entry is null or k."entryType" = entry) and (of_superior is null or k."superiorId" = of_superior)
          and (own.creator is null or k."superiorId" = own.superior or k."createdByProfileId" = own.creator)
          and ((select app.is_provider()) or k."companyId" = any ((select app.company_ids())::uuid[]))
        limit most) found
      limit most;
  end if;
end $body$;
revoke all on function app.certificates_of_kind from public;
grant execute on function app.certificates_of_kind to checkwell_api;

-- A team's reports are counted on an index alone: what is searched for a letter or two here, what is filtered on the other.
drop index checks_archived_by_name;
create index checks_archived_by_name on checks ("companyId", "searchText", id) include ("doctorId", "superiorId", "orderedByProfileId")
  where status = 'Archived';
drop index checks_archived_by_date;
create index checks_archived_by_date on checks ("companyId", "reportDate", id)
  include ("superiorId", "orderedByProfileId", "doctorId", "employeeId", "checkOccurence", "checkTiming", "checkLocation", "earlyReturn",
    "incapacityStartDate", "incapacityEndDate", "newIncapacityEndDate", "distanceToCheck", "examinationMinutes", "creationDate",
    "examinedFrom", "archivedAt", "companyTotalPrice", "workerDisagreement", province) where status = 'Archived';
