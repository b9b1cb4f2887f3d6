-- What somebody with an account is told in the application (docs/decisions/0094). Written by the product with the mail about the same, or instead of it.
create table notifications (
  "companyId" uuid not null,
  id uuid not null,
  "profileId" uuid not null references profiles on delete cascade,
  "checkId" uuid not null,
  kind text not null check (kind in ('OrderReceived', 'AppointmentMade', 'ProblemNeedsEmployer', 'ResultAvailable', 'CheckCancelled',
    'CommentWritten', 'CertificateSent', 'TravelClaimed', 'MissionPlanned', 'MissionAccepted', 'MissionMoved', 'MissionOnHold',
    'MissionResultAsked', 'MissionCancelled', 'ResultWaits')),
  at timestamptz not null,
  "readAt" timestamptz,
  primary key ("companyId", id),
  foreign key ("companyId", "checkId") references checks ("companyId", id) on delete cascade
);
create index notifications_profile on notifications ("profileId", at desc, id desc);
create index notifications_check on notifications ("companyId", "checkId");
create index notifications_at on notifications (at);

alter table notifications enable row level security;
alter table notifications force row level security;
create policy system on notifications using ((select app.is_system()));
-- Whose it is reads it, and says that they have.
create policy own on notifications for select using ("profileId" = (select app.profile_id()));
create policy own_read on notifications for update using ("profileId" = (select app.profile_id()));
grant select, insert, update, delete on notifications to checkwell_api;
