-- People go by family name, then by first name, and letters by their place in the alphabet, whatever stands above them: Öztürk between
-- Olivier and Peeters. As the product folds names for a search (domain/people/search-text.ts), compared byte by byte: the same in every
-- installation and version of PostgreSQL, which collations are not.
create function app.folded(name text) returns text
language sql immutable strict parallel safe
return case when octet_length(name) = length(name) then lower(name collate "C")
  else lower(replace(replace(replace(replace(replace(replace(replace(replace(translate(
    regexp_replace(normalize(name, nfkd), '[\u0300-\u036f]', '', 'g'),
    'øØđĐðÐłŁħĦŧŦı‘’‛ʼ‐‑‒–—', 'oOdDdDlLhHtTi''''''''-----'),
    'ß', 'ss'), 'ẞ', 'ss'), 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'þ', 'th'), 'Þ', 'th') collate "C") end;

-- Two blanks come before all that can stand in a name, and before one blank and a letter: Peeters before Peeters Janssens.
create function app.name_order(last_name text, first_name text) returns text
language sql immutable strict parallel safe
return btrim(app.folded(last_name)) || '  ' || btrim(app.folded(first_name));

alter table employees add column "nameOrder" text collate "C" not null
  generated always as (app.name_order("employeeLastName", "employeeFirstName")) stored;
drop index employees_by_name;
create index employees_by_name on employees ("companyId", "nameOrder", id);

alter table checks add column "workerNameOrder" text collate "C" not null
  generated always as (app.name_order("workerLastName", "workerFirstName")) stored;
-- Reports of one or two letters are counted on this one, without the table (0038).
drop index checks_archived_by_name, checks_archived_by_name_all;
create index checks_archived_by_name on checks ("companyId", "workerNameOrder", id)
  include ("searchText", "doctorId", "superiorId", "orderedByProfileId") where status = 'Archived';
create index checks_archived_by_name_all on checks ("workerNameOrder", id) where status = 'Archived';
create or replace view app.provider_checks as
  select "companyId", id, "employeeId", "certificateId", "superiorId", "doctorId", status, "creationDate", "searchText", "incapacityStartDate",
    "incapacityEndDate", "checkTiming", "checkLocation", "appointmentStart", "checkDate", "checkOccurence", "archivedAt", "reportDate",
    "commentReview", "examinedFrom", "doctorFullName", "newIncapacityEndDate", "companyTotalPrice", "workerNameOrder"
  from checks where (select app.is_provider());
