-- An employee says on their page that they do not agree with the findings (docs/decisions/0102): their doctor is told.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in ('OrderReceived', 'AppointmentMade', 'ProblemNeedsEmployer',
  'ResultAvailable', 'CheckCancelled', 'CommentWritten', 'CertificateSent', 'TravelClaimed', 'MissionPlanned', 'MissionAccepted', 'MissionMoved',
  'MissionOnHold', 'MissionResultAsked', 'MissionDisagreed', 'MissionCancelled', 'ResultWaits'));
