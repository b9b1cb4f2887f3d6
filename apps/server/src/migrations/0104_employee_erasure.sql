-- An employee is erased on request (docs/decisions/0103): everything that nothing keeps, in one transaction, by the same functions as what is erased by age.

-- Messages to the employee, with what waits to be sent: locked before everything else (ARCHITECTURE.md, "Locks").
create function app.lock_employee_messages(of_company uuid, of_employee uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  caller text := coalesce(current_setting('app.role', true), '');
  texts uuid[];
  letters uuid[];
begin
  perform set_config('app.role', 'system', true);
  select coalesce(array_agg(m."textMessageId") filter (where m."textMessageId" is not null), '{}'), coalesce(array_agg(m."mailId") filter (where m."mailId" is not null), '{}')
    into texts, letters
    from checks c join employee_messages m on m."companyId" = c."companyId" and m."checkId" = c.id
    where c."companyId" = of_company and c."employeeId" = of_employee;
  letters := letters || array(
    select m.id from checks c join mails m on m."companyId" = c."companyId" and m."checkId" = c.id
    where c."companyId" = of_company and c."employeeId" = of_employee);
  perform from outbox o where o.id = any (texts || letters) order by o.id for update;
  perform from text_messages t where t.id = any (texts) order by t.id for update;
  perform from mails m where m.id = any (letters) order by m.id for update;
  perform set_config('app.role', caller, true);
end $$;
revoke all on function app.lock_employee_messages(uuid, uuid) from public;
grant execute on function app.lock_employee_messages(uuid, uuid) to checkwell_api;

-- Locks the employee, so that nothing new comes to rest on them, then their certificates and checks, and erases what has ended and is not held; with a check
-- that has not ended, nothing. Nobody is found: no row. With the rights of the owner: the API may delete none of these.
create function app.erase_employee(of_company uuid, of_employee uuid, at timestamptz)
  returns table (running integer, held integer, "checkIds" uuid[], certificates integer, "employeeStays" boolean)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  caller text := coalesce(current_setting('app.role', true), '');
  open_checks integer;
  held_checks integer;
  ended uuid[];
  papers uuid[];
  files uuid[];
  stays boolean := true;
begin
  perform set_config('app.role', 'system', true);
  perform from employees n where n."companyId" = of_company and n.id = of_employee and not n."isErased" for update;
  if not found then
    perform set_config('app.role', caller, true);
    return;
  end if;
  perform from certificates k where k."companyId" = of_company and k."employeeId" = of_employee order by k.id for update;
  perform from checks c where c."companyId" = of_company and c."employeeId" = of_employee order by c.id for update;
  -- By statements of their own: what was written before these locks were given is seen.
  select count(*) filter (where c.status <> 'Archived'), count(*) filter (where c."legalHoldAt" is not null),
      coalesce(array_agg(c.id) filter (where c.status = 'Archived' and c."legalHoldAt" is null and c."erasedAt" is null), '{}')
    into open_checks, held_checks, ended
    from checks c where c."companyId" = of_company and c."employeeId" = of_employee;
  if open_checks = 0 then
    if cardinality(ended) > 0 then
      perform app.erase_checks(array_fill(of_company, array[cardinality(ended)]), ended, at);
    end if;
    select array_agg(k.id), array_agg(k."documentId") filter (where k."documentId" is not null) into papers, files
      from certificates k where k."companyId" = of_company and k."employeeId" = of_employee
        and not exists (select from checks c where c."companyId" = k."companyId" and c."certificateId" = k.id)
        and not exists (
          select from sent_certificates s join checks c on c."companyId" = s."companyId" and c.id = s."checkId"
          where s."companyId" = k."companyId" and s."certificateId" = k.id and c."legalHoldAt" is not null);
    delete from sent_certificates s where s."companyId" = of_company and s."certificateId" = any (papers);
    delete from certificates k where k."companyId" = of_company and k.id = any (papers);
    delete from documents d where d."companyId" = of_company and d.id = any (files)
      and not exists (select from certificates k where k."companyId" = d."companyId" and k."documentId" = d.id)
      and not exists (select from sent_certificates s where s."companyId" = d."companyId" and s."documentId" = d.id);
    stays := exists (select from checks c where c."companyId" = of_company and c."employeeId" = of_employee)
      or exists (select from certificates k where k."companyId" = of_company and k."employeeId" = of_employee);
    if not stays then
      delete from employees n where n."companyId" = of_company and n.id = of_employee;
    end if;
  end if;
  perform set_config('app.role', caller, true);
  return query select open_checks, held_checks, ended, coalesce(cardinality(papers), 0), stays;
end $$;
revoke all on function app.erase_employee(uuid, uuid, timestamptz) from public;
grant execute on function app.erase_employee(uuid, uuid, timestamptz) to checkwell_api;
