-- The embedded identity issuer: accounts, sessions and signing keys. The login role checkwell_auth owns the schema and
-- everything in it; checkwell_api sees nothing of it (design.md 5, security.md 3). Names of columns are better-auth's,
-- which reads and writes users, accounts, sessions, verifications and signing_keys; a test compares them with what it expects.

set local role checkwell_auth;

-- One account. Personal data other than the e-mail address stands in public.profiles.
create table auth.users (
  id uuid primary key,
  name text not null default '',
  email text not null unique check (email = lower(email) and length(email) <= 254),
  "emailVerified" boolean not null default false,
  image text,
  -- Migrated accounts choose a new password once (specification, section 4).
  "passwordResetRequired" boolean not null default false,
  -- Set: no session can be opened, however the user signs in.
  "disabledAt" timestamptz,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);

-- One way to sign in to an account: provider `credential` (the password's hash) or an external one.
create table auth.accounts (
  id uuid primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" uuid not null references auth.users on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope text,
  password text,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  unique ("providerId", "accountId")
);
create index "accounts_userId_idx" on auth.accounts ("userId");

-- Where a user is signed in. `createdAt` bounds the session as a whole, `expiresAt` ends it when it is not used.
create table auth.sessions (
  id uuid primary key,
  token text not null unique,
  "userId" uuid not null references auth.users on delete cascade,
  provider text not null,
  "ipAddress" text,
  "userAgent" text,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);
create index "sessions_userId_idx" on auth.sessions ("userId");
create index sessions_by_expiry on auth.sessions ("expiresAt");

-- One-use secrets of a flow that waits for an answer (reset, linking, state of an external sign-in).
create table auth.verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);
create index "verifications_identifier_idx" on auth.verifications (identifier);

-- Keys that sign access tokens; the private half is encrypted with a secret derived from APP_SECRET.
create table auth.signing_keys (
  id uuid primary key,
  "publicKey" text not null,
  "privateKey" text not null,
  alg text,
  crv text,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz
);

-- Attempts, as the time until which a key's budget is used up (generic cell rate algorithm). Keys are keyed hashes:
-- neither e-mail addresses nor network addresses stand here.
create table auth.throttles (
  key text primary key,
  "usedUntil" timestamptz not null
);
create index throttles_by_end on auth.throttles ("usedUntil");

-- One-use tokens that were used; kept until they would have expired anyway.
create table auth.spent_tokens (
  "tokenId" uuid primary key,
  "expiresAt" timestamptz not null
);
create index spent_tokens_by_expiry on auth.spent_tokens ("expiresAt");

reset role;
