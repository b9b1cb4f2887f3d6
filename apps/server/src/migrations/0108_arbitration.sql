-- An arbitrating doctor decides between the control doctor's findings and the treating doctor's (docs/decisions/0109). The ruling is the next version of the report: the result of the check
-- is what it says, and the history keeps what the control doctor found. Nothing medical is written down.
create type arbitration_party as enum ('Employer', 'Employee');
create type arbitration_ruling as enum ('ControlDoctor', 'TreatingDoctor');

alter table checks
  add column "arbitrationAskedBy" arbitration_party,
  add column "arbitrationAskedOn" date,
  add column "arbiterName" text not null default '' check (char_length("arbiterName") <= 100),
  add column "arbitrationRuling" arbitration_ruling,
  add column "arbitrationRuledOn" date,
  -- Only findings of an examination go to arbitration, and nobody is asked without a name.
  add constraint checks_arbitration check (
    case when "arbitrationAskedBy" is null then "arbitrationAskedOn" is null and "arbiterName" = ''
    else "arbitrationAskedOn" is not null and "arbiterName" <> ''
      and coalesce("checkOccurence" in ('Yes', 'YesPatientHome', 'YesSecondCheck', 'NoCertifConfirmed', 'NoCertifDenied'), false) end),
  -- No ruling without an arbitrating doctor, and none before one was asked.
  add constraint checks_ruling check (
    ("arbitrationRuling" is null) = ("arbitrationRuledOn" is null)
    and ("arbitrationRuling" is null or coalesce("arbitrationRuledOn" >= "arbitrationAskedOn", false)));

-- The control doctor hears of the ruling.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in ('OrderReceived', 'AppointmentMade', 'ProblemNeedsEmployer',
  'ResultAvailable', 'CheckCancelled', 'CommentWritten', 'CertificateSent', 'TravelClaimed', 'MissionPlanned', 'MissionAccepted', 'MissionMoved',
  'MissionOnHold', 'MissionResultAsked', 'MissionDisagreed', 'MissionRuled', 'MissionCancelled', 'ResultWaits'));
