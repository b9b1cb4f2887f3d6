/** `pg_temp.id`: a record's id, from a number for its table and the number of the row. */
export const EARLY_FUNCTIONS = `create function pg_temp.id(kind integer, n bigint) returns uuid language sql immutable
  as $$ select (lpad(to_hex(kind), 8, '0') || '-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$;
  select set_config('app.role', 'system', false);`;

const COMPANIES = 2000;
const PROFILES = 4000;
const DOCTORS = 300;

const EMPLOYEES = 600_000;
const employees = (checks: number): number => Math.min(EMPLOYEES, checks);
/** Employee and company of row `n`. The company follows from the employee's number, so that both match. */
const employee = (checks: number): string => `pg_temp.id(6, n % ${employees(checks)})`;
const company = (checks: number): string => `pg_temp.id(1, n % ${employees(checks)} % ${COMPANIES})`;
const EMPLOYEES_COMPANY = `pg_temp.id(1, n % ${COMPANIES})`;
const series = (count: number): string => `generate_series(0::bigint, ${Math.round(count) - 1}) n`;

/** The moment of row `n`, spread evenly over five years. */
const at = (checks: number): string => `timestamptz '2021-11-01 08:00+00' + n * interval '5 years' / ${checks}`;

/** Statements that fill the tables, by the migration after which they run, for a number of checks. */
export const EARLY_ROWS: Readonly<Record<string, (checks: number) => readonly string[]>> = {
  '0001_core.sql': (checks) => [
    `insert into companies (id, name, "companyNumber", "companyAddress", "staffCount", "checkPrice")
      select pg_temp.id(1, n), 'Company ' || n, 'BE' || lpad(n::text, 10, '0'), 'Kouter ' || n || ', 9000 Gent', 50 + n, 15000 from ${series(COMPANIES)}`,
    `insert into doctors (id, "firstName", "lastName", email, "phoneNumber", languages, "inamiNumber", "practiceAddress", latitude, longitude,
        "geoPrecision", locations)
      select pg_temp.id(2, n), 'An', 'Doctor ' || n, 'doctor' || n || '@example.be', '+32470123456', '{NL}', lpad(n::text, 11, '0'),
        'Kouter 1, 9000 Gent', 51, 4, 'street', '{House}' from ${series(DOCTORS)}`,
    `insert into profiles (id, "userName", "firstName", "lastName", "companyId", kind, issuer, subject)
      select pg_temp.id(3, n), 'user' || n || '@example.be', 'Jo', 'User ' || n, ${EMPLOYEES_COMPANY}, 'employer', 'here', n::text from ${series(PROFILES)}`,
    `insert into superiors ("companyId", id, email, "firstName", "lastName")
      select ${EMPLOYEES_COMPANY}, pg_temp.id(4, n), 'user' || n || '@example.be', 'Jo', 'User ' || n from ${series(PROFILES)}`,
    `insert into company_users ("companyId", "profileId", "accesType", languages, "superiorId")
      select ${EMPLOYEES_COMPANY}, pg_temp.id(3, n), case when n < ${COMPANIES} then 'admin' else 'basic' end::acces_type, '{nl}', pg_temp.id(4, n) from ${series(PROFILES)}`,
    `insert into employees ("companyId", id, "employeeMatricule", "employeeFirstName", "employeeLastName", "employeeLanguage", "employeeGender",
        "employeePhoneNumber", "employeeAddress", "superiorId", latitude, longitude, "geoPrecision", "searchText")
      select ${EMPLOYEES_COMPANY}, pg_temp.id(6, n), 'M' || n, 'Anneleen', 'Worker' || md5(n::text), 'NL', 'Female', '+32470123456',
        'Kouter ' || n || ', 9000 Gent', pg_temp.id(4, n % ${COMPANIES}), 51, 4, 'street', 'anneleen worker' || md5(n::text) || ' m' || n from ${series(employees(checks))}`,
    `insert into documents ("companyId", id, kind, "fileName", "mediaType", "byteSize", sha256, "storageKey", "uploadedByProfileId")
      select ${company(checks)}, pg_temp.id(7, n), 'certificate', 'certificate ' || n || '.pdf', 'application/pdf', 20000, sha256(n::text::bytea),
        'key-' || n, pg_temp.id(3, n % ${COMPANIES}) from ${series(checks / 5)}`,
    `insert into certificates ("companyId", id, "employeeId", "superiorId", "startDate", "endDate", "incapacityReason", "authorizedExit", "entryType",
        "certifType", "documentId", "createdAt", "searchText")
      select ${company(checks)}, pg_temp.id(8, n), ${employee(checks)}, null, (${at(checks)})::date, (${at(checks)})::date + 20, 'Illness', true,
        'MEDICAL_CERTIFICATE', 'FirstCertificate', case when n < ${Math.round(checks / 5)} then pg_temp.id(7, n) end, ${at(checks)},
        'anneleen worker' || md5((n % ${employees(checks)})::text) from ${series(checks)}`,
    // Of 100 checks 97 are archived: one was cancelled, six were not operable, the others have a result.
    `insert into checks ("companyId", id, "employeeId", "certificateId", "orderedByProfileId", source, status, "creationDate", "modificationDate",
        "workerFirstName", "workerLastName", "workerGender", "workerLanguage", "workerAddress", "workerPhoneNumber", "phoneNumber", latitude, longitude,
        "geoPrecision", "searchText", "incapacityStartDate", "incapacityEndDate", "incapacityType", "certificateType", "checkTiming", "checkLocation", "doctorId",
        "doctorFullName", "doctorFoundAt", "appointmentStart", "appointmentEnd", "examinedFrom", "examinedTo", "examinationMinutes", "checkOccurence",
        "nonOperableReason", "archivedAt", "resultSentBy", "companyTotalPrice", "doctorTotalPrice", version)
      select ${company(checks)}, pg_temp.id(9, n), ${employee(checks)}, pg_temp.id(8, n), pg_temp.id(3, n % ${PROFILES}), 'CertificateRow', status::check_status, at,
        at + interval '2 days', 'Anneleen', 'Worker' || md5((n % ${employees(checks)})::text), 'Female', 'NL', 'Kouter 1, 9000 Gent', '+32470123456',
        '+32470123456', 51, 4, 'street', 'anneleen worker' || md5((n % ${employees(checks)})::text), at::date, at::date + 20, 'Illness', 'FirstCertificate', 'Optimized',
        case when n % 2 = 0 then 'House' else 'Office' end::check_location,
        case when has_doctor then pg_temp.id(2, n / 100 % ${DOCTORS}) end, case when has_doctor then 'An Doctor' else '' end, case when has_doctor then at end,
        case when has_doctor then start end, case when has_doctor then start + interval '30 minutes' end,
        case when examined then at end, case when examined then at + interval '30 minutes' end, case when examined then 30 end,
        occurence::check_occurence, case occurence when 'NonOperable' then 'NoDoctorFound' end::non_operable_reason,
        case when status = 'Archived' then at + interval '1 day' end, case when examined then 'An Doctor' else '' end, 15000, 6000, 3
      from (select *, status = 'WaitingForCheck' or examined as has_doctor,
          case when status = 'WaitingForCheck' then timestamptz '2026-12-01 08:00+00' + n / ${100 * DOCTORS} * interval '1 hour' else at end as start
        from (select *, coalesce(occurence not in ('Cancelled', 'NonOperable'), false) as examined
          from (select n, ${at(checks)} as at, coalesce((array['Reception', 'Planning', 'WaitingForCheck'])[n % 100 - 96], 'Archived') as status,
              case when n % 100 > 96 then null when n % 100 = 0 then 'Cancelled' when n % 100 < 7 then 'NonOperable'
                when n % 2 = 0 then 'YesPatientHome' else 'Yes' end as occurence
            from ${series(checks)}) drawn) known) made`,
    `insert into check_events ("companyId", id, "checkId", at, "actorKind", "actorProfileId", action, "toStatus", version)
      select ${company(checks)}, pg_temp.id(10 + step, n), pg_temp.id(9, n), ${at(checks)} + step * interval '1 hour', 'employer', pg_temp.id(3, n % ${PROFILES}),
        (array['order', 'plan', 'sendResult'])[step], (array['Reception', 'WaitingForCheck', 'Archived'])[step]::check_status, step
      from ${series(checks)}, generate_series(1, 3) step`,
    `insert into access_log (id, at, "companyId", "actorRole", "profileId", action, "subjectType", "subjectId", "traceId")
      select pg_temp.id(20 + step, n), ${at(checks)}, ${company(checks)}, 'employerAdmin', pg_temp.id(3, n % ${PROFILES}), 'read', 'check', pg_temp.id(9, n), md5(n::text)
      from ${series(checks)}, generate_series(1, 2) step`,
  ],
  '0009_outbox.sql': (checks) => [
    `insert into mails (id, "companyId", recipient, language, template, subject, html, "plainText", state, "createdAt", "sentAt", "searchText")
      select pg_temp.id(30, n), ${company(checks)}, 'user' || n % ${PROFILES} || '@example.be', 'nl', 'result-available', 'The result of a check is there', '', '',
        'sent', ${at(checks)}, ${at(checks)}, 'user' || n % ${PROFILES} || '@example.be the result of a check is there' from ${series(checks)}`,
  ],
  '0055_employee_messages.sql': (checks) => [
    `insert into text_messages (id, "companyId", recipient, language, template, text, state, "createdAt", "sentAt")
      select pg_temp.id(31, n), ${company(checks)}, '+32470123456', 'nl', 'employee', '', 'sent', ${at(checks)}, ${at(checks)} from ${series(checks / 2)}`,
    `insert into text_message_events ("messageId", state, at) select pg_temp.id(31, n), 'sent', ${at(checks)} from ${series(checks / 2)}`,
    `insert into employee_messages ("companyId", id, "checkId", news, "appointmentStart", "createdAt", "textMessageId")
      select ${company(checks)}, pg_temp.id(32, n), pg_temp.id(9, n), 'Invited', ${at(checks)}, ${at(checks)}, pg_temp.id(31, n) from ${series(checks / 2)}`,
  ],
  '0096_notifications.sql': (checks) => [
    `insert into notifications ("companyId", id, "profileId", "checkId", kind, at)
      select ${company(checks)}, pg_temp.id(33, n), pg_temp.id(3, n % ${PROFILES}), pg_temp.id(9, n), 'ResultAvailable', ${at(checks)} from ${series(checks)}`,
  ],
};
