-- One Shot Checks: orders of visitors without an account, and the attempts to pay them (docs/decisions/0019).

-- Who paid for a check and is no client: nobody signs in for such a company, and no client's row is ever shared with one.
alter table companies add column "oneShot" boolean not null default false;
create index companies_one_shot on companies ("companyNumber") where "oneShot";

create type one_shot_state as enum ('AwaitingPayment', 'Paid', 'Expired', 'Refunded');
create type payment_attempt_state as enum ('Created', 'Processing', 'Succeeded', 'Declined', 'Canceled');
create type payment_decline as enum (
  'genericDecline', 'insufficientFunds', 'expiredCard', 'incorrectCvc', 'authenticationFailed', 'cardNotSupported', 'processingError');

create table one_shot_orders (
  id uuid primary key,
  -- SHA-256 of the link's secret; the secret itself stands nowhere.
  "tokenHash" bytea not null unique check (octet_length("tokenHash") = 32),
  -- Of the visitor's idempotency key, and of what was sent with it.
  "keyHash" bytea not null unique check (octet_length("keyHash") = 32),
  "requestHash" bytea not null check (octet_length("requestHash") = 32),
  state one_shot_state not null default 'AwaitingPayment',
  language interface_language not null,
  -- Worker and incapacity until there is a check of them, or the order has lapsed for good; null from then on.
  details jsonb,
  "incapacityStartDate" date not null,
  "incapacityEndDate" date not null,
  -- Who pays (specification, section 3, Invoicing); null once an abandoned order was cleared.
  "invoicingFirstName" text,
  "invoicingLastName" text,
  "invoicingEmail" email_address,
  "invoicingPhoneNumber" text,
  "invoicingCompanyName" text,
  "invoicingCompanyNumber" text check ("invoicingCompanyNumber" ~ '^BE[0-9]{10}$'),
  "invoicingCompanyAddress" text,
  "netCents" cents not null,
  "vatCents" cents not null,
  "totalCents" cents not null,
  "refundedCents" cents not null default 0,
  "companyId" uuid,
  "checkId" uuid,
  -- Whose capture paid for the check.
  "paidAttemptId" uuid,
  "createdAt" timestamptz not null,
  "payableUntil" timestamptz not null,
  "paidAt" timestamptz,
  "remindedAt" timestamptz,
  "clearedAt" timestamptz,
  foreign key ("companyId", "checkId") references checks ("companyId", id),
  unique ("companyId", "checkId"),
  check ("totalCents" = "netCents" + "vatCents" and "refundedCents" <= "totalCents"),
  -- A check if and only if it was paid.
  check ((state = 'Paid') <= ("checkId" is not null)),
  check (("checkId" is null) = ("paidAt" is null) and ("checkId" is null) = ("companyId" is null)),
  check (state <> 'AwaitingPayment' or "checkId" is null),
  check (state <> 'Expired' or "checkId" is null),
  check ("clearedAt" is null or (details is null and "invoicingEmail" is null))
);
create index one_shot_orders_open on one_shot_orders ("payableUntil") where state = 'AwaitingPayment';
create index one_shot_orders_uncleared on one_shot_orders ("createdAt") where "checkId" is null and "clearedAt" is null;

-- One attempt is one payment at the provider: while it can still be captured, the order has no other.
create table one_shot_attempts (
  id uuid primary key,
  "orderId" uuid not null references one_shot_orders,
  "keyHash" bytea not null check (octet_length("keyHash") = 32),
  state payment_attempt_state not null default 'Created',
  decline payment_decline,
  provider text not null check (provider in ('test', 'stripe')),
  -- The provider's own name of the payment; null until it was made there.
  "providerId" text unique,
  -- The provider's name of the card, never its number.
  "cardFingerprint" text,
  "capturedCents" cents not null default 0,
  "refundedCents" cents not null default 0,
  -- What is to go back in all; the rest of it is under way.
  "refundDueCents" cents not null default 0,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  unique ("orderId", "keyHash"),
  check ((state = 'Succeeded') = ("capturedCents" > 0)),
  check ("refundedCents" <= "refundDueCents" and "refundDueCents" <= "capturedCents")
);
create unique index one_shot_attempts_live on one_shot_attempts ("orderId") where state in ('Created', 'Processing', 'Declined');
create index one_shot_attempts_of_order on one_shot_attempts ("orderId", id desc);
create index one_shot_attempts_open on one_shot_attempts ("updatedAt") where state in ('Created', 'Processing', 'Declined');
create index one_shot_attempts_of_card on one_shot_attempts ("cardFingerprint", "updatedAt") where "cardFingerprint" is not null;

alter table one_shot_orders add foreign key ("paidAttemptId") references one_shot_attempts;
create index one_shot_orders_paid_attempt on one_shot_orders ("paidAttemptId");

-- Events of the provider that were dealt with: each counts once.
create table payment_events (
  provider text not null,
  id text not null,
  type text not null,
  "providerId" text not null,
  "receivedAt" timestamptz not null,
  primary key (provider, id)
);
create index payment_events_by_age on payment_events ("receivedAt");

do $$
declare t text;
begin
  foreach t in array array['one_shot_orders', 'one_shot_attempts', 'payment_events']
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    -- Whoever orders is nobody: the product itself writes and reads, after the link has proven who may.
    execute format('create policy system on %I using ((select app.is_system()))', t);
  end loop;
end $$;

grant select, insert, update on one_shot_orders to checkwell_api;
grant select, insert, update on one_shot_attempts to checkwell_api;
grant select, insert, delete on payment_events to checkwell_api;
-- Mails about an order that was never paid go with its personal data.
grant delete on mails to checkwell_api;
