-- Certificates go by their type, and by their superior: the page walks the superiors in order and takes each one's certificates here.
create index certificates_by_type on certificates ("companyId", "certifType", id);
create index certificates_of_superior on certificates ("companyId", "superiorId", id);

-- Reports go by doctor, by new end of the incapacity and by price: expressions as checks.repository.ts has them.
create index checks_archived_by_doctor on checks ("companyId",
  (translate(lower("doctorFullName"), 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy')), id) where status = 'Archived';
create index checks_archived_by_doctor_all on checks (
  (translate(lower("doctorFullName"), 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy')), id) where status = 'Archived';
create index checks_archived_by_new_end on checks ("companyId", (coalesce("newIncapacityEndDate", '-infinity'::date)), id)
  where status = 'Archived';
create index checks_archived_by_new_end_all on checks ((coalesce("newIncapacityEndDate", '-infinity'::date)), id) where status = 'Archived';
create index checks_archived_by_price on checks ("companyId", (coalesce("companyTotalPrice", -1)), id) where status = 'Archived';
create index checks_archived_by_price_all on checks ((coalesce("companyTotalPrice", -1)), id) where status = 'Archived';
create or replace view app.provider_checks as
  select "companyId", id, "employeeId", "certificateId", "superiorId", "doctorId", status, "creationDate", "searchText", "incapacityStartDate",
    "incapacityEndDate", "checkTiming", "checkLocation", "appointmentStart", "checkDate", "checkOccurence", "archivedAt", "reportDate",
    "commentReview", "examinedFrom", "doctorFullName", "newIncapacityEndDate", "companyTotalPrice"
  from checks where (select app.is_provider());
