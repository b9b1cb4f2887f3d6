import { addDays, type CalendarDay } from './clock.ts';

/**
 * Retention periods of personal data that the product erases automatically, each with its source. Belgian law sets no term for them (GDPR, article
 * 5(1)(e): no longer than the purpose needs). Other data are not erased by age.
 */
export const RETENTION = {
  /** Days from the order: all personal data of a One Shot order that became no check: unpaid, or paid too late and refunded (domain.md 2.6). */
  abandonedOneShotDays: 30,
  /** Days from the end of the check: bell, position and photograph of a visit where nobody opened (domain.md 2.6: GPS, attempt photos). */
  visitDetailsDays: 365,
  /** Years from the end of the check: reasons and details in its history (domain.md 2.6: orders and reports). */
  checkHistoryYears: 5,
  /** Days from the end of the incapacity: the file of a certificate (domain.md 2.6: certificate images). */
  certificateFileDays: 365,
  /** Years from the end of the check: all personal data of a check and its report (domain.md 2.6: orders and reports). */
  checkYears: 5,
  /** Years from the end of the incapacity: a certificate without a remaining check, as long as a report. */
  certificateYears: 5,
  /** Years from the last day at the company: an employee without other remaining data, as long as a report. The worker of a One Shot Check goes with the check. */
  formerEmployeeYears: 5,
  /**
   * Days from the upload: a document that no record names, such as a file chosen in a form that was abandoned. A form is filled in within a session, and its draft
   * lasts as long as the tab of the browser; a doctor's phone without network sends an attempt at a visit within days.
   */
  unattachedDocumentDays: 7,
  /** Years from the entry: reasons in the access log (domain.md 2.6: access log), except those about a check under legal hold. */
  accessReasonYears: 5,
} as const;

/** The same day some years before; 1 March instead of 29 February in a year without it. */
function yearsBefore(today: CalendarDay, years: number): CalendarDay {
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCFullYear(day.getUTCFullYear() - years);
  return day.toISOString().slice(0, 10);
}

/**
 * For each log with personal parts: the Belgian day before which its term must have begun, if the term is over on `today`. Terms begin at the end of the
 * check, those of `access_log` with the entry.
 */
export const erasedBefore = (today: CalendarDay) =>
  ({
    visit_attempts: addDays(today, -RETENTION.visitDetailsDays),
    check_events: yearsBefore(today, RETENTION.checkHistoryYears),
    access_log: yearsBefore(today, RETENTION.accessReasonYears),
  }) as const satisfies Readonly<Record<string, CalendarDay>>;

/**
 * For each kind of record: the Belgian day before which its term must have begun, if the term is over on `today`. A certificate or an employee that a check
 * under legal hold refers to, and a certificate that the employee of such a check sent, are kept all the same (migration 0142).
 */
export const recordsErasedBefore = (today: CalendarDay) => ({
  certificateFiles: addDays(today, -RETENTION.certificateFileDays),
  unattachedDocuments: addDays(today, -RETENTION.unattachedDocumentDays),
  checks: yearsBefore(today, RETENTION.checkYears),
  certificates: yearsBefore(today, RETENTION.certificateYears),
  employees: yearsBefore(today, RETENTION.formerEmployeeYears),
});
