-- A legal hold keeps a certificate that the employee of the check sent, also where the check was not ordered on it, and the reasons in the access log about the
-- check (docs/decisions/0098).

-- Whether a check that is open or held was ordered on the certificate, or its employee sent it.
create function app.is_certificate_kept(of_company uuid, of_certificate uuid) returns boolean language sql stable as $$
  select exists (
    select from checks c where c."companyId" = of_company and c."certificateId" = of_certificate and (c.status <> 'Archived' or c."legalHoldAt" is not null))
  or exists (
    select from sent_certificates s join checks c on c."companyId" = s."companyId" and c.id = s."checkId"
    where s."companyId" = of_company and s."certificateId" = of_certificate and (c.status <> 'Archived' or c."legalHoldAt" is not null))
$$;

-- As in migration 0100, with the checks whose employees sent the certificates.
create or replace function app.erase_certificate_files(before date, most integer, at timestamptz) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  caller text := coalesce(current_setting('app.role', true), '');
  companies uuid[];
  ids uuid[];
  files uuid[];
begin
  perform set_config('app.role', 'system', true);
  select array_agg(company), array_agg(id) into companies, ids from (
    select k."companyId" as company, k.id from certificates k
    where k."endDate" < before and k."documentId" is not null and not app.is_certificate_kept(k."companyId", k.id)
    order by k."endDate" limit most for update of k skip locked) due;
  -- Whoever orders a check on one of them, or registers as one what was sent, waits for its row. Whoever sets a hold waits for the check.
  perform from checks c where (c."companyId", c.id) in (
    select o."companyId", o.id from checks o join unnest(companies, ids) as e (company, id) on o."companyId" = e.company and o."certificateId" = e.id
    union all
    select s."companyId", s."checkId" from sent_certificates s join unnest(companies, ids) as e (company, id) on s."companyId" = e.company and s."certificateId" = e.id)
    order by c.id for share of c;
  -- By a statement of its own: what was written before these locks were given is seen. Those that it leaves out keep all that was sent as them.
  select array_agg(k."companyId"), array_agg(k.id), array_agg(k."documentId") into companies, ids, files
    from certificates k join unnest(companies, ids) as e (company, id) on k."companyId" = e.company and k.id = e.id
    where k."documentId" is not null and not app.is_certificate_kept(k."companyId", k.id);
  update certificates k set "documentId" = null, "documentErasedAt" = at, version = k.version + 1
    from unnest(companies, ids) as e (company, id) where k."companyId" = e.company and k.id = e.id;
  delete from sent_certificates s using unnest(companies, ids) as e (company, id) where s."companyId" = e.company and s."certificateId" = e.id;
  delete from documents d using unnest(companies, files) as e (company, id)
    where d."companyId" = e.company and d.id = e.id and not exists (
      select from certificates k where k."companyId" = d."companyId" and k."documentId" = d.id) and not exists (
      select from sent_certificates s where s."companyId" = d."companyId" and s."documentId" = d.id);
  perform set_config('app.role', caller, true);
  return coalesce(cardinality(ids), 0);
end $$;

-- As in migration 0100; a certificate without a file may still be one that the employee of a check sent.
create or replace function app.erase_certificates(before date, most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  caller text := coalesce(current_setting('app.role', true), '');
  companies uuid[];
  ids uuid[];
  done integer;
begin
  perform set_config('app.role', 'system', true);
  select array_agg(due."companyId"), array_agg(due.id) into companies, ids from (
    select k."companyId", k.id from certificates k where k."endDate" < before and k."documentId" is null and not exists (
      select from checks c where c."companyId" = k."companyId" and c."certificateId" = k.id)
      and not app.is_certificate_kept(k."companyId", k.id)
    order by k."endDate" limit most for update of k skip locked) due;
  -- Whoever sets a hold waits for the check.
  perform from checks c where (c."companyId", c.id) in (
    select s."companyId", s."checkId" from sent_certificates s join unnest(companies, ids) as e (company, id) on s."companyId" = e.company and s."certificateId" = e.id)
    order by c.id for share of c;
  delete from certificates k using unnest(companies, ids) as e (company, id)
    where k."companyId" = e.company and k.id = e.id and not exists (
      select from checks c where c."companyId" = k."companyId" and c."certificateId" = k.id)
      and not app.is_certificate_kept(k."companyId", k.id);
  get diagnostics done = row_count;
  perform set_config('app.role', caller, true);
  return done;
end $$;

-- As in migration 0100; the reasons in the access log about a check that is held stay as well, with those about what its employee sent, claimed or paid.
create or replace function app.lock_expired_log_rows(of_log text, before timestamptz, most integer) returns table ("companyId" uuid, id uuid)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  caller text := coalesce(current_setting('app.role', true), '');
  entries uuid[];
  companies uuid[];
  subjects uuid[];
  free uuid[];
begin
  perform set_config('app.role', 'system', true);
  case of_log
    when 'access_log' then
      select array_agg(due.id), array_agg(due.company), array_agg(due.subject) into entries, companies, subjects from (
        select l.id, c."companyId" as company, c.id as subject from access_log l
          left join checks c on c."companyId" = l."companyId" and c.id = case l."subjectType"
            when 'checks' then l."subjectId"
            when 'travel_claims' then l."subjectId"
            when 'sent_certificates' then (select s."checkId" from sent_certificates s where s."companyId" = l."companyId" and s.id = l."subjectId")
            when 'one_shot_orders' then (select o."checkId" from one_shot_orders o where o.id = l."subjectId") end
        where l.reason is not null and l.at < before and c."legalHoldAt" is null
        order by l.at limit most for update of l skip locked) due;
      -- Without waiting: elsewhere checks are locked before entries about them.
      select coalesce(array_agg(unheld.id), '{}') into free from (
        select c.id from checks c
        where (c."companyId", c.id) in (select e.company, e.subject from unnest(companies, subjects) as e (company, subject)) and c."legalHoldAt" is null
        order by c.id for share of c skip locked) unheld;
      return query select l."companyId", l.id from access_log l join unnest(entries, subjects) as e (entry, subject) on l.id = e.entry
        where e.subject is null or e.subject = any (free);
    when 'check_events' then
      return query select l."companyId", l.id from check_events l
        join checks c on c."companyId" = l."companyId" and c.id = l."checkId" and c."archivedAt" < before and c."legalHoldAt" is null
        where l.at < before and l.salt is not null and (l.reason <> '' or l.details not in ('{}', '{"notes": []}'))
        order by l.at limit most for update of l skip locked for share of c skip locked;
    when 'visit_attempts' then
      return query select l."companyId", l.id from visit_attempts l
        join checks c on c."companyId" = l."companyId" and c.id = l."checkId" and c."archivedAt" < before and c."legalHoldAt" is null
        where l."attemptedAt" < before and l.salt is not null
        order by l."attemptedAt" limit most for update of l skip locked for share of c skip locked;
  end case;
  perform set_config('app.role', caller, true);
end $$;
