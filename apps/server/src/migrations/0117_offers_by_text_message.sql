-- Offers reach doctors by text message too, and planners hear of a search that finds nobody (docs/decisions/0114).
select set_config('app.role', 'system', true);

-- The text message of an offer: one at most.
create table offer_texts (
  "companyId" uuid not null,
  "offerId" uuid not null,
  "textMessageId" uuid not null unique references text_messages on delete cascade,
  primary key ("companyId", "offerId"),
  foreign key ("companyId", "offerId") references offers ("companyId", id) on delete cascade
);
alter table offer_texts enable row level security;
alter table offer_texts force row level security;
create policy system on offer_texts using ((select app.is_system()));
create policy provider on offer_texts for select using ((select app.is_provider()));
grant select, insert on offer_texts to checkwell_api;

-- When planners were told that a search has found nobody: once.
alter table doctor_searches add column "plannersToldAt" timestamptz;

-- Each allows more than before, so what is there holds.
alter table notification_choices
  drop constraint notification_choices_delivery_check,
  add constraint notification_choices_delivery_check check (delivery in ('AtOnce', 'Daily', 'InApp', 'SmsImmediate', 'SmsAlways')) not valid,
  drop constraint notification_choices_allowed,
  add constraint notification_choices_allowed check (case
    when kind = 'MissionOffered' then "companyId" is null and delivery in ('SmsImmediate', 'SmsAlways', 'AtOnce')
    when delivery in ('SmsImmediate', 'SmsAlways') then false
    when kind in ('OrderReceived', 'AppointmentMade', 'ResultAvailable', 'CheckCancelled', 'CertificateSent', 'TravelClaimed') then "companyId" is not null
    when kind = 'ProblemNeedsEmployer' then "companyId" is not null and delivery <> 'Daily'
    when kind in ('MissionPlanned', 'MissionAccepted', 'MissionMoved', 'MissionRuled', 'MissionCancelled') then "companyId" is null and delivery <> 'InApp'
    when kind = 'DoctorNotFound' then "companyId" is null
    else kind = 'CommentWritten' end) not valid;
alter table notifications
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('OrderReceived', 'AppointmentMade', 'ProblemNeedsEmployer',
    'ResultAvailable', 'CheckCancelled', 'CommentWritten', 'CertificateSent', 'TravelClaimed', 'MissionPlanned', 'MissionAccepted', 'MissionMoved',
    'MissionOnHold', 'MissionResultAsked', 'MissionDisagreed', 'MissionRuled', 'MissionCancelled', 'ResultWaits', 'DoctorNotFound')) not valid;

-- As in migration 0104; text messages of offers go with the check, so they are locked with the others.
create or replace function app.lock_employee_messages(of_company uuid, of_employee uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  caller text := coalesce(current_setting('app.role', true), '');
  texts uuid[];
  letters uuid[];
begin
  perform set_config('app.role', 'system', true);
  select coalesce(array_agg(m."textMessageId") filter (where m."textMessageId" is not null), '{}'), coalesce(array_agg(m."mailId") filter (where m."mailId" is not null), '{}')
    into texts, letters
    from checks c join employee_messages m on m."companyId" = c."companyId" and m."checkId" = c.id
    where c."companyId" = of_company and c."employeeId" = of_employee;
  texts := texts || array(
    select t."textMessageId" from checks c join offers o on o."companyId" = c."companyId" and o."checkId" = c.id
    join offer_texts t on t."companyId" = o."companyId" and t."offerId" = o.id
    where c."companyId" = of_company and c."employeeId" = of_employee);
  letters := letters || array(
    select m.id from checks c join mails m on m."companyId" = c."companyId" and m."checkId" = c.id
    where c."companyId" = of_company and c."employeeId" = of_employee);
  perform from outbox o where o.id = any (texts || letters) order by o.id for update;
  perform from text_messages t where t.id = any (texts) order by t.id for update;
  perform from mails m where m.id = any (letters) order by m.id for update;
  perform set_config('app.role', caller, true);
end $$;

-- As in migration 0105, with the text messages of offers.
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
      "workerExternalId" = '', "subEmployee" = '', "searchText" = '', latitude = null, longitude = null, "geoPrecision" = null,
      "incapacityType" = 'Unknown', "incapacityPercentage" = 100, "accidentDate" = null, "accidentTime" = null, "injuryDifference" = null,
      "problemComment" = '', "providerComment" = '', "doctorComment" = '', "archiveComment" = '', "commentReview" = 'NotNeeded', "releasedComment" = null
    from unnest(companies, ids) as e (company, id) where c."companyId" = e.company and c.id = e.id;
  perform set_config('app.keeps_counts', '', true);
  perform set_config('app.role', caller, true);
  return found;
end $$;

select set_config('app.role', '', true);
