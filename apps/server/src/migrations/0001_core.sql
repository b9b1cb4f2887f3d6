-- The core of Checkwell. Tables are snake_case plurals; columns carry the specification's field names verbatim.
-- Tenant tables: primary key ("companyId", id), composite foreign keys, forced row-level security (design.md 7).
-- The login role checkwell_api owns nothing and bypasses nothing; the migrator creates it beforehand.

create extension if not exists btree_gist;
create extension if not exists btree_gin;
create extension if not exists pg_trgm;

create schema app;
grant usage on schema app to checkwell_api;
grant usage on schema public to checkwell_api;

-- Who asks, as the API tells at the start of each transaction with set_config(..., true).
-- Unset or empty settings name nobody, so a forgotten context sees no row.
create function app.role() returns text language sql stable
  as $$ select coalesce(nullif(current_setting('app.role', true), ''), 'anonymous') $$;
create function app.is_provider() returns boolean language sql stable
  as $$ select app.role() in ('planner', 'system') $$;
create function app.is_system() returns boolean language sql stable
  as $$ select app.role() = 'system' $$;
create function app.company_ids() returns uuid[] language sql stable
  as $$ select coalesce(nullif(current_setting('app.company_ids', true), ''), '{}')::uuid[] $$;
create function app.profile_id() returns uuid language sql stable
  as $$ select nullif(current_setting('app.profile_id', true), '')::uuid $$;
create function app.doctor_id() returns uuid language sql stable
  as $$ select nullif(current_setting('app.doctor_id', true), '')::uuid $$;
grant execute on all functions in schema app to checkwell_api;

-- Enumerations of the specification, section 3. packages/domain holds the same values; a test compares both.
create type interface_language as enum ('en', 'fr', 'nl');
create type worker_language as enum ('FR', 'NL', 'EN', 'DE');
create type gender as enum ('Male', 'Female', 'Others');
create type acces_type as enum ('admin', 'basic');
create type profile_kind as enum ('employer', 'planner', 'doctor');
create type entry_type as enum ('ABSENCE_DECLARATION', 'MEDICAL_CERTIFICATE');
create type certif_type as enum ('FirstCertificate', 'Prolongation', 'Relapse', 'NoCertif', 'Unknown');
create type incapacity_type as enum (
  'Illness', 'WorkAccident', 'PrivateAccident', 'OccupationalIllness', 'SurgicalIntervention', 'Hospitalization',
  'MaternityLeave', 'Quarantine', 'EndOfCareerIllness', 'AccidentOnTheWayToWork', 'BreastFeeding', 'BirthLeave',
  'BirthLeaveForCoParents', 'PaternityLeave', 'SickLeave', 'AbsenceForMedicalExamination', 'PartialIncapacityToWork',
  'QuarantineOther', 'MandatoryHospitalization', 'SeriousIllness', 'Unknown');
create type certificate_source as enum ('employer', 'provider', 'worker', 'api');
create type check_timing as enum ('Immediate', 'Optimized');
create type check_location as enum ('House', 'Office', 'Telecheck', 'Unknown');
create type check_occurence as enum (
  'Cancelled', 'NonOperable', 'NoShow', 'Yes', 'YesPatientHome', 'YesSecondCheck', 'NoCertifConfirmed', 'NoCertifDenied', 'Deleted');
create type check_plausibility as enum ('Excluded', 'Probably', 'DontKnow', 'Unknown');
create type check_status as enum ('Reception', 'Planning', 'WaitingForCheck', 'ModificationProblem', 'Archived');
create type check_source as enum ('Web', 'CertificateRow', 'OneShot', 'Api', 'Phone', 'Policy');
create type problem_reason as enum (
  'AddressUnclear', 'PhoneUnreachable', 'PeriodChanged', 'WorkerAbroad', 'Hospitalised', 'DoctorUnavailable', 'EmployerModification', 'Other');
create type problem_owner as enum ('employer', 'provider');
create type non_operable_reason as enum (
  'NoDoctorFound', 'TooLateInPeriod', 'WorkerResumed', 'AddressNotFound', 'NoContact', 'NoAccess', 'Hospitalised', 'WorkerAbroad',
  'WorkerMoved', 'ExcludedType', 'DuplicateOrder', 'IncapacityNotDeclared', 'TeleNotConclusive', 'EmployerDataMissing', 'ForceMajeure', 'Other');
