-- Clients' monthly invoices (docs/decisions/0020): one per company and month, payable by transfer, readable by the company's administrators.

alter table invoices
  -- First day of the month that was invoiced; null: about a single check, or a credit note.
  add column month date check (extract(day from month) = 1),
  -- Until when it is to be paid; null: it was paid when it was made.
  add column "dueDate" date,
  -- Why an invoice is credited, as its reader sees it.
  add column note text not null default '',
  add check (month is null or (kind = 'Invoice' and "checkId" is null)),
  add check ("dueDate" >= "issueDate");

-- However often and at once the job runs: a month is invoiced once.
create unique index invoices_of_month on invoices ("companyId", month) where month is not null;
create index invoices_of_company on invoices ("companyId", "issueDate" desc, id desc);

create policy company_reads on invoices for select using ("companyId" = any ((select app.company_ids())::uuid[]));
-- The provider's people credit invoices; each credit note takes the next number.
create policy provider_issues on invoices for insert with check ((select app.is_provider()));
create policy provider_numbers on invoice_counters using ((select app.is_provider()));
