-- Checks, certificates and employees lose what is personal when their term is over (docs/decisions/0098), unless a legal hold keeps the check. The row of a
-- check stays: invoices, figures and the sealed history rest on it.
alter table checks
  add column "erasedAt" timestamptz,
  add column "legalHoldAt" timestamptz,
  add column "legalHoldReason" text not null default '' check (char_length("legalHoldReason") <= 500);
alter table checks
  add constraint checks_legal_hold check (("legalHoldAt" is null) = ("legalHoldReason" = '') and ("legalHoldAt" is null or status = 'Archived')),
  add constraint checks_erased check ("erasedAt" is null or (status = 'Archived' and "legalHoldAt" is null and "certificateId" is null
    and "workerFirstName" = '–' and "workerLastName" = '–' and "searchText" = '' and latitude is null));
create index checks_to_erase on checks ("archivedAt") where status = 'Archived' and "erasedAt" is null and "legalHoldAt" is null;

-- The file of a certificate goes before the certificate; its page says so.
alter table certificates add column "documentErasedAt" timestamptz check ("documentErasedAt" is null or "documentId" is null);
create index certificates_to_erase on certificates ("endDate");

-- Of each company one row that erased checks refer to. Nobody's: lists and pages of employees leave it out.
alter table employees add column "isErased" boolean not null default false;
create unique index employees_erased on employees ("companyId") where "isErased";
create index employees_by_leaving on employees ("leftAt") where "leftAt" is not null;

-- The API deletes none.
create policy erasure on check_comments for delete using ((select app.is_system()));

-- Figures keep what they counted of a check when it is erased: they hold sums, and nothing of anybody.
drop trigger count_on_update on checks;
create trigger count_on_update after update on checks referencing old table as old_rows new table as new_rows for each statement
  when (current_setting('app.keeps_counts', true) is distinct from 'on') execute function app.count_on_update();

-- Takes what is personal out of checks that have ended, with all that belongs to them: comments, notes, links, claims, messages, files. Tables are locked
-- in the order of ARCHITECTURE.md. With the rights of the owner: the API may delete none of these.
-- A check that is open, erased or held by now undoes the whole: who calls looks again (serialization_failure).
create function app.erase_checks(companies uuid[], ids uuid[], at timestamptz) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  caller text := coalesce(current_setting('app.role', true), '');
  texts uuid[];
  letters uuid[];
  found integer;
begin
  perform set_config('app.role', 'system', true);
  select coalesce(array_agg("textMessageId") filter (where "textMessageId" is not null), '{}'), coalesce(array_agg("mailId") filter (where "mailId" is not null), '{}')
    into texts, letters
    from employee_messages m join unnest(companies, ids) as e (company, id) on m."companyId" = e.company and m."checkId" = e.id;
  letters := letters || array(
    select m.id from mails m join unnest(companies, ids) as e (company, id) on m."companyId" = e.company and m."checkId" = e.id);
  delete from outbox o where o.id = any (texts || letters);
  perform from text_messages t where t.id = any (texts) order by t.id for update;
  perform from mails m where m.id = any (letters) order by m.id for update;
  insert into employees ("companyId", id, "employeeMatricule", "employeeFirstName", "employeeLastName", "employeeLanguage", "employeeGender",
      "employeePhoneNumber", "employeeAddress", "searchText", "leftAt", "isErased")
    select distinct e.company, gen_random_uuid(), gen_random_uuid()::text, '–', '–', 'NL'::worker_language, 'Others'::gender, '–', '–', '', date '1900-01-01', true
    from unnest(companies) as e (company) order by e.company
    on conflict ("companyId") where "isErased" do nothing;
  select count(*) into found from (
    select c.id from checks c join unnest(companies, ids) as e (company, id) on c."companyId" = e.company and c.id = e.id
    where c.status = 'Archived' and c."erasedAt" is null and c."legalHoldAt" is null order by c.id for update of c) locked;
  if found <> cardinality(ids) then
    raise exception 'A check is open, erased or held by now.' using errcode = 'serialization_failure';
  end if;

  delete from check_comments x using unnest(companies, ids) as e (company, id) where x."companyId" = e.company and x."checkId" = e.id;
  delete from check_comment_reads x using unnest(companies, ids) as e (company, id) where x."companyId" = e.company and x."checkId" = e.id;
  delete from employee_links x using unnest(companies, ids) as e (company, id) where x."companyId" = e.company and x."checkId" = e.id;
  delete from employee_addresses x using unnest(companies, ids) as e (company, id) where x."companyId" = e.company and x."checkId" = e.id;
  delete from sent_certificates x using unnest(companies, ids) as e (company, id) where x."companyId" = e.company and x."checkId" = e.id;
  delete from travel_claims x using unnest(companies, ids) as e (company, id) where x."companyId" = e.company and x."checkId" = e.id;
  delete from employee_messages x using unnest(companies, ids) as e (company, id) where x."companyId" = e.company and x."checkId" = e.id;
  delete from medical_notes x using unnest(companies, ids) as e (company, id) where x."companyId" = e.company and x."checkId" = e.id;
  delete from notifications x using unnest(companies, ids) as e (company, id) where x."companyId" = e.company and x."checkId" = e.id;
  update evidence_packs x set "checkId" = null from unnest(companies, ids) as e (company, id) where x."companyId" = e.company and x."checkId" = e.id;
  delete from text_messages t where t.id = any (texts);
  delete from mails m where m.id = any (letters);

  perform set_config('app.keeps_counts', 'on', true);
  update checks c set "erasedAt" = at, "modificationDate" = at, version = c.version + 1, "certificateId" = null,
      "employeeId" = (select n.id from employees n where n."companyId" = c."companyId" and n."isErased"),
      "workerFirstName" = '–', "workerLastName" = '–', "workerAddress" = '–', "workerPhoneNumber" = '–', "phoneNumber" = '–', "workerEmail" = '',
      "workerExternalId" = '', "subEmployee" = '', "searchText" = '', latitude = null, longitude = null, "geoPrecision" = null,
      "incapacityType" = 'Unknown', "incapacityPercentage" = 100, "accidentDate" = null, "accidentTime" = null, "injuryDifference" = null,
      "problemComment" = '', "providerComment" = '', "doctorComment" = '', "archiveComment" = '', "commentReview" = 'NotNeeded', "releasedComment" = null
    from unnest(companies, ids) as e (company, id) where c."companyId" = e.company and c.id = e.id;
  perform set_config('app.keeps_counts', '', true);
  perform set_config('app.role', caller, true);
  return found;
