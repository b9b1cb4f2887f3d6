-- Personal parts of the logs are erased when their terms are over (docs/decisions/0082). The indexes hold what still has some, oldest first,
-- and shrink as it is erased. While one is made, nothing is written to its log: a second for a million rows.
create index access_log_to_erase on access_log (at) where reason is not null;
create index check_events_to_erase on check_events (at) where salt is not null and (reason <> '' or details not in ('{}', '{"notes": []}'));
create index visit_attempts_to_erase on visit_attempts ("attemptedAt") where salt is not null;

-- Locks rows of a log whose term is over and that still have personal parts, the oldest first; what another process holds is left to it.
-- Of a check, the term begins when the check ended: one that is open keeps everything. With the rights of the owner, because a lock asks
-- for the right to update, which the API has on no log.
create function app.lock_expired_log_rows(of_log text, before timestamptz, most integer) returns table ("companyId" uuid, id uuid)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  caller text := coalesce(current_setting('app.role', true), '');
begin
  perform set_config('app.role', 'system', true);
  case of_log
    when 'access_log' then
      return query select l."companyId", l.id from access_log l where l.reason is not null and l.at < before
        order by l.at limit most for update skip locked;
    when 'check_events' then
      return query select l."companyId", l.id from check_events l
        join checks c on c."companyId" = l."companyId" and c.id = l."checkId" and c."archivedAt" < before
        where l.at < before and l.salt is not null and (l.reason <> '' or l.details not in ('{}', '{"notes": []}'))
        order by l.at limit most for update of l skip locked;
    when 'visit_attempts' then
      return query select l."companyId", l.id from visit_attempts l
        join checks c on c."companyId" = l."companyId" and c.id = l."checkId" and c."archivedAt" < before
        where l."attemptedAt" < before and l.salt is not null
        order by l."attemptedAt" limit most for update of l skip locked;
  end case;
  perform set_config('app.role', caller, true);
end $$;
revoke all on function app.lock_expired_log_rows(text, timestamptz, integer) from public;
grant execute on function app.lock_expired_log_rows(text, timestamptz, integer) to checkwell_api;

-- As in migration 0080, and by the whole key of each row: the id alone has no index in two of the logs. With a photograph of a card goes its
-- document, which nothing else refers to; its file is removed with the others that no document names.
drop function app.erase_log_parts(text, uuid[], bytea[]);
create function app.erase_log_parts(of_log text, companies uuid[], ids uuid[], proofs bytea[]) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  caller text := coalesce(current_setting('app.role', true), '');
  done integer;
begin
  perform set_config('app.role', 'system', true);
  case of_log
    when 'access_log' then
      update access_log l set reason = null, salt = null, erased = e.proof
        from unnest(ids, proofs) as e (id, proof) where l.id = e.id and l.salt is not null;
      get diagnostics done = row_count;
    when 'check_events' then
      update check_events l set reason = '', details = '{}', salt = null, erased = e.proof
        from unnest(companies, ids, proofs) as e (company, id, proof)
        where l."companyId" = e.company and l.id = e.id and l.salt is not null;
      get diagnostics done = row_count;
    when 'visit_attempts' then
      with before as (
        select a."companyId", a.id, a."photoId", e.proof from unnest(companies, ids, proofs) as e (company, id, proof)
        join visit_attempts a on a."companyId" = e.company and a.id = e.id and a.salt is not null
      ), blank as (
        update visit_attempts l set bell = '', latitude = null, longitude = null, "accuracyMetres" = null, "photoId" = null, salt = null,
            erased = b.proof
          from before b where l."companyId" = b."companyId" and l.id = b.id and l.salt is not null returning b."companyId", b."photoId"
      )
      select count(*), array_agg("companyId") filter (where "photoId" is not null), array_agg("photoId") filter (where "photoId" is not null)
        into done, companies, ids from blank;
      delete from documents d using unnest(companies, ids) as p (company, id)
        where d."companyId" = p.company and d.id = p.id and d.kind = 'card';
  end case;
  perform set_config('app.role', caller, true);
  return done;
end $$;
revoke all on function app.erase_log_parts(text, uuid[], uuid[], bytea[]) from public;
grant execute on function app.erase_log_parts(text, uuid[], uuid[], bytea[]) to checkwell_api;
