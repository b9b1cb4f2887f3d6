-- Requests of people who want to work with their company's data: no account exists before the provider has confirmed one.

create type sign_up_state as enum ('Pending', 'Confirmed', 'Refused');
create type sign_up_refusal as enum ('CompanyUnknown', 'NotConfirmed', 'DetailsIncorrect', 'Duplicate');

create table sign_ups (
  id uuid primary key,
  "firstName" text not null check ("firstName" <> ''),
  "lastName" text not null check ("lastName" <> ''),
  -- As it was typed: that the person reads mail there is proven by the link that a confirmation sends.
  email email_address not null,
  "phoneNumber" text not null,
  "companyName" text not null default '',
  "companyNumber" text not null default '' check ("companyNumber" ~ '^(BE\d{10})?$'),
  language interface_language not null,
  state sign_up_state not null default 'Pending',
  "refusalReason" sign_up_refusal,
  -- The company that a confirmation gave a place in.
  "confirmedCompanyId" uuid references companies,
  "decidedByProfileId" uuid references profiles on delete set null,
  "createdAt" timestamptz not null,
  "decidedAt" timestamptz,
  version integer not null default 1,
  -- Name, address and company without accents and case.
  "searchText" text not null,
  check ((state = 'Pending') = ("decidedAt" is null)),
  check ((state = 'Refused') = ("refusalReason" is not null)),
  check ((state = 'Confirmed') = ("confirmedCompanyId" is not null))
);
create index sign_ups_by_state on sign_ups (state, "createdAt", id);
create index sign_ups_by_email on sign_ups (email);
create index sign_ups_confirmed_company on sign_ups ("confirmedCompanyId");
create index sign_ups_decided_by on sign_ups ("decidedByProfileId");

alter table sign_ups enable row level security;
alter table sign_ups force row level security;
-- Whoever asks is not known yet: the product itself writes the request down.
create policy provider on sign_ups using ((select app.is_provider()));

grant select, insert, update on sign_ups to checkwell_api;
