-- Views of lists: filters, order and hidden columns under a name, of one person alone (docs/decisions/0054).
create table list_views (
  id uuid primary key,
  "profileId" uuid not null references profiles on delete cascade,
  -- Whose data the list shows: filters may name what another company does not have. Null for the provider's people, who see all companies.
  "companyId" uuid references companies,
  list text not null check (list in ('checks', 'reports', 'certificates', 'employees', 'planning', 'doctors', 'companies')),
  name text not null check (name <> '' and char_length(name) <= 60),
  -- As the list's address would say it; read with what the list knows today.
  shown jsonb not null check (jsonb_typeof(shown) = 'object' and octet_length(shown::text) <= 4000),
  "isDefault" boolean not null default false,
  "createdAt" timestamptz not null,
  -- Who has no place in the company any more has no views of its lists.
  foreign key ("companyId", "profileId") references company_users ("companyId", "profileId") on delete cascade
);
create unique index list_views_name on list_views ("profileId", "companyId", list, lower(name)) nulls not distinct;
create unique index list_views_default on list_views ("profileId", "companyId", list) nulls not distinct where "isDefault";
create index list_views_place on list_views ("companyId", "profileId");

alter table list_views enable row level security;
alter table list_views force row level security;
create policy own on list_views using ((select app.is_system()) or "profileId" = (select app.profile_id()));
grant select, insert, update, delete on list_views to checkwell_api;
