-- An account ends by a flag, in the same moment for everything that it opens; who did what stays (docs/decisions/0040).

-- Set: nobody is ever this account again, and its address is free for another one. A profile that is only disabled keeps its address.
alter table profiles
  add column "closedAt" timestamptz,
  add column "isOpen" boolean generated always as ("closedAt" is null) stored not null,
  add constraint profiles_closed check ("closedAt" is null or "disabledAt" is not null),
  add constraint profiles_open unique (id, "isOpen");
alter table profiles drop constraint "profiles_userName_key";
create unique index "profiles_userName_key" on profiles ("userName") where "isOpen";

-- A place in a company is an open profile's, whatever a program decides: closing one that has a place fails, and so does giving a place
-- to a closed one. The reference checks it with a lock on the profile.
alter table company_users
  add column "profileIsOpen" boolean not null default true check ("profileIsOpen"),
  add constraint company_users_open_profile foreign key ("profileId", "profileIsOpen") references profiles (id, "isOpen") on delete cascade;
alter table company_users drop constraint "company_users_profileId_fkey";

-- Who had a place in a company: their names stay with what they ordered and entered there.
create table former_users (
  "companyId" uuid not null references companies,
  "profileId" uuid not null references profiles on delete cascade,
  "endedAt" timestamptz not null,
  primary key ("companyId", "profileId")
);
create index former_users_profile on former_users ("profileId");
alter table former_users enable row level security;
alter table former_users force row level security;
create policy tenant on former_users using ((select app.is_provider()) or "companyId" = any ((select app.company_ids())::uuid[]));
grant select, insert, update on former_users to checkwell_api;
create policy former_colleague on profiles for select using (
  exists (select from former_users f where f."profileId" = profiles.id and f."companyId" = any ((select app.company_ids())::uuid[])));

-- Nothing deletes a profile any more: it would have to look for it in every check and event.
revoke delete on profiles from checkwell_api;

-- What happens to an account together with its profile happens in one transaction, by these functions alone: the API's role still sees
-- nothing of the schema `auth`. Each holds the account's row first, as everything does that the identity issuer writes about an account.
grant usage, create on schema app to checkwell_auth;
set local role checkwell_auth;

create function app.find_account(address text) returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select u.id from auth.users u where u.email = address $$;

create function app.create_account(account uuid, address text, credential uuid, password_hash text, must_reset boolean, at timestamptz)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into auth.users (id, email, "emailVerified", "passwordResetRequired", "createdAt", "updatedAt")
    values (account, address, false, must_reset, at, at);
  insert into auth.accounts (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
    values (credential, account::text, 'credential', account, password_hash, at, at);
end $$;

-- Whether nobody can sign in to the account yet.
create function app.is_account_unused(account uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from auth.users u where u.id = account for update;
  return not exists (
    select from auth.accounts a where a."userId" = account and (a."providerId" <> 'credential' or a.password is not null));
end $$;

-- Ends every session of the account, and what waits for a second step.
create function app.end_account_sessions(account uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from auth.users u where u.id = account for update;
  delete from auth.sessions where "userId" = account;
  delete from auth.second_step_tickets where "userId" = account;
end $$;

-- Another address; what the old one was sent or opened counts no more.
create function app.change_account_email(account uuid, address text, at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from auth.users u where u.id = account for update;
  update auth.users set email = address, "emailVerified" = false, "updatedAt" = at where id = account;
  delete from auth.sessions where "userId" = account;
  delete from auth.account_links where "userId" = account;
  delete from auth.second_step_tickets where "userId" = account;
end $$;

-- The account with everything that opens it.
create function app.delete_account(account uuid) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $$ delete from auth.users where id = account $$;

revoke all on function app.find_account, app.create_account, app.is_account_unused, app.end_account_sessions, app.change_account_email,
  app.delete_account from public;
grant execute on function app.find_account, app.create_account, app.is_account_unused, app.end_account_sessions, app.change_account_email,
  app.delete_account to checkwell_api;
reset role;
revoke create on schema app from checkwell_auth;

-- What the races of before have left behind: employers without a place, whom no administrator could add again, and accounts that are
-- signed in to with another address than the profile has.
do $$
declare
  closed uuid[];
  addresses jsonb;
begin
  perform set_config('app.role', 'system', true);
  with ended as (
    update profiles p set "closedAt" = now(), "disabledAt" = coalesce("disabledAt", now()), "sessionVersion" = "sessionVersion" + 1
    where p.kind = 'employer' and not p."isProgram" and not exists (select from company_users u where u."profileId" = p.id)
    returning p.issuer, p.subject)
  select array_agg(subject::uuid) into closed from ended where issuer = 'urn:checkwell:identity';
  select jsonb_object_agg(subject, "userName") into addresses from profiles where issuer = 'urn:checkwell:identity' and "closedAt" is null;
  set local role checkwell_auth;
  delete from auth.users where id = any (closed);
  update auth.users u set email = a.value
    from jsonb_each_text(addresses) a
    where u.id = a.key::uuid and u.email <> a.value and not exists (select from auth.users o where o.email = a.value);
  reset role;
end $$;
