-- Signing in with Microsoft (docs/decisions/0016). Both tables hold what waits for an answer, for minutes; they belong to the identity
-- issuer, whose tables the API's role cannot see. A lasting link is a row of auth.accounts, provider `microsoft`.

set local role checkwell_auth;

-- A sign-in that was sent to Microsoft. State, nonce and code verifier are derived from what only the browser knows: nothing here
-- lets anybody continue it.
create table auth.microsoft_flows (
  "stateHash" bytea primary key check (octet_length("stateHash") = 32),
  "browserHash" bytea not null check (octet_length("browserHash") = 32),
  "expiresAt" timestamptz not null
);
create index microsoft_flows_by_expiry on auth.microsoft_flows ("expiresAt");

-- A Microsoft account that was verified and has no account here yet: to be linked after its password was confirmed (`link`), or to be
-- named in a request for an account (`signUp`).
create table auth.microsoft_tickets (
  "ticketHash" bytea primary key check (octet_length("ticketHash") = 32),
  "browserHash" bytea not null check (octet_length("browserHash") = 32),
  purpose text not null check (purpose in ('link', 'signUp')),
  -- The key of the Microsoft account: claims iss and oid. Everything else about it may change.
  issuer text not null,
  "objectId" uuid not null,
  -- As proven by Microsoft, else null: nobody is told about an account for an address that is not theirs.
  email text check (email = lower(email) and length(email) <= 254),
  "firstName" text not null,
  "lastName" text not null,
  -- Whose password is to be confirmed.
  "userId" uuid references auth.users on delete cascade,
  -- Passwords tried with it.
  attempts smallint not null default 0,
  "expiresAt" timestamptz not null,
  check ((purpose = 'link') = ("userId" is not null))
);
create index microsoft_tickets_by_expiry on auth.microsoft_tickets ("expiresAt");
create index microsoft_tickets_by_user on auth.microsoft_tickets ("userId");

reset role;
