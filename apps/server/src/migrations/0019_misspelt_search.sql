-- Search by a misspelt name, from the same index as app.matching_… and with the same rights (migration 0001): the rows in which every
-- pattern occurs, and every word occurs or resembles one. How much it must resemble is the setting pg_trgm.word_similarity_threshold
-- of whoever asks.
-- patterns: for `' ' || "searchText"`, of words that are right or wrong. words: those that may be misspelt, the longest first, at
-- least one; word_patterns: the same words as patterns. companies: null for all that the actor may see.
do $$
declare
  t text;
  resembles constant text := $c$
    (' ' || c."searchText" %> words[1] or ' ' || c."searchText" like word_patterns[1])
      and ' ' || c."searchText" like all (patterns)
      and not exists (
        select from unnest(words, word_patterns) as w (word, pattern)
        where not (' ' || c."searchText" %> w.word or ' ' || c."searchText" like w.pattern))
  $c$;
begin
  foreach t in array array['certificates', 'employees']
  loop
    execute format($f$
      create function app.resembling_%1$s(patterns text[], words text[], word_patterns text[], companies uuid[], most integer)
      returns table ("companyId" uuid, id uuid)
      language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $body$
      begin
        if companies is null then
          return query
            select c."companyId", c.id from public.%1$s c
            where %2$s and (app.is_provider() or c."companyId" = any (app.company_ids()))
            limit most;
        else
          return query
            select found."companyId", found.id from unnest(companies) company cross join lateral (
              select c."companyId", c.id from public.%1$s c
              where c."companyId" = company and %2$s and (app.is_provider() or c."companyId" = any (app.company_ids()))
              limit most) found
            limit most;
        end if;
      end $body$
    $f$, t, resembles);
    execute format('revoke all on function app.resembling_%s from public', t);
    execute format('grant execute on function app.resembling_%s to checkwell_api', t);
  end loop;
end $$;
