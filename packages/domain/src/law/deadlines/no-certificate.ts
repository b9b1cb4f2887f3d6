import type { CalendarDay } from '../../clock.ts';
import { type CompanyFacts, NO_CERTIFICATE_DAYS, noCertificateQuota } from '../absence-rules.ts';
import { type PastAbsence, usedNoCertificateDays } from '../certificate-type.ts';
import { findRule, type LawSource } from '../dated.ts';

/** Days without certificate of a worker in the calendar year of an absence. */
export interface NoCertificateCount {
  /** Recorded in `year`, without the absence itself. */
  readonly used: number;
  /** First days of incapacity in `year` that need no certificate; 0: the law has none, or the company opted out. */
  readonly quota: number;
  readonly year: string;
  /** If the company opted out, the number of workers below which the law allows that; otherwise null. */
  readonly optedOutBelow: number | null;
  readonly source: LawSource | null;
}

/**
 * The days without certificate used and allowed, under the rule in force on `day`, the first day of an absence.
 * @param history the worker's other absences
 */
export function noCertificateDays(day: CalendarDay, history: readonly PastAbsence[], company: CompanyFacts): NoCertificateCount {
  const rule = findRule(NO_CERTIFICATE_DAYS, day);
  const quota = noCertificateQuota(day, company);
  return {
    used: usedNoCertificateDays(day, history),
    quota,
    year: day.slice(0, 4),
    optedOutBelow: rule !== undefined && quota === 0 ? rule.value.optOutBelowStaff : null,
    source: (rule ?? NO_CERTIFICATE_DAYS[0])?.source ?? null,
  };
}
