-- A second step that somebody else removes, for whoever lost the device and the recovery codes (docs/decisions/0021): the access log says why.
alter table access_log add column reason text check (length(reason) between 1 and 500);
