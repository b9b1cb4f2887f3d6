-- Links by mail that let their reader choose a password (docs/decisions/0015). They belong to the identity issuer, whose tables the
-- API's role cannot see.

set local role checkwell_auth;

create table auth.account_links (
  -- SHA-256 of the token: 128 random bits need no slow hash. The token itself stands in the mail alone.
  "tokenHash" bytea primary key check (octet_length("tokenHash") = 32),
  "userId" uuid not null references auth.users on delete cascade,
  purpose text not null check (purpose in ('reset', 'migration', 'invitation')),
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz not null check ("expiresAt" > "createdAt")
);
create index account_links_by_user on auth.account_links ("userId");
create index account_links_by_expiry on auth.account_links ("expiresAt");

reset role;
