-- Where the employee says to stay, and what a doctor needs to find the door (docs/decisions/0070): of each check what was said last. The order and
-- the mission stay what they are. For planners, and the doctor while the check is their mission; an employer sees no row.
create table employee_addresses (
  "companyId" uuid not null,
  "checkId" uuid not null,
  address text not null check (char_length(address) <= 250),
  bell text not null check (char_length(bell) <= 100),
  -- Encrypted: who has it and the address stands in the house.
  "doorCode" bytea,
  "saidAt" timestamptz not null,
  -- Not the place of the order: a planner has to look.
  "otherPlace" boolean not null check (not "otherPlace" or address <> ''),
  "reviewedAt" timestamptz,
  "reviewedByProfileId" uuid references profiles,
  primary key ("companyId", "checkId"),
  foreign key ("companyId", "checkId") references checks ("companyId", id) on delete cascade,
  check (("reviewedAt" is null) = ("reviewedByProfileId" is null)),
  check ("reviewedAt" is null or ("otherPlace" and "reviewedAt" >= "saidAt"))
);
create index employee_addresses_to_review on employee_addresses ("companyId", "checkId") where "otherPlace" and "reviewedAt" is null;
create index employee_addresses_reviewer on employee_addresses ("reviewedByProfileId");

alter table employee_addresses enable row level security;
alter table employee_addresses force row level security;
create policy provider on employee_addresses using ((select app.is_provider()));
create policy mission on employee_addresses for select using (exists (
  select from checks c where c."companyId" = employee_addresses."companyId" and c.id = "checkId"
    and c."doctorId" = (select app.doctor_id()) and c.status <> 'Archived'));
grant select, insert, update on employee_addresses to checkwell_api;

-- Nobody has to find the door once the check is over, however it ended.
create function app.forget_door() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  caller text := coalesce(current_setting('app.role', true), '');
begin
  -- As app.end_offers does it: not with `set` at the function.
  perform set_config('app.role', 'system', true);
  update employee_addresses set bell = '', "doorCode" = null where "companyId" = new."companyId" and "checkId" = new.id;
  perform set_config('app.role', caller, true);
  return null;
end $$;
create trigger forget_door after update of status on checks for each row
  when (new.status = 'Archived' and old.status <> 'Archived') execute function app.forget_door();
