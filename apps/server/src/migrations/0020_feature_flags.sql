-- Feature flags: whom each feature is on for. Their names and what holds without a row stand in packages/domain (flags/flags.ts).

create table feature_flags (
  name text primary key check (name ~ '^[a-z][A-Za-z]*$'),
  enabled boolean not null,
  -- Share of the companies that have no answer of their own.
  percentage smallint not null check (percentage between 0 and 100),
  version integer not null default 1,
  "updatedAt" timestamptz not null,
  "updatedByProfileId" uuid references profiles on delete set null
);
create index feature_flags_updated_by on feature_flags ("updatedByProfileId");

-- A company's own answer, whatever the share.
create table feature_flag_companies (
  "companyId" uuid not null references companies,
  name text not null references feature_flags,
  enabled boolean not null,
  primary key ("companyId", name)
);
create index feature_flag_companies_by_name on feature_flag_companies (name);

alter table feature_flags enable row level security;
alter table feature_flags force row level security;
alter table feature_flag_companies enable row level security;
alter table feature_flag_companies force row level security;
-- Which companies have what is the provider's business; the product itself works out the answers.
create policy provider on feature_flags using ((select app.is_provider()));
create policy provider on feature_flag_companies using ((select app.is_provider()));

grant select, insert, update on feature_flags to checkwell_api;
grant select, insert, delete on feature_flag_companies to checkwell_api;
