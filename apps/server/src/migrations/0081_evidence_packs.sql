-- Evidence packs that left (docs/decisions/0084): what anybody may verify, and nothing of what stands in them.
create table evidence_packs (
  "companyId" uuid not null,
  id uuid not null,
  -- null: the data of the check are erased, and its packs withdrawn.
  "checkId" uuid,
  language interface_language not null,
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{20}$'),
  -- Of the last line of the chain: two files with the same one in a language say the same.
  head bytea not null check (octet_length(head) = 32),
  -- SHA-256 of the file.
  "fileHash" bytea not null check (octet_length("fileHash") = 32),
  "issuedAt" timestamptz not null,
  primary key ("companyId", id),
  foreign key ("companyId", "checkId") references checks ("companyId", id) on delete set null ("checkId")
);
create index evidence_packs_check on evidence_packs ("companyId", "checkId");
alter table evidence_packs enable row level security;
alter table evidence_packs force row level security;
create policy system on evidence_packs using ((select app.is_system()));
grant select, insert on evidence_packs to checkwell_api;
-- Whoever erases the data of a check withdraws its packs.
grant update ("checkId") on evidence_packs to checkwell_api;
