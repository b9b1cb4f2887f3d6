-- The location that an appointment was made for, of a check whose order was changed while it stood (docs/decisions/0063). null: the check's own.
alter table checks add column "appointmentLocation" check_location;
alter table checks add constraint checks_appointment_location
  check ("appointmentLocation" is null or "appointmentStart" is not null) not valid;
