-- Force majeure that is told after a no-show (docs/decisions/0073): the no-show stays one, and leaves the impact of the dashboard (domain.md 4.5).
create type no_show_excuse as enum ('Hospital', 'Pharmacy', 'DoctorVisit', 'Other');

alter table checks
  add column "noShowExcuse" no_show_excuse,
  add column "noShowExcusedOn" date,
  add constraint checks_excuse check (
    ("noShowExcuse" is null) = ("noShowExcusedOn" is null)
    and ("noShowExcuse" is null or coalesce("checkOccurence" = 'NoShow', false)));

-- What the dashboard counts check by check, it reads from this index alone (migration 0038).
drop index checks_archived_by_date;
create index checks_archived_by_date on checks ("companyId", "reportDate", id)
  include ("superiorId", "orderedByProfileId", "doctorId", "employeeId", "checkOccurence", "checkTiming", "checkLocation", "earlyReturn",
    "incapacityStartDate", "incapacityEndDate", "newIncapacityEndDate", "distanceToCheck", "examinationMinutes", "creationDate",
    "examinedFrom", "archivedAt", "companyTotalPrice", "workerDisagreement", province, "noShowExcuse") where status = 'Archived';

alter table dashboard_reports add column "excusedNoShows" integer not null default 0;

-- As in migration 0007, but for no-shows that are excused.
drop function app.report_facts(checks);
create function app.report_facts(c checks) returns table (
  day date, weekday integer, "checkOccurence" check_occurence, "earlyReturn" boolean, province province, "earlyReturnDays" integer,
  "noShowDays" integer, "impactDaysFromCheck" integer, "companyTotalPrice" integer, "workerDisagreements" integer, "excusedNoShows" integer)
language sql immutable parallel safe as $$
  select c."reportDate", extract(isodow from c."reportDate")::integer, c."checkOccurence", c."earlyReturn", c.province,
    case
      when not c."earlyReturn" or not app.is_completed(c."checkOccurence") then 0
      when c."checkOccurence" = 'NoCertifDenied' then greatest(1, coalesce(c."incapacityEndDate" - c."newIncapacityEndDate", 0))
      else greatest(0, coalesce(c."incapacityEndDate" - c."newIncapacityEndDate", 0)) end,
    case when c."checkOccurence" = 'NoShow' and c."noShowExcuse" is null then c."incapacityEndDate" - c."incapacityStartDate" + 1 else 0 end,
    case
      when c."checkOccurence" = 'NoShow' then
        case when c."noShowExcuse" is null then greatest(0, c."incapacityEndDate" - greatest(c."incapacityStartDate", c."reportDate") + 1) else 0 end
      when not c."earlyReturn" or not app.is_completed(c."checkOccurence") then 0
      when c."checkOccurence" = 'NoCertifDenied' and c."newIncapacityEndDate" is null then 1
      else greatest(0, coalesce(c."incapacityEndDate" - greatest(c."newIncapacityEndDate", c."reportDate" - 1), 0)) end,
    coalesce(c."companyTotalPrice", 0), case when c."workerDisagreement" then 1 else 0 end, case when c."noShowExcuse" is not null then 1 else 0 end
  where c.status = 'Archived' and c."checkOccurence" <> 'Deleted'
$$;

-- One more sum in what counts, wherever rows come from (migrations 0007 and 0044).
do $$
declare
  name text;
  before text;
  after text;
begin
  foreach name in array array['app.fill_dashboard()', 'app.count_on_insert()', 'app.count_on_update()', 'app.count_on_delete()']
  loop
    before := pg_get_functiondef(name::regprocedure);
    after := replace(before, 'sum(x.sign * f."workerDisagreements")', 'sum(x.sign * f."workerDisagreements"), sum(x.sign * f."excusedNoShows")');
    after := replace(after, '<> (0, 0, 0, 0, 0, 0)
    order by 1, 2, 3, 4, 5, 6, 7', '<> (0, 0, 0, 0, 0, 0, 0)
    order by 1, 2, 3, 4, 5, 6, 7');
    after := replace(after, '"workerDisagreements" = d."workerDisagreements" + excluded."workerDisagreements";',
      '"workerDisagreements" = d."workerDisagreements" + excluded."workerDisagreements", "excusedNoShows" = d."excusedNoShows" + excluded."excusedNoShows";');
    if (length(after) - length(replace(after, 'excusedNoShows', ''))) / length('excusedNoShows') <> 5 or position('<> (0, 0, 0, 0, 0, 0, 0)' in after) = 0 then
      raise exception '% is not as migration 0007 wrote it', name;
    end if;
    execute after;
  end loop;
end $$;
