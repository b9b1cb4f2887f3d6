-- Who holds a live stream open must lose it soon after what they may lose has changed. Each stream asked the database again every 2.5 s;
-- now every change of what is asked there tells the processes which listen, in the transaction that makes it, whoever makes it.
-- Payload: whose standing it is, `subject` (account), `profile`, `doctor` or `company`, and an id.
create function app.notify_standing() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('standing', tg_argv[0] || ' ' || (pg_catalog.to_jsonb(coalesce(new, old)) ->> tg_argv[1]));
  return null;
end $$;

-- The account and its sessions. Continuing a session changes neither. A second step that is set up makes sessions without it worthless;
-- one that is removed makes none.
create trigger notify_standing after delete or update of "secondStep" on auth.sessions
  for each row execute function app.notify_standing('subject', 'userId');
create trigger notify_standing after update of "disabledAt", "passwordResetRequired" on auth.users
  for each row execute function app.notify_standing('subject', 'id');
create trigger notify_standing after insert on auth.totp
  for each row execute function app.notify_standing('subject', 'userId');
create trigger notify_standing after insert on auth.passkeys
  for each row execute function app.notify_standing('subject', 'userId');

-- The profile, its places in companies, and its token if it is a program.
create trigger notify_standing after update or delete on profiles
  for each row execute function app.notify_standing('profile', 'id');
create trigger notify_standing after insert or update or delete on company_users
  for each row execute function app.notify_standing('profile', 'profileId');
create trigger notify_standing after delete or update of "revokedAt", "expiresAt" on api_tokens
  for each row execute function app.notify_standing('profile', 'profileId');

-- What a company asks of its users; its superiors, who may be known by their address alone; doctors who take no missions any more.
create trigger notify_standing after update of "secondStepRequired" on companies
  for each row execute function app.notify_standing('company', 'id');
create trigger notify_standing after insert or delete or update of email on superiors
  for each row execute function app.notify_standing('company', 'companyId');
create trigger notify_standing after update of active on doctors
  for each row execute function app.notify_standing('doctor', 'id');
