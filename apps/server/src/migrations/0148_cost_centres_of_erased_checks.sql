-- As in migration 0117, but the department of an erased check stays where it is a cost centre of the company: a code of the company, which tells nothing of
-- a person, and which the invoice of the month needs with its order number (docs/decisions/0103). What somebody typed goes: it may be a name.
create or replace function app.erase_checks(companies uuid[], ids uuid[], at timestamptz) returns integer
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
  texts := texts || array(
    select t."textMessageId" from offer_texts t join offers o on o."companyId" = t."companyId" and o.id = t."offerId"
    join unnest(companies, ids) as e (company, id) on o."companyId" = e.company and o."checkId" = e.id);
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
  update offers x set comment = '' from unnest(companies, ids) as e (company, id) where x."companyId" = e.company and x."checkId" = e.id and x.comment <> '';
  delete from notifications x using unnest(companies, ids) as e (company, id) where x."companyId" = e.company and x."checkId" = e.id;
  update evidence_packs x set "checkId" = null from unnest(companies, ids) as e (company, id) where x."companyId" = e.company and x."checkId" = e.id;
  delete from text_messages t where t.id = any (texts);
  delete from mails m where m.id = any (letters);

  perform set_config('app.keeps_counts', 'on', true);
  update checks c set "erasedAt" = at, "modificationDate" = at, version = c.version + 1, "certificateId" = null,
      "employeeId" = (select n.id from employees n where n."companyId" = c."companyId" and n."isErased"),
      "workerFirstName" = '–', "workerLastName" = '–', "workerAddress" = '–', "workerPhoneNumber" = '–', "phoneNumber" = '–', "workerEmail" = '',
      "workerExternalId" = '',
      "subEmployee" = coalesce((select k.code from cost_centres k where k."companyId" = c."companyId" and lower(k.code) = lower(c."subEmployee")), ''),
      "searchText" = '', latitude = null, longitude = null, "geoPrecision" = null,
      "incapacityType" = 'Unknown', "incapacityPercentage" = 100, "accidentDate" = null, "accidentTime" = null, "injuryDifference" = null,
      "problemComment" = '', "providerComment" = '', "doctorComment" = '', "archiveComment" = '', "commentReview" = 'NotNeeded', "releasedComment" = null
    from unnest(companies, ids) as e (company, id) where c."companyId" = e.company and c.id = e.id;
  perform set_config('app.keeps_counts', '', true);
  perform set_config('app.role', caller, true);
  return found;
end $$;
