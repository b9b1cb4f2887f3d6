-- Invoices that a client's bookkeeping and the law can work with (docs/decisions/0039): credit in parts, a credited month once more,
-- the client's order numbers, and where each document was mailed to.

alter table invoices
  -- Nothing is paid by a credit note, nor by what was paid by card: there it is null from now on.
  alter column "structuredMessage" drop not null,
  -- Number of the client's order; empty: it gave none.
  add column "purchaseOrder" text not null default '',
  -- Of a credit note: what was still to be paid of its invoice after it; null: that was not said.
  add column "remainingCents" cents,
  -- Of a credit note: its invoice had been paid by transfer, and the amount goes back.
  add column repaid boolean not null default false,
  add check (kind = 'CreditNote' or ("remainingCents" is null and not repaid)),
  add check (not repaid or "remainingCents" is null);

alter table companies add column "purchaseOrder" text not null default '';
alter table cost_centres add column "purchaseOrder" text not null default '';

-- The invoice of a month that counts. A month whose invoice was credited as a whole has none, and can be invoiced again.
create table invoiced_months (
  "companyId" uuid not null,
  month date not null check (extract(day from month) = 1),
  "invoiceId" uuid not null,
  primary key ("companyId", month),
  foreign key ("companyId", "invoiceId") references invoices ("companyId", id)
);
insert into invoiced_months ("companyId", month, "invoiceId")
  select i."companyId", i.month, i.id from invoices i
  where i.month is not null
    and i."totalCents" > coalesce((select sum(n."totalCents") from invoices n where n."companyId" = i."companyId" and n."correctsId" = i.id), 0);
drop index invoices_of_month;
create index invoices_of_month on invoices ("companyId", month) where month is not null;

-- To whom each document went by mail, each time.
create table invoice_mails (
  "companyId" uuid not null,
  id uuid not null,
  "invoiceId" uuid not null,
  recipient text not null check (recipient <> ''),
  "createdAt" timestamptz not null,
  primary key ("companyId", id),
  foreign key ("companyId", "invoiceId") references invoices ("companyId", id)
);
create index invoice_mails_of_invoice on invoice_mails ("companyId", "invoiceId", "createdAt" desc);
insert into invoice_mails ("companyId", id, "invoiceId", recipient, "createdAt")
  select "companyId", id, id, buyer->>'email', "createdAt" from invoices where coalesce(buyer->>'email', '') <> '' and "checkId" is null;

do $$
declare t text;
begin
  foreach t in array array['invoiced_months', 'invoice_mails']
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy system on %I using ((select app.is_system()))', t);
  end loop;
end $$;
create policy provider on invoiced_months using ((select app.is_provider()));
create policy company_reads on invoiced_months for select using ("companyId" = any ((select app.company_ids())::uuid[]));
create policy provider_reads on invoice_mails for select using ((select app.is_provider()));
create policy company_reads on invoice_mails for select using ("companyId" = any ((select app.company_ids())::uuid[]));

grant select, insert, delete on invoiced_months to checkwell_api;
grant select, insert on invoice_mails to checkwell_api;
