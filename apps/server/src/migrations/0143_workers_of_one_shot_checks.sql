-- What was kept of the worker of a One Shot Check after the erasure of the check (docs/decisions/0098): the employee's row, because nobody records that they
-- left, and mails to the payer, because they did not name their check.
select set_config('app.role', 'system', true);

-- Mails that still have their content are recognised by the link to their order, the others where the payer has one check alone. No subject names anybody.
update mails m set "checkId" = o."checkId"
from one_shot_orders o
where m.template like 'oneShot%' and m."checkId" is null and o."companyId" = m."companyId" and o."checkId" is not null and (
  o."tokenHash" = sha256(convert_to(substring(m."plainText" from '/one-shot-check/([A-Za-z0-9_-]{43})'), 'UTF8'))
  or (m."plainText" = '' and not exists (select from one_shot_orders other where other."companyId" = o."companyId" and other.id <> o.id)));

select set_config('app.role', '', true);

-- As in migration 0100. Nobody signs in for the company of a payer, and its employees come with their checks: they go as soon as these are erased.
create or replace function app.erase_employees(before date, most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  caller text := coalesce(current_setting('app.role', true), '');
  companies uuid[];
  ids uuid[];
  done integer;
begin
  perform set_config('app.role', 'system', true);
  select array_agg(due."companyId"), array_agg(due.id) into companies, ids from (
    select n."companyId", n.id from employees n
    where (n."leftAt" < before or n."companyId" in (select o.id from companies o where o."oneShot")) and not n."isErased"
      and not exists (select from checks c where c."companyId" = n."companyId" and c."employeeId" = n.id)
      and not exists (select from certificates k where k."companyId" = n."companyId" and k."employeeId" = n.id)
    order by n."leftAt" limit most for update of n skip locked) due;
  -- By a statement of its own: what was written before these locks were given is seen.
  delete from employees n using unnest(companies, ids) as e (company, id)
    where n."companyId" = e.company and n.id = e.id
      and not exists (select from checks c where c."companyId" = n."companyId" and c."employeeId" = n.id)
      and not exists (select from certificates k where k."companyId" = n."companyId" and k."employeeId" = n.id);
  get diagnostics done = row_count;
  perform set_config('app.role', caller, true);
  return done;
end $$;
