-- What employees ask back for the way to the doctor, by the link of a message (docs/decisions/0077): one claim for each check, which the employee
-- corrects until the employer's HR has paid or refused it. Whoever writes one holds the row of the check.
alter type document_kind add value 'receipt';

create table travel_claims (
  "companyId" uuid not null,
  "checkId" uuid not null,
  version integer not null default 1,
  means text not null check (means in ('Car', 'PublicTransport', 'Other')),
  -- There and back.
  km integer check (km between 1 and 500),
  -- The rate that the employee was shown: ten-thousandths of a euro for a kilometre, and from when it holds.
  "kmRate" integer check ("kmRate" > 0),
  "kmRateFrom" date,
  "amountCents" integer not null check ("amountCents" between 1 and 50000),
  reason text not null check (char_length(reason) <= 500),
  payment text not null check (payment in ('Account', 'Wages')),
  -- Encrypted; gone once nobody has to pay it any more.
  iban bytea,
  -- By which its owner recognises it.
  "ibanEnd" text check (char_length("ibanEnd") = 4),
  -- The receipt, where there is one.
  "documentId" uuid,
  "claimedAt" timestamptz not null,
  "changedAt" timestamptz not null,
  decision text check (decision in ('Paid', 'Refused')),
  "decidedAt" timestamptz,
  "decidedByProfileId" uuid references profiles,
  "paidOn" date,
  "paidCents" integer check ("paidCents" between 1 and 50000),
  "decisionReason" text not null default '' check (char_length("decisionReason") <= 500),
  primary key ("companyId", "checkId"),
  foreign key ("companyId", "checkId") references checks ("companyId", id) on delete cascade,
  foreign key ("companyId", "documentId") references documents ("companyId", id),
  check ("changedAt" >= "claimedAt"),
  check ((means = 'Car') = (km is not null)),
  check ((km is null) = ("kmRate" is null) and (km is null) = ("kmRateFrom" is null)),
  check (km is null or "amountCents" = round(km * "kmRate" / 100.0)),
  check ((means = 'Other') = (reason <> '')),
  check ((payment = 'Account') = ("ibanEnd" is not null)),
  check ((iban is not null) = (payment = 'Account' and decision is null)),
  check ((decision is null) = ("decidedAt" is null) and (decision is null) = ("decidedByProfileId" is null)),
  check ((decision is not distinct from 'Paid') = ("paidOn" is not null) and ("paidOn" is null) = ("paidCents" is null)),
  check (decision is not null or "decisionReason" = ''),
  -- Who gets something else than they asked for reads why.
  check (decision is null or "decisionReason" <> '' or "paidCents" is not distinct from "amountCents")
);
create unique index travel_claims_document on travel_claims ("companyId", "documentId");
create index travel_claims_decider on travel_claims ("decidedByProfileId");

alter table travel_claims enable row level security;
alter table travel_claims force row level security;
-- The employer's alone: neither planners nor doctors.
create policy employer on travel_claims using (
  (select app.is_system()) or "companyId" = any ((select app.company_ids())::uuid[]));
grant select, insert, update on travel_claims to checkwell_api;

drop policy tenant_or_mission on documents;
create policy tenant_or_mission on documents using (
  ((select app.is_provider()) and (kind::text not in ('sent', 'receipt') or (select app.is_system()) or exists (
    select from certificates c where c."companyId" = documents."companyId" and c."documentId" = documents.id)))
  or ("companyId" = any ((select app.company_ids())::uuid[]) and (kind::text <> 'card' or exists (
    select from visit_attempts a where a."companyId" = documents."companyId" and a."photoId" = documents.id)))
  or exists (select from certificates c join checks k on k."companyId" = c."companyId" and k."certificateId" = c.id
             where c."companyId" = documents."companyId" and c."documentId" = documents.id and k."doctorId" = (select app.doctor_id())));

-- The receipt goes with what was claimed, and where another one takes its place.
-- With the rights of the owner: the API deletes no document.
create function app.forget_receipt() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  caller text := coalesce(current_setting('app.role', true), '');
begin
  -- As app.end_offers does it: not with `set` at the function.
  perform set_config('app.role', 'system', true);
  delete from documents d where d."companyId" = old."companyId" and d.id = old."documentId" and d.kind::text = 'receipt';
  perform set_config('app.role', caller, true);
  return null;
end $$;
create trigger forget_receipt_replaced after update of "documentId" on travel_claims for each row
  when (old."documentId" is not null and new."documentId" is distinct from old."documentId") execute function app.forget_receipt();
create trigger forget_receipt_erased after delete on travel_claims for each row
  when (old."documentId" is not null) execute function app.forget_receipt();
revoke all on function app.forget_receipt() from public;

-- Can be switched off, as the other messages can.
alter type notification_kind add value 'TravelClaimed';
