-- A doctor may have the mail about a ruling at once or once a day, as the other news of missions (docs/decisions/0109).
alter table notification_choices drop constraint notification_choices_allowed;
alter table notification_choices add constraint notification_choices_allowed check (case
  when kind in ('OrderReceived', 'AppointmentMade', 'ResultAvailable', 'CheckCancelled', 'CertificateSent', 'TravelClaimed') then "companyId" is not null
  when kind = 'ProblemNeedsEmployer' then "companyId" is not null and delivery <> 'Daily'
  when kind in ('MissionPlanned', 'MissionAccepted', 'MissionMoved', 'MissionRuled', 'MissionCancelled') then "companyId" is null and delivery <> 'InApp'
  else kind = 'CommentWritten' end);
