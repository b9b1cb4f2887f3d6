-- Comments on a check between HR, planners and doctor (docs/decisions/0065). Added to, never changed: its author can take a comment back,
-- which empties it and leaves that there was one, and a planner can let the employer read what a doctor wrote for them.
create table check_comments (
  "companyId" uuid not null,
  id uuid not null,
  "checkId" uuid not null,
  "authorProfileId" uuid not null references profiles,
  -- As whom they wrote, and under which name, at that time.
  "authorRole" text not null check ("authorRole" in ('employer', 'planner', 'doctor')),
  "authorName" text not null,
  -- The doctor of the check at that time.
  "doctorId" uuid references doctors,
  audience text not null check (audience in ('EmployerPlanner', 'PlannerDoctor', 'EmployerPlannerDoctor')),
  text text not null,
  "createdAt" timestamptz not null,
  "withdrawnAt" timestamptz,
  "releasedAt" timestamptz,
  "releasedByProfileId" uuid references profiles,
  primary key ("companyId", id),
  foreign key ("companyId", "checkId") references checks ("companyId", id) on delete cascade,
  -- Nobody writes what they may not read.
  check (case "authorRole" when 'employer' then audience <> 'PlannerDoctor' when 'doctor' then audience <> 'EmployerPlanner' else true end),
  check (case when "withdrawnAt" is null then char_length(text) between 1 and 2000 else text = '' end),
  check ("withdrawnAt" between "createdAt" and "createdAt" + interval '10 minutes'),
  check (("releasedAt" is null) = ("releasedByProfileId" is null)),
  check ("releasedAt" is null or ("authorRole" = 'doctor' and audience = 'EmployerPlannerDoctor' and "releasedAt" >= "createdAt"))
);
-- Also says that two comments on one check have no moment in common: their order is what was read of them.
create unique index check_comments_check on check_comments ("companyId", "checkId", "createdAt");
create index check_comments_author on check_comments ("authorProfileId");
create index check_comments_release on check_comments ("releasedByProfileId");

-- What each person has read of the comments on a check, and was told of by mail.
create table check_comment_reads (
  "companyId" uuid not null,
  "checkId" uuid not null,
  "profileId" uuid not null references profiles,
  "readUntil" timestamptz,
  "mailedAt" timestamptz,
  "mailedUntil" timestamptz,
  primary key ("companyId", "checkId", "profileId"),
  foreign key ("companyId", "checkId") references checks ("companyId", id) on delete cascade,
  check (("mailedAt" is null) = ("mailedUntil" is null))
);
create index check_comment_reads_profile on check_comment_reads ("profileId");

alter table check_comments enable row level security;
alter table check_comments force row level security;
-- Whose check it is not sees no comment either: the checks are under their own policies.
create policy readers on check_comments for select using (
  (select app.is_provider())
  or ("companyId" = any ((select app.company_ids())::uuid[]) and audience <> 'PlannerDoctor'
    and not ("authorRole" = 'doctor' and "releasedAt" is null))
  or (audience <> 'EmployerPlanner'
    and exists (select from checks c where c."companyId" = check_comments."companyId" and c.id = "checkId" and c."doctorId" = (select app.doctor_id()))
    and ("doctorId" is null or "doctorId" = (select app.doctor_id()) or ("authorRole" <> 'doctor' and audience = 'EmployerPlannerDoctor'))));
create policy author_adds on check_comments for insert with check (
  "authorProfileId" = (select app.profile_id()) and "authorRole" = (select app.role())
  and exists (select from checks c where c."companyId" = check_comments."companyId" and c.id = "checkId"));
create policy author_or_planner on check_comments for update using (
  "authorProfileId" = (select app.profile_id()) or (select app.is_provider()));

alter table check_comment_reads enable row level security;
alter table check_comment_reads force row level security;
create policy own on check_comment_reads using ((select app.is_system()) or "profileId" = (select app.profile_id()));

grant select, insert, update (text, "withdrawnAt", "releasedAt", "releasedByProfileId") on check_comments to checkwell_api;
grant select, insert, update ("readUntil", "mailedAt", "mailedUntil") on check_comment_reads to checkwell_api;

-- Which of these columns may change, how, and by whom.
create function app.keep_comment() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.text is distinct from old.text and (old."withdrawnAt" is not null or new."withdrawnAt" is null) then
    raise exception 'A comment is not changed.';
  end if;
  if new."withdrawnAt" is distinct from old."withdrawnAt"
    and (old."withdrawnAt" is not null or new."authorProfileId" is distinct from app.profile_id()) then
    raise exception 'A comment is taken back once, by its author.';
  end if;
  if (new."releasedAt", new."releasedByProfileId") is distinct from (old."releasedAt", old."releasedByProfileId")
    and (old."releasedAt" is not null or app.role() <> 'planner' or new."releasedByProfileId" is distinct from app.profile_id()) then
    raise exception 'A comment is let through once, by a planner.';
  end if;
  return new;
end $$;
create trigger keep_comment before update on check_comments for each row execute function app.keep_comment();

-- How long the list of a check is, also for a writer who does not read all of it. The caller holds the check.
create function app.comments_of(company uuid, of_check uuid) returns table (count integer, "lastAt" timestamptz) language plpgsql as $$
declare
  caller text := coalesce(current_setting('app.role', true), '');
begin
  -- As app.end_offers does it: not with `set` at the function.
  perform set_config('app.role', 'system', true);
  return query select count(*)::integer, max(c."createdAt") from check_comments c where c."companyId" = company and c."checkId" = of_check;
  perform set_config('app.role', caller, true);
end $$;

-- Can be switched off, as the other messages can.
alter type notification_kind add value 'CommentWritten';
