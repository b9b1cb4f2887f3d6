/**
 * Baseline for `npm run bench -- exports`: hand-written statements for PostgreSQL's `COPY` with the columns and order of the product's files.
 * `$1` is the company, `$2` the first day.
 */
export const COPIES = {
  reports: `select c."workerFullName", c."workerExternalId", c."workerGender", c."workerLanguage", o.name, c."subEmployee",
      c."incapacityStartDate", c."incapacityEndDate", c."incapacityType", c."certificateType", c."incapacityPercentage", c."accidentDate",
      c."accidentTime", c."injuryDifference", c."checkPlausibility", c."checkOccurence", c."nonOperableReason", c."checkDate", c."checkTime",
      c."checkTiming", c."checkLocation", c."doctorFullName", c."newIncapacityEndDate", c."earlyReturn",
      c."incapacityEndDate" - c."newIncapacityEndDate", c."workerDisagreement", c."noShowExcuse", c."arbitrationRuling",
      c."secondCheckNeeded", c."prolongationNeeded", c."distanceToCheck", c."timeToCheck", c."examinationMinutes", c."archivedAt",
      c."resultSentBy", c."archiveComment", c."providerComment", c."doctorComment", c."creationDate", c."modificationDate", c.source,
      c."isRandom", s."superiorFullName", s.email, s.language, c."companyTotalPrice"
    from checks c join companies o on o.id = c."companyId"
      left join superiors s on s."companyId" = c."companyId" and s.id = c."superiorId"
    where c."companyId" = $1 and c.status = 'Archived' and c."checkOccurence" <> 'Deleted' and c."reportDate" >= $2
    order by case when c."examinedFrom" is null then c."archivedAt" else c."examinedFrom" end desc, c.id desc`,
  employees: `select e."employeeMatricule", e."employeeLastName", e."employeeFirstName", e."employeeGender", e."employeeLanguage",
      e."employeePhoneNumber", e."employeeAddress", e.function, e."subEmployee", s."superiorFullName", s.email, e."leftAt", o.name
    from employees e join companies o on o.id = e."companyId"
      left join superiors s on s."companyId" = e."companyId" and s.id = e."superiorId"
    where e."companyId" = $1 and $2::date is not null order by e."nameOrder", e.id`,
  certificates: `select e."employeeMatricule", e."employeeLastName", e."employeeFirstName", k."entryType", k."certifType", k."incapacityReason",
      k."startDate", k."endDate", k."endDate" - k."startDate" + 1, k."authorizedExit", k."doctorName", k."documentId" is not null,
      k."isCheckRequestLaunched", (k."createdAt" at time zone 'Europe/Brussels')::date not between k."startDate" and k."endDate", k.source, k."createdAt", s."superiorFullName", s.email, e.function,
      e."employeeGender", e."employeeLanguage", e."employeePhoneNumber", e."employeeAddress", o.name
    from certificates k join employees e on e."companyId" = k."companyId" and e.id = k."employeeId" join companies o on o.id = k."companyId"
      left join superiors s on s."companyId" = k."companyId" and s.id = k."superiorId"
    where k."companyId" = $1 and k."endDate" >= $2 order by k."startDate" desc, k.id desc`,
} as const;
export type CopiedList = keyof typeof COPIES;

/** The earliest day from which a list of the company `$1` has at most `$2` rows. */
export const FIRST_DAYS: Readonly<Partial<Record<CopiedList, string>>> = {
  reports: `select ("reportDate" + 1)::text as day from checks where "companyId" = $1 and status = 'Archived' and "checkOccurence" <> 'Deleted'
    order by "reportDate" desc offset $2 limit 1`,
  certificates: `select ("endDate" + 1)::text as day from certificates where "companyId" = $1 order by "endDate" desc offset $2 limit 1`,
};
