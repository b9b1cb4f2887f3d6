-- A filter has the same name in an address, in a saved view and in the API. A view that an older version saves while this one is
-- installed loses its filters, and says that it is incomplete.
select set_config('app.role', 'system', true);

update list_views v
set shown = coalesce((
  select jsonb_object_agg(coalesce(n.new, e.key), case n.new when 'doctorSearch' then '"Exhausted"'::jsonb else e.value end)
  from jsonb_each(v.shown) e
    left join (values
      ('checks', 'timing', 'checkTiming'),
      ('checks', 'location', 'checkLocation'),
      ('reports', 'timing', 'checkTiming'),
      ('reports', 'location', 'checkLocation'),
      ('reports', 'outcome', 'checkOccurence'),
      ('reports', 'comment', 'commentReview'),
      ('certificates', 'reason', 'incapacityReason'),
      ('planning', 'timing', 'checkTiming'),
      ('planning', 'location', 'checkLocation'),
      ('planning', 'pile', 'tab'),
      ('planning', 'exhausted', 'doctorSearch'),
      ('planning', 'notTold', 'employeeNotTold'),
      ('planning', 'held', 'resultHeld')
    ) as n (list, old, new) on n.list = v.list and n.old = e.key
), '{}')
where v.list in ('checks', 'reports', 'certificates', 'planning');

select set_config('app.role', '', true);
