-- How people want to be told of what, in place of what they do not want by mail; and the mail that tells once a day (docs/decisions/0095).
select set_config('app.role', 'system', true);

create table notification_choices (
  "profileId" uuid not null references profiles on delete cascade,
  -- Of whom works for a company: for its checks alone. Planners and doctors belong to none.
  "companyId" uuid,
  kind text not null,
  delivery text not null check (delivery in ('AtOnce', 'Daily', 'InApp')),
  foreign key ("companyId", "profileId") references company_users ("companyId", "profileId") on delete cascade,
  -- What may wait, and for whom (NOTIFICATIONS in packages/domain/src/people/notifications.ts). What may not has no row.
  constraint notification_choices_allowed check (case
    when kind in ('OrderReceived', 'AppointmentMade', 'ResultAvailable', 'CheckCancelled', 'CertificateSent', 'TravelClaimed') then "companyId" is not null
    when kind = 'ProblemNeedsEmployer' then "companyId" is not null and delivery <> 'Daily'
    when kind in ('MissionPlanned', 'MissionAccepted', 'MissionMoved', 'MissionCancelled') then "companyId" is null and delivery <> 'InApp'
    else kind = 'CommentWritten' end)
);
create unique index notification_choices_once on notification_choices ("profileId", "companyId", kind) nulls not distinct;
create index notification_choices_place on notification_choices ("companyId", "profileId");

insert into notification_choices ("profileId", "companyId", kind, delivery)
select "profileId", "companyId", kind::text, 'InApp' from muted_notifications;
drop table muted_notifications;
drop type notification_kind;

alter table notification_choices enable row level security;
alter table notification_choices force row level security;
create policy system on notification_choices using ((select app.is_system()));
create policy own on notification_choices using ("profileId" = (select app.profile_id()));
grant select, insert, update, delete on notification_choices to checkwell_api;

alter table notifications add column "waitsForMail" boolean not null default false;
create index notifications_waiting on notifications ("profileId") where "waitsForMail";

-- That somebody got the mail of a day: there is no second one.
create table daily_mails (
  "profileId" uuid not null references profiles on delete cascade,
  day date not null,
  primary key ("profileId", day)
);
alter table daily_mails enable row level security;
alter table daily_mails force row level security;
create policy system on daily_mails using ((select app.is_system()));
grant select, insert, delete on daily_mails to checkwell_api;
