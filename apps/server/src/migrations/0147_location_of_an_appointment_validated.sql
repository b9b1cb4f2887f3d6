-- Of 0146, for the rows from before.
alter table checks validate constraint checks_appointment_location;
