-- What ends an account's ways in happens in the transaction that writes it down, and a sign-in that began before opens nothing after it
-- (docs/decisions/0042).
grant usage, create on schema app to checkwell_auth;
set local role checkwell_auth;

-- The password by which the first step was taken, as it was stored then: a sign-in that waits ends with it.
alter table auth.second_step_tickets add column "passwordHash" text;

-- A link by mail; its token stands in the mail alone. @returns whether there is such an account
create function app.create_account_link(account uuid, token_hash bytea, purpose text, at timestamptz, until timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from auth.users u where u.id = account for update;
  if not found then
    return false;
  end if;
  insert into auth.account_links ("tokenHash", "userId", purpose, "createdAt", "expiresAt") values (token_hash, account, purpose, at, until);
  return true;
end $$;

-- Every second step of the account, and with them what could open it past its owner: its sessions, sign-ins that wait, links by mail. A
-- password that it has must be renewed by mail. @returns false for an account without second step, which stays as it is
create function app.remove_second_steps(account uuid, at timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from auth.users u where u.id = account for update;
  if not exists (select from auth.totp t where t."userId" = account) and not exists (select from auth.passkeys p where p."userId" = account) then
    return false;
  end if;
  delete from auth.totp where "userId" = account;
  delete from auth.passkeys where "userId" = account;
  delete from auth.recovery_codes where "userId" = account;
  delete from auth.passkey_challenges where "userId" = account;
  delete from auth.second_step_tickets where "userId" = account;
  delete from auth.account_links where "userId" = account;
  delete from auth.sessions where "userId" = account;
  update auth.users u set "passwordResetRequired" = true, "updatedAt" = at where u.id = account
    and exists (select from auth.accounts a where a."userId" = account and a."providerId" = 'credential' and a.password is not null);
  return true;
end $$;

revoke all on function app.create_account_link, app.remove_second_steps from public;
grant execute on function app.create_account_link, app.remove_second_steps to checkwell_api;
reset role;
revoke create on schema app from checkwell_auth;
