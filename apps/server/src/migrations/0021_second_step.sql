-- The second step of a sign-in (docs/decisions/0018): authenticator apps, passkeys and recovery codes. They belong to the identity issuer,
-- whose tables the API's role cannot see.

set local role checkwell_auth;

-- Whether the session was opened with a second step, ours or that of Microsoft.
alter table auth.sessions add column "secondStep" boolean not null default false;

create table auth.totp (
  "userId" uuid primary key references auth.users on delete cascade,
  -- Encrypted: whoever reads it makes codes.
  secret bytea not null,
  -- The time step of the newest code that was used: neither it nor an older one counts again.
  "lastStep" bigint not null,
  "createdAt" timestamptz not null
);

create table auth.recovery_codes (
  "userId" uuid not null references auth.users on delete cascade,
  -- HMAC-SHA-256 of 50 random bits, under a key that is not in the database.
  "codeHash" bytea not null check (octet_length("codeHash") = 32),
  primary key ("userId", "codeHash")
);

create table auth.passkeys (
  id uuid primary key,
  "userId" uuid not null references auth.users on delete cascade,
  "credentialId" text not null unique check (length("credentialId") between 1 and 1400),
  "publicKey" bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null check (length(name) between 1 and 200),
  "createdAt" timestamptz not null,
  "lastUsedAt" timestamptz
);
create index passkeys_by_user on auth.passkeys ("userId");

-- What a passkey is to sign; good once.
create table auth.passkey_challenges (
  "challengeHash" bytea primary key check (octet_length("challengeHash") = 32),
  purpose text not null check (purpose in ('add', 'signIn', 'secondStep')),
  -- Whose passkey is asked for; null: whoever has one.
  "userId" uuid references auth.users on delete cascade,
  "expiresAt" timestamptz not null,
  check ((purpose = 'signIn') = ("userId" is null))
);
create index passkey_challenges_by_expiry on auth.passkey_challenges ("expiresAt");
create index passkey_challenges_by_user on auth.passkey_challenges ("userId");

-- A first step that was right, and waits for the second.
create table auth.second_step_tickets (
  "ticketHash" bytea primary key check (octet_length("ticketHash") = 32),
  "userId" uuid not null references auth.users on delete cascade,
  -- How the first step was taken.
  provider text not null,
  -- The ticket of a Microsoft account that is to be linked as soon as the second step is taken (auth.microsoft_tickets).
  "linkTicketHash" bytea check (octet_length("linkTicketHash") = 32),
  "linkBrowserHash" bytea check (octet_length("linkBrowserHash") = 32),
  -- Codes tried with it.
  attempts smallint not null default 0,
  "expiresAt" timestamptz not null,
  check (("linkTicketHash" is null) = ("linkBrowserHash" is null))
);
create index second_step_tickets_by_expiry on auth.second_step_tickets ("expiresAt");
create index second_step_tickets_by_user on auth.second_step_tickets ("userId");

reset role;

-- Whether everyone who works with this company must have a second step.
alter table companies add column "secondStepRequired" boolean not null default false;