create type geo_precision as enum ('street', 'locality', 'postcode', 'prefix');
create type document_kind as enum ('certificate');

create domain email_address as text check (value = lower(value) and length(value) <= 254 and position('@' in value) > 1);
create domain cents as integer check (value >= 0);

create table companies (
  id uuid primary key,
  name text not null check (name <> ''),
  "companyNumber" text not null check ("companyNumber" ~ '^BE[0-9]{10}$'),
  "companyAddress" text not null,
  language interface_language not null default 'nl',
  "staffCount" integer not null check ("staffCount" > 0),
  -- Contract price of a check, euro cents, VAT excluded.
  "checkPrice" cents not null,
  -- Where invoices go (specification, section 3, Invoicing; name, number and address are the company's own).
  "invoicingFirstName" text not null default '',
  "invoicingLastName" text not null default '',
  "invoicingEmail" email_address,
  "invoicingPhoneNumber" text not null default '',
  "invoicingCompanyName" text generated always as (name) stored,
  "invoicingCompanyNumber" text generated always as ("companyNumber") stored,
  "invoicingCompanyAddress" text generated always as ("companyAddress") stored,
  "createdAt" timestamptz not null default now(),
  version integer not null default 1
);

create table doctors (
  id uuid primary key,
  "firstName" text not null,
  "lastName" text not null,
  "doctorFullName" text generated always as ("firstName" || ' ' || "lastName") stored,
  email email_address not null unique,
  "phoneNumber" text not null,
  languages worker_language[] not null check (cardinality(languages) > 0),
  -- Professional licence (RIZIV/INAMI number), 11 digits.
  "inamiNumber" text not null unique check ("inamiNumber" ~ '^[0-9]{11}$'),
  "practiceAddress" text not null,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  "geoPrecision" geo_precision not null,
  locations check_location[] not null check (cardinality(locations) > 0),
  "maxKm" integer not null default 30 check ("maxKm" between 1 and 200),
  active boolean not null default true,
  "createdAt" timestamptz not null default now(),
  version integer not null default 1
);

-- Weekly hours in which a doctor takes missions; weekday 1 = Monday, Belgian time.
create table doctor_availabilities (
  "doctorId" uuid not null references doctors on delete cascade,
  weekday smallint not null check (weekday between 1 and 7),
  "fromTime" time not null,
  "toTime" time not null,
  primary key ("doctorId", weekday, "fromTime"),
  check ("fromTime" < "toTime")
);

create table profiles (
  id uuid primary key,
  "userName" email_address not null unique,
  "firstName" text not null,
  "lastName" text not null,
  "phoneNumber" text not null default '',
  "companyId" uuid references companies,
  language interface_language not null default 'en',
  kind profile_kind not null,
  "doctorId" uuid unique references doctors,
  -- The account at the identity provider: (issuer, subject) is what a token proves.
  issuer text not null,
  subject text not null,
  -- Tokens older than this version are refused: raised by password change, role change and disabling.
  "sessionVersion" integer not null default 1,
  "disabledAt" timestamptz,
  "createdAt" timestamptz not null default now(),
  version integer not null default 1,
  unique (issuer, subject),
  check ((kind = 'doctor') = ("doctorId" is not null)),
  check ((kind = 'employer') = ("companyId" is not null))
);

create table superiors (
  "companyId" uuid not null references companies,
  id uuid not null,
  email email_address not null,
  "firstName" text not null default '',
  "lastName" text not null default '',
  "superiorFullName" text generated always as (trim(both from "firstName" || ' ' || "lastName")) stored,
  "phoneNumber" text not null default '',
  language interface_language not null default 'nl',
  "requestForm" text not null default '',
  "createdAt" timestamptz not null default now(),
  version integer not null default 1,
  primary key ("companyId", id),
  unique ("companyId", email)
);

-- A user: a profile's place in one company.
create table company_users (
  "companyId" uuid not null references companies,
  "profileId" uuid not null references profiles on delete cascade,
  "accesType" acces_type not null,
  languages interface_language[] not null check (cardinality(languages) > 0),
  "superiorId" uuid,
  "createdAt" timestamptz not null default now(),
  version integer not null default 1,
  primary key ("companyId", "profileId"),
  foreign key ("companyId", "superiorId") references superiors ("companyId", id)
);
create index company_users_profile on company_users ("profileId");

create table employees (
  "companyId" uuid not null references companies,
  id uuid not null,
  "employeeMatricule" text not null,
  "employeeFirstName" text not null,
  "employeeLastName" text not null,
  "employeeLanguage" worker_language not null,
  "employeeGender" gender not null,
  "employeePhoneNumber" text not null,
  "employeeAddress" text not null,
  function text not null default '',
  "subEmployee" text not null default '',
  "superiorId" uuid,
  -- National register number, AES-256-GCM; optional by law (domain.md, fact 8). The blind index finds it again.
  "workerNISS" bytea,
  "workerNissIndex" bytea,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  "geoPrecision" geo_precision,
  -- Name and number without accents and case, for search.
  "searchText" text not null,
  "leftAt" date,
  -- Whoever added the worker: a basic user reaches whom they added (design.md 1).
  "createdByProfileId" uuid references profiles on delete set null,
  "createdAt" timestamptz not null default now(),
  version integer not null default 1,
  primary key ("companyId", id),
  unique ("companyId", "employeeMatricule"),
  foreign key ("companyId", "superiorId") references superiors ("companyId", id),
  check ((latitude is null) = (longitude is null) and (latitude is null) = ("geoPrecision" is null))
);
create index employees_by_name on employees ("companyId", lower("employeeLastName" || ' ' || "employeeFirstName"), id);
create index employees_by_id on employees (id);
create unique index employees_niss on employees ("companyId", "workerNissIndex") where "workerNissIndex" is not null;

create table documents (
  "companyId" uuid not null references companies,
  id uuid not null,
  kind document_kind not null,
  "fileName" text not null,
  "mediaType" text not null check ("mediaType" in ('application/pdf', 'image/jpeg', 'image/png')),
  "byteSize" integer not null check ("byteSize" > 0 and "byteSize" <= 10485760),
  sha256 bytea not null check (octet_length(sha256) = 32),
  "storageKey" text not null unique,
  "uploadedByProfileId" uuid references profiles on delete set null,
  "createdAt" timestamptz not null default now(),
  primary key ("companyId", id)
);

create table certificates (
  "companyId" uuid not null references companies,
  id uuid not null,
  "employeeId" uuid not null,
  "superiorId" uuid,
  "startDate" date not null,
  "endDate" date not null,
  "incapacityReason" incapacity_type not null,
  "authorizedExit" boolean not null,
  "doctorName" text not null default '',
  "entryType" entry_type not null,
  "certifType" certif_type not null,
  "documentId" uuid,
  "isCheckRequestLaunched" boolean not null default false,
  source certificate_source not null default 'employer',
  "createdByProfileId" uuid references profiles on delete set null,
  "createdAt" timestamptz not null default now(),
  "searchText" text not null,
  version integer not null default 1,
  primary key ("companyId", id),
  foreign key ("companyId", "employeeId") references employees ("companyId", id),
  foreign key ("companyId", "superiorId") references superiors ("companyId", id),
  foreign key ("companyId", "documentId") references documents ("companyId", id),
  check ("startDate" <= "endDate")
);
create index certificates_by_start on certificates ("companyId", "startDate" desc, id desc);
create index certificates_by_creation on certificates ("companyId", "createdAt" desc, id desc);
create index certificates_by_id on certificates (id);
create index certificates_of_employee on certificates ("companyId", "employeeId", "startDate" desc);

create table checks (
  "companyId" uuid not null references companies,
  id uuid not null,
  "employeeId" uuid not null,
  "certificateId" uuid,
  "superiorId" uuid,
  "orderedByProfileId" uuid references profiles on delete set null,
  "parentCheckId" uuid,
  source check_source not null,
  "isRandom" boolean not null default false,

  status check_status not null default 'Reception',
  "problemReason" problem_reason,
  "problemOwner" problem_owner,
  "problemComment" text not null default '',
  version integer not null default 1,
  "creationDate" timestamptz not null,
  "modificationDate" timestamptz not null,

  -- The worker as ordered: a report stays what it was when the employee moves or leaves.
  "workerFirstName" text not null,
  "workerLastName" text not null,
  "workerFullName" text generated always as ("workerFirstName" || ' ' || "workerLastName") stored,
  "workerGender" gender not null,
  "workerLanguage" worker_language not null,
  "workerAddress" text not null,
  "workerPhoneNumber" text not null,
  -- Mobile number for the appointment messages; Telecheck and House need it (specification, section 5).
  "phoneNumber" text not null default '',
  "workerExternalId" text not null default '',
  "subEmployee" text not null default '',
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  "geoPrecision" geo_precision,
  "searchText" text not null,

  "incapacityStartDate" date not null,
  "incapacityEndDate" date not null,
  "incapacityType" incapacity_type not null,
  "certificateType" certif_type not null default 'Unknown',
  "incapacityPercentage" smallint not null default 100 check ("incapacityPercentage" between 1 and 100),
  "authorizedExit" boolean not null default true,
  "accidentDate" date,
  "accidentTime" time,
  "injuryDifference" boolean,
  "checkPlausibility" check_plausibility not null default 'Unknown',

  "checkTiming" check_timing not null,
  "checkLocation" check_location not null,
  "providerComment" text not null default '',
  "doctorComment" text not null default '',

  "doctorId" uuid references doctors,
  -- The doctor's name when the appointment was made; employers read it here, never in doctors.
  "doctorFullName" text not null default '',
  "doctorFoundAt" timestamptz,
  "appointmentStart" timestamptz,
  "appointmentEnd" timestamptz,
  "examinedFrom" timestamptz,
  "examinedTo" timestamptz,
  "checkDate" date generated always as ((coalesce("examinedFrom", "appointmentStart") at time zone 'Europe/Brussels')::date) stored,
  "checkTime" time generated always as ((coalesce("examinedFrom", "appointmentStart") at time zone 'Europe/Brussels')::time(0)) stored,
  -- The day that reports and the dashboard go by: of the check, else of its archive (domain.md 4.5).
  "reportDate" date generated always as ((coalesce("examinedFrom", "appointmentStart", "archivedAt") at time zone 'Europe/Brussels')::date) stored,
  -- Travel of the worker to the office (Office) or of the doctor to the worker (House): km and minutes.
  "distanceToCheck" numeric(6, 1) check ("distanceToCheck" >= 0),
  "timeToCheck" integer check ("timeToCheck" >= 0),
  -- The examination itself, minutes.
  "examinationMinutes" integer check ("examinationMinutes" between 0 and 600),

  "checkOccurence" check_occurence,
  "newIncapacityEndDate" date,
  "earlyReturn" boolean not null default false,
  "secondCheckNeeded" boolean not null default false,
  "prolongationNeeded" boolean not null default false,
  "workerDisagreement" boolean not null default false,
  "nonOperableReason" non_operable_reason,
  "archiveComment" text not null default '',
  "archivedAt" timestamptz,
  "resultSentBy" text not null default '',

  -- Euro cents, VAT excluded.
  "companyTotalPrice" cents,
  "doctorTotalPrice" cents,
  "doctorTravelCosts" cents,
  "doctorExtraCosts" cents,
  -- Minutes from offer to answer; percent of operational tests passed. Never the outcome of checks (domain.md, fact 3).
  "doctorReactivity" integer check ("doctorReactivity" >= 0),
  "doctorEfficiency" smallint check ("doctorEfficiency" between 0 and 100),

  primary key ("companyId", id),
  foreign key ("companyId", "employeeId") references employees ("companyId", id),
  foreign key ("companyId", "certificateId") references certificates ("companyId", id),
  foreign key ("companyId", "superiorId") references superiors ("companyId", id),
  foreign key ("companyId", "parentCheckId") references checks ("companyId", id),

  constraint checks_period check ("incapacityStartDate" <= "incapacityEndDate"),
  -- A control doctor shortens a period, never lengthens it (domain.md 4.4).
  constraint checks_new_end check ("newIncapacityEndDate" <= "incapacityEndDate"),
  constraint checks_early_return check (
    "earlyReturn" = coalesce("newIncapacityEndDate" < "incapacityEndDate", false)
    or "checkOccurence" = 'NoCertifDenied'),
  constraint checks_archived check ((status = 'Archived') = ("checkOccurence" is not null) and (status = 'Archived') = ("archivedAt" is not null)),
  constraint checks_problem check ((status = 'ModificationProblem') = ("problemReason" is not null) and (status = 'ModificationProblem') = ("problemOwner" is not null)),
  constraint checks_non_operable check (("nonOperableReason" is not null) = (coalesce("checkOccurence" = 'NonOperable', false))),
  constraint checks_waiting check (status <> 'WaitingForCheck' or ("doctorId" is not null and "appointmentStart" is not null)),
  constraint checks_appointment check (("appointmentStart" is null) = ("appointmentEnd" is null) and "appointmentStart" < "appointmentEnd"),
  constraint checks_examined check (("examinedFrom" is null) = ("examinedTo" is null) and "examinedFrom" <= "examinedTo"),
  constraint checks_with_result check (
    "checkOccurence" not in ('Yes', 'YesPatientHome', 'YesSecondCheck', 'NoCertifConfirmed', 'NoCertifDenied')
    or ("examinedFrom" is not null and "doctorId" is not null)),
  constraint checks_gsm check ("checkLocation" not in ('Telecheck', 'House') or "phoneNumber" <> '' or source in ('Phone', 'Api')),
  constraint checks_geo check ((latitude is null) = (longitude is null) and (latitude is null) = ("geoPrecision" is null)),
  -- One doctor is in one place at a time.
  constraint checks_doctor_overlap exclude using gist (
    "doctorId" with =, tstzrange("appointmentStart", "appointmentEnd") with &&) where (status = 'WaitingForCheck')
);
-- Lists cut their page on one of these before anything is joined; the second of a pair serves the provider, who sees all companies.
-- What they include, the dashboard counts without looking at the rows themselves.
create index checks_by_id on checks (id);
create index checks_open on checks ("companyId", "creationDate" desc, id desc) where status <> 'Archived';
create index checks_open_all on checks ("creationDate", id) where status <> 'Archived';
create index checks_ordered on checks ("companyId", "creationDate")
  include ("superiorId", "orderedByProfileId", "doctorId", status, "checkOccurence", "checkTiming", "checkLocation", "doctorFoundAt", "nonOperableReason")
  where "checkOccurence" is distinct from 'Deleted';
create index checks_archived_by_creation on checks ("companyId", "creationDate", id) where status = 'Archived';
create index checks_archived_by_creation_all on checks ("creationDate", id) where status = 'Archived';
create index checks_archived_list on checks ("companyId", "archivedAt" desc, id desc) where status = 'Archived';
create index checks_archived_list_all on checks ("archivedAt", id) where status = 'Archived';
create index checks_archived_by_date on checks ("companyId", "reportDate", id)
  include ("superiorId", "orderedByProfileId", "doctorId", "employeeId", "checkOccurence", "checkLocation", "earlyReturn",
    "incapacityStartDate", "incapacityEndDate", "newIncapacityEndDate", "distanceToCheck", "examinationMinutes") where status = 'Archived';
create index checks_archived_by_date_all on checks ("reportDate", id) where status = 'Archived';
create index checks_archived_by_name on checks ("companyId", "searchText", id) include ("doctorId") where status = 'Archived';
create index checks_archived_by_name_all on checks ("searchText", id) where status = 'Archived';
create index checks_archived_by_start on checks ("companyId", "incapacityStartDate", id) where status = 'Archived';
create index checks_archived_by_start_all on checks ("incapacityStartDate", id) where status = 'Archived';
create index checks_archived_by_end on checks ("companyId", "incapacityEndDate", id) where status = 'Archived';
create index checks_archived_by_end_all on checks ("incapacityEndDate", id) where status = 'Archived';
create index checks_archived_by_occurence_all on checks ("checkOccurence", "archivedAt", id) where status = 'Archived';
create index checks_of_superior on checks ("companyId", "superiorId", "archivedAt" desc, id desc);
create index checks_of_orderer on checks ("companyId", "orderedByProfileId", "archivedAt" desc, id desc);
create index checks_of_doctor on checks ("doctorId", "appointmentStart" desc);
create index checks_of_doctor_company on checks ("doctorId", "companyId");
create index checks_archived_of_doctor on checks ("doctorId", "archivedAt" desc, id desc) where status = 'Archived';
create index checks_of_employee on checks ("companyId", "employeeId", "incapacityStartDate" desc);
create index checks_of_certificate on checks ("companyId", "certificateId") where "certificateId" is not null;

-- What happened to a check: written in the transaction that changes it, never changed afterwards.
create table check_events (
  "companyId" uuid not null,
  id uuid not null,
  "checkId" uuid not null,
  at timestamptz not null,
  "actorKind" text not null,
  "actorProfileId" uuid references profiles on delete set null,
  action text not null,
  "fromStatus" check_status,
  "toStatus" check_status not null,
  version integer not null,
  reason text not null default '',
  -- Facts that the timeline shows; never medical.
  details jsonb not null default '{}',
  primary key ("companyId", id),
  foreign key ("companyId", "checkId") references checks ("companyId", id) on delete cascade,
  unique ("companyId", "checkId", version)
);

-- The medical compartment (domain.md 2.6): the doctor who wrote it reads it, nobody else. AES-256-GCM.
create table medical_notes (
  "companyId" uuid not null,
  "checkId" uuid not null,
  "doctorId" uuid not null references doctors,
  note bytea not null,
  "createdAt" timestamptz not null default now(),
  primary key ("companyId", "checkId"),
  foreign key ("companyId", "checkId") references checks ("companyId", id) on delete cascade
);

-- One effect per key, however often the request comes (security.md, Y1).
create table idempotency_keys (
  "profileId" uuid not null references profiles on delete cascade,
  key text not null check (length(key) between 8 and 100),
  "requestHash" bytea not null,
  "companyId" uuid not null,
  "resultId" uuid not null,
  "createdAt" timestamptz not null default now(),
  primary key ("profileId", key)
);

-- Who saw or changed health data (security.md, L1); the API may only add.
create table access_log (
  id uuid primary key,
  at timestamptz not null default now(),
  "companyId" uuid,
  "actorRole" text not null,
  "profileId" uuid,
  action text not null,
  "subjectType" text not null,
  "subjectId" uuid,
  "traceId" text not null default ''
);
create index access_log_subject on access_log ("subjectType", "subjectId", at desc);

-- Row-level security.
do $$
declare t text;
begin
  foreach t in array array['companies', 'doctors', 'doctor_availabilities', 'profiles', 'superiors', 'company_users', 'employees',
    'documents', 'certificates', 'checks', 'check_events', 'medical_notes', 'idempotency_keys', 'access_log']
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
  end loop;
  -- Tables that only a company's own people and the provider see.
  foreach t in array array['superiors', 'company_users', 'employees']
  loop
    execute format($p$create policy tenant on %I using (
      (select app.is_provider()) or "companyId" = any ((select app.company_ids())::uuid[]))$p$, t);
  end loop;
end $$;

create policy tenant_or_mission on companies using (
  (select app.is_provider()) or id = any ((select app.company_ids())::uuid[])
  or exists (select from checks c where c."companyId" = companies.id and c."doctorId" = (select app.doctor_id())));
create policy provider on doctors using ((select app.is_provider()) or id = (select app.doctor_id()));
create policy provider on doctor_availabilities using ((select app.is_provider()) or "doctorId" = (select app.doctor_id()));
create policy self_or_colleague on profiles using (
  (select app.is_provider()) or id = (select app.profile_id())
  or exists (select from company_users u where u."profileId" = profiles.id and u."companyId" = any ((select app.company_ids())::uuid[])));
create policy tenant_or_mission on checks using (
  (select app.is_provider()) or "companyId" = any ((select app.company_ids())::uuid[]) or "doctorId" = (select app.doctor_id()));
create policy tenant_or_mission on check_events using (
  (select app.is_provider()) or "companyId" = any ((select app.company_ids())::uuid[])
  or exists (select from checks c where c."companyId" = check_events."companyId" and c.id = check_events."checkId" and c."doctorId" = (select app.doctor_id())));
create policy tenant_or_mission on certificates using (
  (select app.is_provider()) or "companyId" = any ((select app.company_ids())::uuid[])
  or exists (select from checks c where c."companyId" = certificates."companyId" and c."certificateId" = certificates.id and c."doctorId" = (select app.doctor_id())));
create policy tenant_or_mission on documents using (
  (select app.is_provider()) or "companyId" = any ((select app.company_ids())::uuid[])
  or exists (select from certificates c join checks k on k."companyId" = c."companyId" and k."certificateId" = c.id
             where c."companyId" = documents."companyId" and c."documentId" = documents.id and k."doctorId" = (select app.doctor_id())));
create policy author on medical_notes using ((select app.is_system()) or "doctorId" = (select app.doctor_id()));
create policy own on idempotency_keys using ((select app.is_system()) or "profileId" = (select app.profile_id()));
create policy add_only on access_log for insert with check (true);
create policy read_all on access_log for select using ((select app.is_provider()));

grant select, insert, update on companies, doctors, profiles, superiors, company_users, employees, documents, certificates, checks, medical_notes to checkwell_api;
grant select, insert, delete on doctor_availabilities, idempotency_keys to checkwell_api;
grant delete on company_users, profiles to checkwell_api;
grant select, insert on check_events, access_log to checkwell_api;

-- What lists of the provider look through. For a provider every row is visible, but row-level security, being a condition like
-- any other, would still keep the indexes of enumerations and texts from being used (their operators are not leakproof).
-- The view asks the same question once, before any row is read; for an owner that is no superuser the policies apply as well.
create view app.provider_checks as
  select "companyId", id, "employeeId", "certificateId", "superiorId", "doctorId", status, "creationDate", "searchText", "incapacityStartDate",
    "incapacityEndDate", "checkTiming", "checkLocation", "appointmentStart", "checkDate", "checkOccurence", "archivedAt", "reportDate"
  from checks where (select app.is_provider());
grant select on app.provider_checks to checkwell_api;

-- Search by name or number. Row-level security lets no index serve a "like" (the operator is not leakproof), so a list
-- asks these functions first: they run with the owner's rights, apply the tenant's condition themselves and return ids only.
-- For an owner that is no superuser the forced policies apply inside too: the same rows, only slower.
-- patterns: for `' ' || "searchText"`, the most selective first. companies: null for all that the actor may see.
do $$
declare
  t text;
  mission text;
begin
  foreach t in array array['checks', 'certificates', 'employees']
  loop
    -- The policies of these tables, once more; a test compares what both let through.
    mission := case t when 'checks' then ' or c."doctorId" = app.doctor_id()' else '' end;
    execute format($i$create index %1$s_search on %1$I using gin ("companyId", (' ' || "searchText") gin_trgm_ops)$i$, t);
    execute format($f$
      create function app.matching_%1$s(patterns text[], companies uuid[], most integer) returns table ("companyId" uuid, id uuid)
      language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $body$
      begin
        if companies is null then
          return query
            select c."companyId", c.id from public.%1$s c
            where ' ' || c."searchText" like patterns[1] and ' ' || c."searchText" like all (patterns)
              and (app.is_provider() or c."companyId" = any (app.company_ids())%2$s)
            limit most;
        else
          return query
            select found."companyId", found.id from unnest(companies) company cross join lateral (
              select c."companyId", c.id from public.%1$s c
              where c."companyId" = company and ' ' || c."searchText" like patterns[1] and ' ' || c."searchText" like all (patterns)
                and (app.is_provider() or c."companyId" = any (app.company_ids())%2$s)
              limit most) found
            limit most;
        end if;
      end $body$
    $f$, t, mission);
    execute format('revoke all on function app.matching_%s from public', t);
    execute format('grant execute on function app.matching_%s to checkwell_api', t);
  end loop;
end $$;
