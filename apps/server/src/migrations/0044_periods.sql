-- Two checks of one period that ended at the same moment waited for each other in a circle: each held its own check, and the triggers that
-- count locked all others of the period. They take one lock of the period instead (an advisory one), in the order of the periods, and
-- each statement after it sees what the one before has committed. What is counted stays as migration 0007 has it.
do $$
declare
  event text;
  before text;
  after text;
begin
  foreach event in array array['insert', 'update', 'delete']
  loop
    before := pg_get_functiondef(format('app.count_on_%s()', event)::regprocedure);
    after := regexp_replace(before, 'perform from \((.*?)\) x join public\.checks k on .*? for update of k;', $body$perform pg_advisory_xact_lock(p.key)
          from (
            select distinct hashtextextended(concat_ws(' ', 'period', (x.c)."companyId", (x.c)."employeeId", (x.c)."incapacityStartDate",
              (x.c)."incapacityEndDate"), 0) as key
            from (\1) x where app.is_completed((x.c)."checkOccurence") order by 1) p;$body$);
    if after = before or position('for update' in after) > 0 then
      raise exception 'app.count_on_% is not as migration 0007 wrote it', event;
    end if;
    execute after;
  end loop;
end $$;
