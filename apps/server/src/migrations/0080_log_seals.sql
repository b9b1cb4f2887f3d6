-- Logs that nobody changes unnoticed, not even with the login of the owner (docs/decisions/0083). A job seals what was written since the last
-- seal; the key of the seals is not in the database. Adding the columns writes the tables anew: seconds for a million rows.
select set_config('app.role', 'system', true);

-- Where a row stands among all that is written: the transaction that wrote it. A transaction below the snapshot's horizon is over, so that
-- nothing comes to its place any more. Behind a restore into another cluster, whose transactions count from the beginning, the upper bits
-- count on: app.keep_log_order.
create function app.log_position() returns bigint language sql volatile
  as $$ select (0::bigint << 48) + pg_current_xact_id()::text::bigint $$;
-- Below it, every transaction has ended.
create function app.log_horizon() returns bigint language sql volatile
  as $$ select (app.log_position() >> 48 << 48) + pg_snapshot_xmin(pg_current_snapshot())::text::bigint $$;

-- What names somebody or says something about them is hashed with a salt of its own: without both, the digest says nothing, and the seal still
-- fits. erased: that digest, and the proof that this installation erased them.
alter table access_log
  add column position bigint not null default 0,
  add column salt uuid default gen_random_uuid(),
  add column erased bytea check (octet_length(erased) = 64),
  add constraint access_log_erased check ((salt is null) = (erased is not null) and (erased is null or reason is null));
alter table check_events
  add column position bigint not null default 0,
  add column salt uuid default gen_random_uuid(),
  add column erased bytea check (octet_length(erased) = 64),
  add constraint check_events_erased check ((salt is null) = (erased is not null) and (erased is null or (reason = '' and details = '{}')));
alter table visit_attempts
  add column position bigint not null default 0,
  add column salt uuid default gen_random_uuid(),
  add column erased bytea check (octet_length(erased) = 64),
  drop constraint visit_attempts_bell_check,
  add constraint visit_attempts_bell_check check (char_length(bell) <= 500 and (bell = '') = (erased is not null)),
  add constraint visit_attempts_erased check ((salt is null) = (erased is not null)
    and (erased is null or (latitude is null and "photoId" is null)));
alter table employee_confirmations add column position bigint not null default 0;
alter table employee_moves add column position bigint not null default 0;
do $$
declare t text;
begin
  foreach t in array array['access_log', 'check_events', 'visit_attempts', 'employee_confirmations', 'employee_moves']
  loop
    execute format('alter table %I alter position set default app.log_position()', t);
    execute format('create index %I on %I (position)', t || '_position', t);
  end loop;
end $$;

create table log_seals (
  number integer primary key check (number > 0),
  -- Positions: from this one, up to but not with the other. Each seal goes on where the one before ended.
  "fromPosition" bigint not null unique,
  "untilPosition" bigint not null,
  -- JSON: of each log with rows in between, how many, and their digest. As text: the seal is over its letters.
  contents text not null,
  "sealedAt" timestamptz not null,
  -- Over all of the above and the seal before.
  seal bytea not null check (octet_length(seal) = 32),
  check ("fromPosition" < "untilPosition")
);
alter table log_seals enable row level security;
alter table log_seals force row level security;
create policy system on log_seals using ((select app.is_system()));
grant select, insert on log_seals to checkwell_api;

-- The owner calls it whenever a process starts: positions go on above all that is there.
create function app.keep_log_order() returns void language plpgsql as $$
declare
  caller text := coalesce(current_setting('app.role', true), '');
  highest bigint;
begin
  perform set_config('app.role', 'system', true);
  select max(position) into highest from (
    select max("untilPosition") - 1 as position from log_seals
    union all select max(position) from access_log
    union all select max(position) from check_events
    union all select max(position) from visit_attempts
    union all select max(position) from employee_confirmations
    union all select max(position) from employee_moves) as positions
    -- What no program ever came to is not followed.
    where position < 1::bigint << 52;
  if highest >= app.log_position() then
    execute format('create or replace function app.log_position() returns bigint language sql volatile
      as $f$ select (%s::bigint << 48) + pg_current_xact_id()::text::bigint $f$', (highest >> 48) + 1);
  end if;
  perform set_config('app.role', caller, true);
end $$;
revoke all on function app.keep_log_order() from public;

create policy erase on access_log for update using ((select app.is_system()));
create policy erase on visit_attempts for update using ((select app.is_system()));

-- Takes the personal parts out of rows of a log. proofs: of each row, its digest and the proof of who erases.
-- With the rights of the owner: the API changes no log.
create function app.erase_log_parts(of_log text, ids uuid[], proofs bytea[]) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  caller text := coalesce(current_setting('app.role', true), '');
  done integer;
begin
  -- As app.end_offers does it: not with `set` at the function.
  perform set_config('app.role', 'system', true);
  case of_log
    when 'access_log' then
      update access_log l set reason = null, salt = null, erased = e.proof
        from unnest(ids, proofs) as e (id, proof) where l.id = e.id and l.salt is not null;
    when 'check_events' then
      update check_events l set reason = '', details = '{}', salt = null, erased = e.proof
        from unnest(ids, proofs) as e (id, proof) where l.id = e.id and l.salt is not null;
    when 'visit_attempts' then
      update visit_attempts l set bell = '', latitude = null, longitude = null, "accuracyMetres" = null, "photoId" = null, salt = null,
          erased = e.proof
        from unnest(ids, proofs) as e (id, proof) where l.id = e.id and l.salt is not null;
  end case;
  get diagnostics done = row_count;
  perform set_config('app.role', caller, true);
  return done;
end $$;
revoke all on function app.erase_log_parts(text, uuid[], bytea[]) from public;
grant execute on function app.erase_log_parts(text, uuid[], bytea[]) to checkwell_api;