end $$;
revoke all on function app.erase_checks(uuid[], uuid[], timestamptz) from public;
grant execute on function app.erase_checks(uuid[], uuid[], timestamptz) to checkwell_api;

-- Takes the files off certificates of incapacities that ended before a day; not of those that a check is open or held on. What somebody else holds is left to them.
create function app.erase_certificate_files(before date, most integer, at timestamptz) returns integer
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
    where k."endDate" < before and k."documentId" is not null and not exists (
      select from checks c where c."companyId" = k."companyId" and c."certificateId" = k.id and (c.status <> 'Archived' or c."legalHoldAt" is not null))
    order by k."endDate" limit most for update of k skip locked) due;
  -- Whoever orders a check on one of them waits for its row. Whoever sets a hold waits for the check.
  perform from checks c join unnest(companies, ids) as e (company, id) on c."companyId" = e.company and c."certificateId" = e.id
    order by c.id for share of c;
  select array_agg(k."companyId"), array_agg(k.id), array_agg(k."documentId") into companies, ids, files
    from certificates k join unnest(companies, ids) as e (company, id) on k."companyId" = e.company and k.id = e.id
    where k."documentId" is not null and not exists (
      select from checks c where c."companyId" = k."companyId" and c."certificateId" = k.id and (c.status <> 'Archived' or c."legalHoldAt" is not null));
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
revoke all on function app.erase_certificate_files(date, integer, timestamptz) from public;
grant execute on function app.erase_certificate_files(date, integer, timestamptz) to checkwell_api;

-- Deletes certificates of incapacities that ended before a day, once no check refers to them and their file is gone.
create function app.erase_certificates(before date, most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  caller text := coalesce(current_setting('app.role', true), '');
  done integer;
begin
  perform set_config('app.role', 'system', true);
  with due as (
    select k."companyId", k.id from certificates k where k."endDate" < before and k."documentId" is null and not exists (
      select from checks c where c."companyId" = k."companyId" and c."certificateId" = k.id)
    order by k."endDate" limit most for update of k skip locked)
  delete from certificates k using due where k."companyId" = due."companyId" and k.id = due.id;
  get diagnostics done = row_count;
  perform set_config('app.role', caller, true);
  return done;
end $$;
revoke all on function app.erase_certificates(date, integer) from public;
grant execute on function app.erase_certificates(date, integer) to checkwell_api;

-- Deletes employees who left before a day, once nothing refers to them.
create function app.erase_employees(before date, most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  caller text := coalesce(current_setting('app.role', true), '');
  done integer;
begin
  perform set_config('app.role', 'system', true);
  with due as (
    select n."companyId", n.id from employees n where n."leftAt" < before and not n."isErased"
      and not exists (select from checks c where c."companyId" = n."companyId" and c."employeeId" = n.id)
      and not exists (select from certificates k where k."companyId" = n."companyId" and k."employeeId" = n.id)
    order by n."leftAt" limit most for update of n skip locked)
  delete from employees n using due where n."companyId" = due."companyId" and n.id = due.id;
  get diagnostics done = row_count;
  perform set_config('app.role', caller, true);
  return done;
end $$;
revoke all on function app.erase_employees(date, integer) from public;
grant execute on function app.erase_employees(date, integer) to checkwell_api;

-- As in migration 0094; the history and the visits of a check that is held stay, and nobody sets a hold meanwhile.
create or replace function app.lock_expired_log_rows(of_log text, before timestamptz, most integer) returns table ("companyId" uuid, id uuid)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  caller text := coalesce(current_setting('app.role', true), '');
begin
  perform set_config('app.role', 'system', true);
  case of_log
    when 'access_log' then
      return query select l."companyId", l.id from access_log l where l.reason is not null and l.at < before
        order by l.at limit most for update skip locked;
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
