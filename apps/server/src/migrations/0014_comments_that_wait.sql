-- Planners find the reports whose comment waits for them.
create index checks_comments_waiting on checks ("archivedAt", id) where status = 'Archived' and "commentReview" = 'Waiting';
create or replace view app.provider_checks as
  select "companyId", id, "employeeId", "certificateId", "superiorId", "doctorId", status, "creationDate", "searchText", "incapacityStartDate",
    "incapacityEndDate", "checkTiming", "checkLocation", "appointmentStart", "checkDate", "checkOccurence", "archivedAt", "reportDate",
    "commentReview"
  from checks where (select app.is_provider());
