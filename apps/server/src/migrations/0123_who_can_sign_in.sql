-- Messages about checks leave out whoever has not accepted the invitation. The API's role asks this about an account, and nothing else of the
-- schema `auth` is shown to it.
grant create on schema app to checkwell_auth;
set local role checkwell_auth;

-- Whether nobody can sign in to an account of the embedded issuer yet (no password, and no other way), so that it needs an invitation. Who was brought from an
-- old system sets a password by themselves. Nothing is locked: an invitation that was accepted stays so.
create function app.is_invited(account_issuer text, account_subject text) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when account_issuer = 'urn:checkwell:identity' then exists (
    select from auth.users u where u.id = account_subject::uuid and not u."passwordResetRequired" and not exists (
      select from auth.accounts a where a."userId" = u.id and (a."providerId" <> 'credential' or a.password is not null)))
  else false end
$$;

revoke all on function app.is_invited from public;
grant execute on function app.is_invited to checkwell_api;
reset role;
revoke create on schema app from checkwell_auth;
