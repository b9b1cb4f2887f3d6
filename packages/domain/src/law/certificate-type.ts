import type { CertificateType, EntryType, IncapacityType } from '../certificate/enums.ts';
import { addDays, type CalendarDay } from '../clock.ts';
import {
  type CompanyFacts,
  isInRelapseWindow,
  NO_CERTIFICATE_DAYS,
  noCertificateQuota,
  RELAPSE_WINDOW_DAYS,
  relapseWindowDays,
} from './absence-rules.ts';
import { findRule, type LawSource } from './dated.ts';

/** Why a type of certificate is suggested; the texts are in the namespace `enums` (`certifTypeReason`). */
export const CERTIF_TYPE_REASONS = [
  'noEarlierAbsence',
  'followsPrevious',
  'withinRelapseWindow',
  'afterRelapseWindow',
  'otherCause',
  'afterDayWithoutCertificate',
  'afterDeclaration',
  'dayWithoutCertificate',
  'quotaUsed',
  'noExemption',
] as const;
export type CertifTypeReason = (typeof CERTIF_TYPE_REASONS)[number];

/** A recorded absence of the worker. */
export interface PastAbsence {
  readonly startDate: CalendarDay;
  readonly endDate: CalendarDay;
  readonly entryType: EntryType;
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

/** A suggestion; the user chooses. `params`: values in the text of the reason (`start`, `end`: calendar days). */
export interface CertifTypeSuggestion {
  readonly certifType: CertificateType;
  readonly reason: CertifTypeReason;
  readonly params: Readonly<Record<string, string | number>>;
  /** The legal rule on which the reason is based; null: none. */
  readonly source: LawSource | null;
}

/**
 * The cause that a type of incapacity implies. `any`: compatible with every cause (an operation may follow an accident or an illness); `none`: not an
 * incapacity.
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

/** Whether the type is an incapacity, not a leave or an examination. */
export const isIncapacity = (type: IncapacityType): boolean => CAUSE[type] !== 'none';

/**
 * How many other days without certificate a worker had in the calendar year of `day`. Each counts in the year in which it begins, and once, however
 * often it was entered; entries that begin on `day` are the absence itself.
 */
export function usedNoCertificateDays(day: CalendarDay, absences: readonly PastAbsence[]): number {
  const year = day.slice(0, 4);
  const days = absences.filter(
    ({ certifType, startDate, incapacityReason }) =>
      certifType === 'NoCertif' && isIncapacity(incapacityReason) && startDate !== day && startDate.startsWith(year),
  );
  return new Set(days.map(({ startDate }) => startDate)).size;
}

/** The incapacities in the history before an absence. Those that begin on the same day count as the absence itself, and are left out. */
export function earlierIncapacities<Absence extends PastAbsence>(startDate: CalendarDay, history: readonly Absence[]): readonly Absence[] {
  return history.filter((row) => row.startDate < startDate && isIncapacity(row.incapacityReason));
}

/** The earlier incapacity that ended last; of several, preferably one with a certificate. */
export function previousOf<Absence extends PastAbsence>(earlier: readonly Absence[]): Absence | undefined {
  const rank = (row: Absence) => [row.endDate, isCertified(row) ? 1 : 0, row.startDate, row.incapacityReason, row.certifType].join(' ');
  return earlier.reduce<Absence | undefined>((last, row) => (last && rank(last) >= rank(row) ? last : row), undefined);
}

/** Whether the absence has a certificate, and is not only declared. */
export const isCertified = ({ entryType, certifType }: PastAbsence): boolean =>
  entryType === 'MEDICAL_CERTIFICATE' && certifType !== 'NoCertif';

/**
 * The type of certificate that fits an absence, with the reason (domain.md 4.4).
 * Like the law, it presumes a relapse within the relapse window unless the type gives another cause.
 * `history`: the worker's other absences, in any order; those that begin on the same day count as the absence itself.
 */
export function suggestCertificateType(absence: NewAbsence, history: readonly PastAbsence[], company: CompanyFacts): CertifTypeSuggestion {
  const earlier = earlierIncapacities(absence.startDate, history);
  const byHistory = suggestByHistory(absence, previousOf(earlier), earlier);

  const mayNeedNoCertificate =
    absence.entryType === 'ABSENCE_DECLARATION' &&
    absence.startDate === absence.endDate &&
    isIncapacity(absence.incapacityReason) &&
    byHistory.certifType !== 'Prolongation';
  if (!mayNeedNoCertificate) return byHistory;

  const source = findRule(NO_CERTIFICATE_DAYS, absence.startDate)?.source ?? null;
  const quota = noCertificateQuota(absence.startDate, company);
  if (quota === 0) return { ...byHistory, reason: 'noExemption', params: {}, source };
  const year = absence.startDate.slice(0, 4);
  const used = usedNoCertificateDays(absence.startDate, history);
  if (used >= quota) return { ...byHistory, reason: 'quotaUsed', params: { quota, year }, source };
  return { certifType: 'NoCertif', reason: 'dayWithoutCertificate', params: { number: used + 1, quota, year }, source };
}

function suggestByHistory(absence: NewAbsence, previous: PastAbsence | undefined, earlier: readonly PastAbsence[]): CertifTypeSuggestion {
  if (!previous) return { certifType: 'FirstCertificate', reason: 'noEarlierAbsence', params: {}, source: null };
  const end = previous.endDate;
  const unbroken = unbrokenIncapacity(previous, earlier);
  const follows = absence.startDate <= addDays(end, 1);
  const incapacity = { startDate: unbroken.startDate, endDate: end };
  const days = relapseWindowDays(incapacity.startDate);
  const source = findRule(RELAPSE_WINDOW_DAYS, incapacity.startDate)?.source ?? null;
  if (!follows && !isInRelapseWindow(absence.startDate, incapacity)) {
    return { certifType: 'FirstCertificate', reason: 'afterRelapseWindow', params: { days, end }, source };
  }
  if (!mayShareCause(absence.incapacityReason, previous.incapacityReason)) {
    return { certifType: 'FirstCertificate', reason: 'otherCause', params: { end }, source: null };
  }
  if (!follows) return { certifType: 'Relapse', reason: 'withinRelapseWindow', params: { days, end }, source };
  if (unbroken.certified) return { certifType: 'Prolongation', reason: 'followsPrevious', params: { end }, source: null };
  // A day without certificate, or a declaration, has no certificate to prolong.
  return previous.certifType === 'NoCertif'
    ? { certifType: 'FirstCertificate', reason: 'afterDayWithoutCertificate', params: { end }, source: null }
    : { certifType: 'FirstCertificate', reason: 'afterDeclaration', params: { start: unbroken.startDate }, source: null };
}

/** Whether two incapacities may have the same cause, by their types. */
export function mayShareCause(one: IncapacityType, other: IncapacityType): boolean {
  const [a, b]: readonly string[] = [CAUSE[one], CAUSE[other]];
  if (a === 'none' || b === 'none') return false;
  return a === 'any' || b === 'any' || a === b;
}

/** The continuous incapacity that ends with `last`, prolongations included. `certified`: some part of it has a certificate. */
function unbrokenIncapacity(last: PastAbsence, absences: readonly PastAbsence[]): { startDate: CalendarDay; certified: boolean } {
  let startDate = last.startDate;
  const belongs = (row: PastAbsence) => row.startDate < startDate && row.endDate >= addDays(startDate, -1);
  for (let before = absences.find(belongs); before; before = absences.find(belongs)) startDate = before.startDate;
  const certified = absences.some((row) => row.startDate >= startDate && row.startDate <= last.endDate && isCertified(row));
  return { startDate, certified };
}
