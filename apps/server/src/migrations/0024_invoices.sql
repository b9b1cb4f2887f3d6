-- Invoices and credit notes: numbered without gaps, never changed afterwards (domain.md 2.5; kept for ten years).

create type invoice_kind as enum ('Invoice', 'CreditNote');

-- The last number of each kind and year. Taken in the transaction of its document: what is undone leaves no gap.
create table invoice_counters (
  kind invoice_kind not null,
  year smallint not null,
  last integer not null check (last between 1 and 99999),
  primary key (kind, year)
);

create table invoices (
  "companyId" uuid not null references companies,
  id uuid not null,
  kind invoice_kind not null,
  number text not null unique,
  "issueDate" date not null,
  language interface_language not null,
  "checkId" uuid,
  "correctsId" uuid,
  -- Parties and lines as they were on that day (packages/domain, invoice/invoice.ts).
  seller jsonb not null,
  buyer jsonb not null,
  lines jsonb not null,
  reference text not null,
  "structuredMessage" text not null unique check ("structuredMessage" ~ '^\+{3}\d{3}/\d{4}/\d{5}\+{3}$'),
  "netCents" cents not null,
  "vatCents" cents not null,
  "totalCents" cents not null,
  "paidCents" cents not null,
  "createdAt" timestamptz not null,
  primary key ("companyId", id),
  foreign key ("companyId", "checkId") references checks ("companyId", id),
  foreign key ("companyId", "correctsId") references invoices ("companyId", id),
  check ("totalCents" = "netCents" + "vatCents" and "paidCents" <= "totalCents"),
  check ((kind = 'CreditNote') = ("correctsId" is not null))
);
create index invoices_of_check on invoices ("companyId", "checkId");
create index invoices_corrects on invoices ("companyId", "correctsId");

do $$
declare t text;
begin
  foreach t in array array['invoice_counters', 'invoices']
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
  end loop;
end $$;
create policy system on invoice_counters using ((select app.is_system()));
create policy system on invoices using ((select app.is_system()));
create policy provider_reads on invoices for select using ((select app.is_provider()));

grant select, insert, update on invoice_counters to checkwell_api;
grant select, insert on invoices to checkwell_api;
