-- Certificates that employees send by the link of a message (docs/decisions/0076): the employer's HR looks at each, and registers it as a
-- certificate or puts it aside, which deletes the file. Whoever adds one holds the row of the check.
alter type document_kind add value 'sent';

create table sent_certificates (
  "companyId" uuid not null,
  id uuid not null,
  "checkId" uuid not null,
  -- null: put aside, and deleted.
  "documentId" uuid,
  -- The days of incapacity that stand on it, as the employee says.
  "startDate" date not null,
  "endDate" date not null,
  "sentAt" timestamptz not null,
  "settledAt" timestamptz,
  "settledByProfileId" uuid references profiles,
  -- As which it was registered.
  "certificateId" uuid,
  -- Why it was put aside.
  "putAside" text check ("putAside" in ('Unreadable', 'OtherDocument', 'Known')),
  primary key ("companyId", id),
  foreign key ("companyId", "checkId") references checks ("companyId", id) on delete cascade,
  foreign key ("companyId", "documentId") references documents ("companyId", id),
  foreign key ("companyId", "certificateId") references certificates ("companyId", id) on delete cascade,
  check ("endDate" >= "startDate"),
  check (("settledAt" is null) = ("settledByProfileId" is null)),
  check (("settledAt" is not null) = ("certificateId" is not null or "putAside" is not null)),
  check ("certificateId" is null or "putAside" is null),
  check (("documentId" is null) = ("putAside" is not null))
);
create index sent_certificates_check on sent_certificates ("companyId", "checkId", "sentAt");
create unique index sent_certificates_document on sent_certificates ("companyId", "documentId");
create index sent_certificates_certificate on sent_certificates ("companyId", "certificateId");
create index sent_certificates_settler on sent_certificates ("settledByProfileId");

alter table sent_certificates enable row level security;
alter table sent_certificates force row level security;
-- The employer's alone: neither planners nor doctors.
create policy employer on sent_certificates using (
  (select app.is_system()) or "companyId" = any ((select app.company_ids())::uuid[]));
grant select, insert, update on sent_certificates to checkwell_api;

-- Until it is a certificate, what was sent is seen by nobody but the employer.
drop policy tenant_or_mission on documents;
create policy tenant_or_mission on documents using (
  ((select app.is_provider()) and (kind::text <> 'sent' or (select app.is_system()) or exists (
    select from certificates c where c."companyId" = documents."companyId" and c."documentId" = documents.id)))
  or ("companyId" = any ((select app.company_ids())::uuid[]) and (kind::text <> 'card' or exists (
    select from visit_attempts a where a."companyId" = documents."companyId" and a."photoId" = documents.id)))
  or exists (select from certificates c join checks k on k."companyId" = c."companyId" and k."certificateId" = c.id
             where c."companyId" = documents."companyId" and c."documentId" = documents.id and k."doctorId" = (select app.doctor_id())));

-- The file goes with what was put aside, and with the check; what is a certificate by then stays with that.
-- With the rights of the owner: the API deletes no document.
create function app.forget_sent() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  caller text := coalesce(current_setting('app.role', true), '');
begin
  -- As app.end_offers does it: not with `set` at the function.
  perform set_config('app.role', 'system', true);
  delete from documents d where d."companyId" = old."companyId" and d.id = old."documentId" and d.kind::text = 'sent' and not exists (
    select from certificates c where c."companyId" = d."companyId" and c."documentId" = d.id);
  perform set_config('app.role', caller, true);
  return null;
end $$;
create trigger forget_sent_put_aside after update of "documentId" on sent_certificates for each row
  when (old."documentId" is not null and new."documentId" is null) execute function app.forget_sent();
create trigger forget_sent_erased after delete on sent_certificates for each row
  when (old."documentId" is not null) execute function app.forget_sent();
revoke all on function app.forget_sent() from public;

-- Can be switched off, as the other messages can.
alter type notification_kind add value 'CertificateSent';
