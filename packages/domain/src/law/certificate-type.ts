import type { CertificateType, EntryType, IncapacityType } from '../certificate/enums.ts';
import { addDays, type CalendarDay } from '../clock.ts';
import { type CompanyFacts, isInRelapseWindow, noCertificateQuota, relapseWindowDays } from './absence-rules.ts';

/** Why a type of certificate is suggested; the sentences stand in the namespace `enums` (`certifTypeReason`). */
export const CERTIF_TYPE_REASONS = [
  'noEarlierAbsence',
  'followsPrevious',
  'withinRelapseWindow',
  'afterRelapseWindow',
  'otherCause',
  'afterDayWithoutCertificate',
  'dayWithoutCertificate',
  'quotaUsed',
  'noExemption',
] as const;
export type CertifTypeReason = (typeof CERTIF_TYPE_REASONS)[number];

/** An absence of the worker that is already known. */
export interface PastAbsence {
  readonly startDate: CalendarDay;
  readonly endDate: CalendarDay;
  readonly certifType: CertificateType;
  readonly incapacityReason: IncapacityType;
}

/** The absence whose type is to be suggested. */
export interface NewAbsence {
  readonly startDate: CalendarDay;
  readonly endDate: CalendarDay;
  readonly entryType: EntryType;
  readonly incapacityReason: IncapacityType;
}

/** A suggestion, never a verdict: the user chooses. `params` are what the reason's sentence shows (`end` is a calendar day). */
export interface CertifTypeSuggestion {
  readonly certifType: CertificateType;
  readonly reason: CertifTypeReason;
  readonly params: Readonly<Record<string, string | number>>;
}

/**
 * What a type of incapacity says about its cause. `any` fits every cause (an operation follows an accident as well as an
 * illness); `none` is no incapacity at all.
 */
const CAUSE = {
  Illness: 'illness',
  SeriousIllness: 'illness',
  OccupationalIllness: 'occupationalIllness',
  EndOfCareerIllness: 'illness',
  Quarantine: 'quarantine',
  QuarantineOther: 'quarantine',
  WorkAccident: 'workAccident',
  AccidentOnTheWayToWork: 'commutingAccident',
  PrivateAccident: 'privateAccident',
  SurgicalIntervention: 'any',
  Hospitalization: 'any',
  MandatoryHospitalization: 'any',
  PartialIncapacityToWork: 'any',
  SickLeave: 'any',
  Unknown: 'any',
  MaternityLeave: 'none',
  BirthLeave: 'none',
  BirthLeaveForCoParents: 'none',
  PaternityLeave: 'none',
  BreastFeeding: 'none',
  AbsenceForMedicalExamination: 'none',
} as const satisfies Record<IncapacityType, string>;

/**
 * The type of certificate that fits an absence, with the reason (domain.md 4.4).
 * Within the relapse window the law presumes a relapse unless a certificate gives another cause, and so does this.
 * `history`: the worker's other absences, in any order; those that begin on the same day count as the absence itself.
 */
export function suggestCertificateType(absence: NewAbsence, history: readonly PastAbsence[], company: CompanyFacts): CertifTypeSuggestion {
  const others = history.filter(({ startDate, incapacityReason }) => startDate !== absence.startDate && CAUSE[incapacityReason] !== 'none');
  const earlier = others.filter(({ startDate }) => startDate < absence.startDate);
  const previous = earlier.reduce<PastAbsence | undefined>((last, row) => (last && last.endDate >= row.endDate ? last : row), undefined);
  const byHistory = suggestByHistory(absence, previous, earlier);

  const mayNeedNoCertificate =
    absence.entryType === 'ABSENCE_DECLARATION' &&
    absence.startDate === absence.endDate &&
    CAUSE[absence.incapacityReason] !== 'none' &&
    byHistory.certifType !== 'Prolongation';
  if (!mayNeedNoCertificate) return byHistory;

  const quota = noCertificateQuota(absence.startDate, company);
  if (quota === 0) return { ...byHistory, reason: 'noExemption', params: {} };
  const year = absence.startDate.slice(0, 4);
  const used = others.filter(({ certifType, startDate }) => certifType === 'NoCertif' && startDate.startsWith(year)).length;
  if (used >= quota) return { ...byHistory, reason: 'quotaUsed', params: { quota, year } };
  return { certifType: 'NoCertif', reason: 'dayWithoutCertificate', params: { number: used + 1, quota, year } };
}

function suggestByHistory(absence: NewAbsence, previous: PastAbsence | undefined, earlier: readonly PastAbsence[]): CertifTypeSuggestion {
  if (!previous) return { certifType: 'FirstCertificate', reason: 'noEarlierAbsence', params: {} };
  const end = previous.endDate;
  const follows = absence.startDate <= addDays(end, 1);
  const incapacity = { startDate: beginOfIncapacity(previous, earlier), endDate: end };
  const days = relapseWindowDays(incapacity.startDate);
  if (!follows && !isInRelapseWindow(absence.startDate, incapacity)) {
    return { certifType: 'FirstCertificate', reason: 'afterRelapseWindow', params: { days, end } };
  }
  if (!mayShareCause(absence.incapacityReason, previous.incapacityReason)) {
    return { certifType: 'FirstCertificate', reason: 'otherCause', params: { end } };
  }
  if (!follows) return { certifType: 'Relapse', reason: 'withinRelapseWindow', params: { days, end } };
  // The day without certificate had none to prolong.
  return previous.certifType === 'NoCertif'
    ? { certifType: 'FirstCertificate', reason: 'afterDayWithoutCertificate', params: { end } }
    : { certifType: 'Prolongation', reason: 'followsPrevious', params: { end } };
}

function mayShareCause(one: IncapacityType, other: IncapacityType): boolean {
  const [a, b]: readonly string[] = [CAUSE[one], CAUSE[other]];
  if (a === 'none' || b === 'none') return false;
  return a === 'any' || b === 'any' || a === b;
}

/** First day of the unbroken incapacity that ends with `last`: prolongations belong to what they prolong. */
function beginOfIncapacity(last: PastAbsence, absences: readonly PastAbsence[]): CalendarDay {
  let begin = last.startDate;
  for (;;) {
    const before = absences.find(({ startDate, endDate }) => startDate < begin && endDate >= addDays(begin, -1));
    if (!before) return begin;
    begin = before.startDate;
  }
}
