-- Two orders of one payer that were paid at once made two companies. Whoever pays by card is one company from now on: same VAT number, name,
-- address and mail, however they are spaced and in capitals or not (docs/decisions/0019).
select set_config('app.role', 'system', true);

create function app.payer_key("companyNumber" text, name text, address text, email text) returns text
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $body$
  select concat_ws(E'\n',
    upper(regexp_replace("companyNumber", '[^0-9A-Za-z]', '', 'g')),
    lower(btrim(regexp_replace(name, '\s+', ' ', 'g'))),
    lower(btrim(regexp_replace(address, '\s+', ' ', 'g'))),
    lower(btrim(coalesce(email, ''))))
$body$;
grant execute on function app.payer_key to checkwell_api;

alter table companies add column "payerKey" text;
-- Of several that exist the oldest goes on; what the others paid stays with them.
update companies c set "payerKey" = k.key
from (
  select distinct on (key) id, key
  from (select id, "createdAt", app.payer_key("companyNumber", name, "companyAddress", "invoicingEmail"::text) as key from companies where "oneShot") o
  order by key, "createdAt", id
) k
where k.id = c.id;
alter table companies
  add constraint companies_payer unique ("payerKey"),
  add constraint companies_payer_only check ("oneShot" or "payerKey" is null);
drop index companies_one_shot;
