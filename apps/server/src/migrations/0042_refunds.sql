-- Refunds in three steps (docs/decisions/0040): reserved here with its amount, asked for at the provider while no transaction is open, and
-- done when the provider's own sum says so. Rows of before are brought along as the product would have written them.
select set_config('app.role', 'system', true);

create type refund_state as enum ('Open', 'Done', 'Replaced');
create type refund_problem as enum ('Unanswered', 'Refused', 'Reversed');

create table one_shot_refunds (
  -- Also the idempotency key at the provider, and the id of the effect in the outbox.
  id uuid primary key,
  "attemptId" uuid not null references one_shot_attempts,
  -- What had gone back of the payment when this was reserved, and what will have with it.
  "fromCents" cents not null,
  "toCents" cents not null,
  state refund_state not null default 'Open',
  -- As the payer reads it; empty: the check's end says it.
  reason text not null default '',
  -- Why it has not happened yet; null: nothing went wrong so far.
  problem refund_problem,
  "createdAt" timestamptz not null,
  "endedAt" timestamptz,
  check ("fromCents" < "toCents"),
  check ((state = 'Open') = ("endedAt" is null)),
  check (state = 'Open' or problem is null),
  -- What was reversed had gone back: it stands with the attempt.
  check (problem <> 'Reversed')
);
create unique index one_shot_refunds_open on one_shot_refunds ("attemptId") where state = 'Open';
create index one_shot_refunds_of_attempt on one_shot_refunds ("attemptId");
alter table one_shot_refunds enable row level security;
alter table one_shot_refunds force row level security;
create policy system on one_shot_refunds using ((select app.is_system()));
grant select, insert, update on one_shot_refunds to checkwell_api;

-- What the provider had given back and no longer says it did: the bank sent it back to us.
alter table one_shot_attempts
  add column "reversedCents" cents not null default 0,
  add constraint one_shot_attempts_reversed check ("reversedCents" <= "refundedCents");

-- What was still to go back: each with its effect, also where the effect had been given up or was counted as done.
insert into one_shot_refunds (id, "attemptId", "fromCents", "toCents", reason, "createdAt")
  select gen_random_uuid(), id, "refundedCents", "refundDueCents", "refundReason", now()
  from one_shot_attempts where "refundedCents" < "refundDueCents";
delete from outbox where topic = 'oneShotRefund';
insert into outbox (id, topic, payload, "createdAt", "dueAt")
  select id, 'oneShotRefund', '{}', "createdAt", "createdAt" from one_shot_refunds;

alter table invoices
  -- Of a credit note for what went back to a card: which payment, and which part of what went back of it in all.
  add column "attemptId" uuid references one_shot_attempts,
  add column "movedFromCents" cents,
  add column "movedToCents" cents,
  -- What credit notes took back of an invoice, VAT included. The document itself never changes.
  add column "creditedCents" cents not null default 0;

-- Each of the credit notes that money went back for has its part; one that stood twice for the same money (before today that could
-- happen) has none.
update invoices i set "attemptId" = n."attemptId", "movedFromCents" = n.upto - n."totalCents", "movedToCents" = n.upto
from (
  select n."companyId", n.id, a.id as "attemptId", a."refundedCents", n."totalCents",
    sum(n."totalCents") over (partition by o.id order by n."createdAt", n.number)::int as upto
  from invoices n
    join one_shot_orders o on o."companyId" = n."companyId" and o."checkId" = n."checkId"
    join one_shot_attempts a on a.id = o."paidAttemptId"
  where n.kind = 'CreditNote'
) n
where i."companyId" = n."companyId" and i.id = n.id and n.upto <= n."refundedCents";
update invoices i set "creditedCents" = least(i."totalCents", n."totalCents")
from (select "companyId", "correctsId", sum("totalCents") as "totalCents" from invoices where kind = 'CreditNote' group by 1, 2) n
where n."companyId" = i."companyId" and n."correctsId" = i.id;

alter table invoices
  add constraint invoices_credited check ("creditedCents" <= "totalCents" and (kind = 'Invoice' or "creditedCents" = 0)),
  add constraint invoices_moved check (
    ("attemptId" is null) = ("movedFromCents" is null) and ("attemptId" is null) = ("movedToCents" is null)
    and ("attemptId" is null or (kind = 'CreditNote' and "checkId" is not null and "totalCents" = "movedToCents" - "movedFromCents"))),
  -- No cent of a payment is credited twice.
  add constraint invoices_moved_once exclude using gist ("attemptId" with =, int4range("movedFromCents", "movedToCents") with &&)
    where ("attemptId" is not null),
  -- A credit note about a check stands for money that went back; those of before may lack it.
  add constraint invoices_card_credit check (kind = 'Invoice' or "checkId" is null or "attemptId" is not null) not valid;

-- Whoever writes a credit note adds it to its invoice, row locked: together they never exceed it (invoices_credited).
create function app.credit_invoice() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $body$
begin
  update public.invoices set "creditedCents" = "creditedCents" + new."totalCents"
  where "companyId" = new."companyId" and id = new."correctsId" and kind = 'Invoice';
  if not found then
    raise exception 'A credit note corrects an invoice.' using errcode = 'check_violation', constraint = 'invoices_corrects_invoice';
  end if;
  return null;
end $body$;
revoke all on function app.credit_invoice() from public;
create trigger credit_invoice after insert on invoices for each row when (new.kind = 'CreditNote') execute function app.credit_invoice();
create policy provider_credits on invoices for update using ((select app.is_provider()));
