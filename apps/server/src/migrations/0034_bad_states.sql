-- What the services never write, nothing else can write either. Rules that change by law or by decision are not here: they are dated (domain/law).

alter table checks
  -- The doctor's opinion on the end comes from an examination, and is never before the day on which the worker could first be examined.
  add constraint checks_new_end_examined check (
    "newIncapacityEndDate" is null
    or (coalesce("checkOccurence" in ('Yes', 'YesPatientHome', 'YesSecondCheck', 'NoCertifConfirmed', 'NoCertifDenied'), false)
      and "newIncapacityEndDate" >= "incapacityStartDate" - 1)),
  add constraint checks_disagreement check (
    not "workerDisagreement"
    or coalesce("checkOccurence" in ('Yes', 'YesPatientHome', 'YesSecondCheck', 'NoCertifConfirmed', 'NoCertifDenied'), false)),
  -- Each outcome is one of a place (domain.md 4.4): nobody was found at home who was seen at the office.
  add constraint checks_outcome_place check (
    case "checkOccurence" when 'Yes' then "checkLocation" <> 'House' when 'YesPatientHome' then "checkLocation" in ('House', 'Unknown') else true end),
  add constraint checks_outcome_certificate check (
    case
      when "checkOccurence" in ('Yes', 'YesPatientHome', 'YesSecondCheck') then "certificateType" <> 'NoCertif'
      when "checkOccurence" in ('NoCertifConfirmed', 'NoCertifDenied') then "certificateType" = 'NoCertif'
      else true
    end),
  add constraint checks_second_round check ("checkOccurence" <> 'YesSecondCheck' or "parentCheckId" is not null),
  add constraint checks_parent check ("parentCheckId" <> id),
  add constraint checks_doctor_found check (status <> 'WaitingForCheck' or ("doctorFoundAt" is not null and "doctorFullName" <> '')),
  add constraint checks_accident check (
    ("accidentTime" is null or "accidentDate" is not null)
    and ("accidentDate" is null or (coalesce("incapacityType" in ('WorkAccident', 'AccidentOnTheWayToWork'), false) and "accidentDate" <= "incapacityStartDate"))),
  add constraint checks_percentage check ("incapacityPercentage" = 100 or "incapacityType" = 'PartialIncapacityToWork'),
  add constraint checks_injury check ("injuryDifference" is null or "incapacityType" in ('WorkAccident', 'AccidentOnTheWayToWork')),
  add constraint checks_doctor_price check ("doctorTotalPrice" >= coalesce("doctorTravelCosts", 0) + coalesce("doctorExtraCosts", 0)),
  add constraint checks_worker check (btrim("workerFirstName") <> '' and btrim("workerLastName") <> ''),
  add constraint checks_version check (version >= 1);

-- A check on a certificate is a check of the worker whose certificate it is; the key that knew the company alone goes.
alter table certificates add constraint certificates_of_one unique ("companyId", id, "employeeId");
alter table checks add constraint checks_certificate_of_worker
  foreign key ("companyId", "certificateId", "employeeId") references certificates ("companyId", id, "employeeId");
alter table checks drop constraint "checks_companyId_certificateId_fkey";
