-- Documents that no record names are erased (docs/decisions/0098): at once where a certificate gets another file or none, and after some days what was uploaded and
-- never used. One whose certificate an open check, or one under legal hold, refers to stays as long as that.
select set_config('app.role', 'system', true);

alter table documents add column "formerCertificateIds" uuid[] not null default '{}';
comment on column documents."formerCertificateIds" is
  'Certificates whose file it was, and which were kept by a check when they got another one.';

-- Of which certificate an older document was the file is not known: it may be that of any certificate of the company that a legal hold keeps.
update documents d set "formerCertificateIds" = held.certificates
from (
  select h."companyId", array_agg(distinct h."certificateId") as certificates from (
    select c."companyId", c."certificateId" from checks c where c."legalHoldAt" is not null and c."certificateId" is not null
    union all
    select s."companyId", s."certificateId" from sent_certificates s join checks c on c."companyId" = s."companyId" and c.id = s."checkId"
    where c."legalHoldAt" is not null and s."certificateId" is not null) h
  group by h."companyId") held
where d."companyId" = held."companyId" and d.kind::text = 'certificate'
  and not exists (select from certificates k where k."companyId" = d."companyId" and k."documentId" = d.id);

select set_config('app.role', '', true);

-- Whether a record names the document, or a check keeps it for a certificate whose file it was.
create function app.is_document_kept(of_company uuid, of_document uuid) returns boolean language sql stable as $$
  select exists (select from certificates k where k."companyId" = of_company and k."documentId" = of_document)
    or exists (select from sent_certificates s where s."companyId" = of_company and s."documentId" = of_document)
    or exists (select from travel_claims t where t."companyId" = of_company and t."documentId" = of_document)
    or exists (select from visit_attempts v where v."companyId" = of_company and v."photoId" = of_document)
    or exists (
      select from documents d cross join unnest(d."formerCertificateIds") as former
      where d."companyId" = of_company and d.id = of_document and app.is_certificate_kept(of_company, former))
$$;

-- Locks the checks that may keep a certificate, so that nobody sets a legal hold meanwhile.
create function app.lock_checks_of_certificates(companies uuid[], ids uuid[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  caller text := coalesce(current_setting('app.role', true), '');
begin
  perform set_config('app.role', 'system', true);
  perform from checks c where (c."companyId", c.id) in (
    select o."companyId", o.id from checks o join unnest(companies, ids) as e (company, id) on o."companyId" = e.company and o."certificateId" = e.id
    union all
    select s."companyId", s."checkId" from sent_certificates s join unnest(companies, ids) as e (company, id) on s."companyId" = e.company and s."certificateId" = e.id)
    order by c.id for share of c;
  perform set_config('app.role', caller, true);
end $$;
revoke all on function app.lock_checks_of_certificates(uuid[], uuid[]) from public;
grant execute on function app.lock_checks_of_certificates(uuid[], uuid[]) to checkwell_api;

-- The former file of a certificate goes with the change. Whoever changes it has locked its checks. With the rights of the owner: the API deletes no document.
create function app.forget_former_file() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  caller text := coalesce(current_setting('app.role', true), '');
begin
  -- As app.end_offers does it: not with `set` at the function.
  perform set_config('app.role', 'system', true);
  perform from documents d where d."companyId" = old."companyId" and d.id = old."documentId" for update;
  -- By statements of their own: whoever attached it to another certificate meanwhile is seen.
  if app.is_certificate_kept(old."companyId", old.id) then
    update documents d set "formerCertificateIds" = array_append(d."formerCertificateIds", old.id)
      where d."companyId" = old."companyId" and d.id = old."documentId" and old.id <> all (d."formerCertificateIds");
  end if;
  delete from documents d
    where d."companyId" = old."companyId" and d.id = old."documentId" and not app.is_document_kept(d."companyId", d.id);
  perform set_config('app.role', caller, true);
  return null;
end $$;
create trigger forget_former_file after update of "documentId" on certificates for each row
  when (old."documentId" is not null and new."documentId" is distinct from old."documentId") execute function app.forget_former_file();
revoke all on function app.forget_former_file() from public;

-- Deletes documents that no record names: those that were uploaded before a moment, and former files that no check keeps any more.
-- of_company null: of all companies; most null: all of them.
create function app.erase_unattached_documents(of_company uuid, before timestamptz, most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  caller text := coalesce(current_setting('app.role', true), '');
  companies uuid[];
  ids uuid[];
  done integer;
begin
  perform set_config('app.role', 'system', true);
  select array_agg(due."companyId"), array_agg(due.id) into companies, ids from (
    select d."companyId", d.id from documents d
    where (of_company is null or d."companyId" = of_company) and (d."createdAt" < before or d."formerCertificateIds" <> '{}')
      and not exists (select from certificates k where k."companyId" = d."companyId" and k."documentId" = d.id)
      and not exists (select from sent_certificates s where s."companyId" = d."companyId" and s."documentId" = d.id)
      and not exists (select from travel_claims t where t."companyId" = d."companyId" and t."documentId" = d.id)
      and not exists (select from visit_attempts v where v."companyId" = d."companyId" and v."photoId" = d.id)
      and (d."formerCertificateIds" = '{}' or not app.is_document_kept(d."companyId", d.id))
    order by d."createdAt" limit most for update of d skip locked) due;
  perform app.lock_checks_of_certificates(array_agg(d."companyId"), array_agg(former))
    from documents d join unnest(companies, ids) as e (company, id) on d."companyId" = e.company and d.id = e.id
    cross join unnest(d."formerCertificateIds") as former;
  -- By a statement of its own: what was written before these locks were given is seen.
  delete from documents d using unnest(companies, ids) as e (company, id)
    where d."companyId" = e.company and d.id = e.id and not app.is_document_kept(d."companyId", d.id);
  get diagnostics done = row_count;
  perform set_config('app.role', caller, true);
  return done;
end $$;
revoke all on function app.erase_unattached_documents(uuid, timestamptz, integer) from public;
grant execute on function app.erase_unattached_documents(uuid, timestamptz, integer) to checkwell_api;
