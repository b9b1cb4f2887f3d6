-- What a scanner of malware says of an uploaded file (docs/decisions/0099). Unscanned: there was no scanner, and it is served as before. Waiting: the scanner
-- gave no verdict, and nobody reads it until it does. Infected: nobody ever reads it.
alter table documents
  add column scan text not null default 'Unscanned',
  add column "scanTriedAt" timestamptz,
  -- As the scanner calls it.
  add column malware text,
  add constraint documents_scan check (scan in ('Unscanned', 'Waiting', 'Clean', 'Infected')),
  add constraint documents_malware check ((scan = 'Infected') = (malware is not null) and char_length(malware) <= 200);
-- Those that wait come first, and of these the one that was tried longest ago.
create index documents_to_scan on documents (scan desc, "scanTriedAt" nulls first, "companyId", id) where scan in ('Unscanned', 'Waiting');
