-- Programs that act for one company by a token. Each has a profile and a place in the company, so that what people may do is
-- decided and written down for it in the same way; it has no account, so nobody signs in as it.

alter table profiles add column "isProgram" boolean generated always as (issuer = 'api-token') stored not null;

create table api_tokens (
  "companyId" uuid not null references companies,
  id uuid not null,
  "profileId" uuid not null unique,
  name text not null check (name <> ''),
  -- The beginning of the token, by which people tell tokens apart.
  prefix text not null check (prefix like 'cwk\_%' and length(prefix) <= 16),
  -- SHA-256 of the whole token: 256 random bits need no slow hash. The token itself stands nowhere.
  "tokenHash" bytea not null unique check (octet_length("tokenHash") = 32),
  "createdByProfileId" uuid references profiles on delete set null,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz not null check ("expiresAt" > "createdAt"),
  "lastUsedAt" timestamptz,
  "revokedAt" timestamptz,
  primary key ("companyId", id),
  foreign key ("companyId", "profileId") references company_users ("companyId", "profileId") on delete cascade
);
create index api_tokens_created_by on api_tokens ("createdByProfileId");

alter table api_tokens enable row level security;
alter table api_tokens force row level security;
-- Who asks with a token is not known yet: the product itself looks it up. The provider's people have no business here.
create policy tenant on api_tokens using ((select app.is_system()) or "companyId" = any ((select app.company_ids())::uuid[]));

grant select, insert, update on api_tokens to checkwell_api;
