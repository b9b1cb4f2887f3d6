-- Which secrets this installation was used with (docs/decisions/0089), so that one that is missing is noticed at the start. Of a former one what
-- must outlive it is kept: the keys that tell and verify what it made, encrypted with the secret that counts.
create table app_secrets (
  -- Of the secret: 16 hexadecimal digits of an HMAC, from which nobody gets back to it.
  fingerprint text primary key check (fingerprint ~ '^[0-9a-f]{16}$'),
  "firstUsedAt" timestamptz not null,
  -- null: the process that wrote the row used it as the one that counts.
  kept bytea
);
alter table app_secrets enable row level security;
alter table app_secrets force row level security;
create policy system on app_secrets using ((select app.is_system()));
grant select, insert, update on app_secrets to checkwell_api;
-- Of which seals on, seals are made with another key: up to this number they are those of the former one.
create table log_seal_keys (
  "untilNumber" integer primary key references log_seals,
  -- The key, encrypted with the secret that counts, at a place that names the number.
  key bytea not null
);
alter table log_seal_keys enable row level security;
alter table log_seal_keys force row level security;
create policy system on log_seal_keys using ((select app.is_system()));
grant select, insert on log_seal_keys to checkwell_api;
