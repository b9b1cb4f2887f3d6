-- Employers are told of an appointment that falls through, and of an employee who is not there. With the kinds and deliveries of 0117.
alter table notification_choices drop constraint notification_choices_allowed;
alter table notification_choices add constraint notification_choices_allowed check (case
  when kind = 'MissionOffered' then "companyId" is null and delivery in ('SmsImmediate', 'SmsAlways', 'AtOnce')
  when delivery in ('SmsImmediate', 'SmsAlways') then false
  when kind in ('OrderReceived', 'AppointmentMade', 'ResultAvailable', 'CheckCancelled', 'CertificateSent', 'TravelClaimed') then "companyId" is not null
  when kind in ('ProblemNeedsEmployer', 'EmployeeReported', 'AppointmentOff') then "companyId" is not null and delivery <> 'Daily'
  when kind in ('MissionPlanned', 'MissionAccepted', 'MissionMoved', 'MissionRuled', 'MissionCancelled') then "companyId" is null and delivery <> 'InApp'
  when kind = 'DoctorNotFound' then "companyId" is null
  else kind = 'CommentWritten' end) not valid;
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in ('OrderReceived', 'AppointmentMade', 'AppointmentOff',
  'ProblemNeedsEmployer', 'EmployeeReported', 'ResultAvailable', 'CheckCancelled', 'CommentWritten', 'CertificateSent', 'TravelClaimed', 'MissionPlanned',
  'MissionAccepted', 'MissionMoved', 'MissionOnHold', 'MissionResultAsked', 'MissionDisagreed', 'MissionRuled', 'MissionCancelled', 'ResultWaits',
  'DoctorNotFound')) not valid;
