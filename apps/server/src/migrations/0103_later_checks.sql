-- The checks after one of the same incapacity, from that one (docs/decisions/0096).
create index checks_after on checks ("companyId", "parentCheckId") where "parentCheckId" is not null;
