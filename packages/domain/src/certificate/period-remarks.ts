import { addDays, type CalendarDay, daysBetween, lengthInDays } from '../clock.ts';
import { earlierIncapacities, isIncapacity, previousOf } from '../law/certificate-type.ts';
import { isWeekendOrHoliday } from '../law/holidays.ts';
import { type AdvisedCertificate, attention, type CertificateRemark, info, type KnownCertificate } from './remarks.ts';

/** About four certificates in a hundred last longer than a month (domain.md 3.2); beyond three, a mistyped month or year is likelier. */
export const UNUSUAL_PERIOD_DAYS = 92;

interface Period {
  readonly startDate: CalendarDay;
  readonly endDate: CalendarDay;
}

/** The days that two periods share, first and last included; null when they share none. The order of the two makes no difference. */
export function sharedDays(
  one: Period,
  other: Period,
): { readonly start: CalendarDay; readonly end: CalendarDay; readonly days: number } | null {
  const [, start = ''] = [one.startDate, other.startDate].sort();
  const [end = ''] = [one.endDate, other.endDate].sort();
  return start <= end ? { start, end, days: lengthInDays(start, end) } : null;
}

/** Remarks that follow from the periods of the worker's other certificates. @param others those of the same worker, without itself */
export function periodRemarks(
  certificate: AdvisedCertificate,
  others: readonly KnownCertificate[],
  today: CalendarDay,
): readonly CertificateRemark[] {
  const { startDate, endDate } = certificate;
  const length = lengthInDays(startDate, endDate);
  const end = { params: { end: endDate } };
  return [
    ...others.flatMap((other) => togetherWith(certificate, other)),
    ...gaps(certificate, others),
    ...(certificate.enteredOn > endDate ? [attention('afterPeriod', end)] : []),
    ...(certificate.enteredOn < startDate ? [info('beforePeriod', { params: { start: startDate } })] : []),
    ...(daysBetween(today, endDate) > UNUSUAL_PERIOD_DAYS
      ? [info('endFarAhead', end)]
      : length > UNUSUAL_PERIOD_DAYS
        ? [info('longPeriod', { params: { days: length } })]
        : []),
  ];
}

function togetherWith(certificate: AdvisedCertificate, other: KnownCertificate): readonly CertificateRemark[] {
  const shared = sharedDays(certificate, other);
  if (!shared) return [];
  const about = { certificateId: other.id };
  const period = { start: other.startDate, end: other.endDate };
  // A declaration and the certificate that confirms it are two entries of one absence.
  if (certificate.entryType !== other.entryType) {
    const code = certificate.entryType === 'MEDICAL_CERTIFICATE' ? 'coversDeclaration' : 'declarationCovered';
    return [info(code, { params: period, ...about })];
  }
  if (certificate.startDate === other.startDate && certificate.endDate === other.endDate) {
    return [attention('duplicatePeriod', { params: period, ...about })];
  }
  // Doctors often let a prolongation begin on the last day of the certificate before it: one day that is on both.
  const joint = shared.days === 1 && (certificate.startDate === other.endDate || certificate.endDate === other.startDate);
  return [(joint ? info : attention)('overlap', { params: shared, ...about })];
}

/** Days of one absence that no certificate covers. */
function gaps(certificate: AdvisedCertificate, others: readonly KnownCertificate[]): readonly CertificateRemark[] {
  if (!isIncapacity(certificate.incapacityReason)) return [];
  const incapacities = others.filter(({ incapacityReason }) => isIncapacity(incapacityReason));
  return [...gapBefore(certificate, incapacities), ...gapAfter(certificate, incapacities)];
}

function gapBefore(certificate: AdvisedCertificate, incapacities: readonly KnownCertificate[]): readonly CertificateRemark[] {
  const previous = previousOf(earlierIncapacities(certificate.startDate, incapacities));
  const gap = previous && between(previous.endDate, certificate.startDate);
  if (!gap) return [];
  const details = { params: gap, certificateId: previous.id };
  if (certificate.certifType === 'Prolongation') return [attention('gapBefore', details)];
  // Most people are off on these days, so that nobody saw whether the worker had recovered.
  return daysOf(gap).every(isWeekendOrHoliday) ? [info('restDaysBetween', details)] : [];
}

function gapAfter(certificate: AdvisedCertificate, incapacities: readonly KnownCertificate[]): readonly CertificateRemark[] {
  const later = incapacities.filter(({ startDate }) => startDate > certificate.startDate);
  const [first] = later.map(({ startDate }) => startDate).sort();
  const [next] = later
    .filter(({ startDate, certifType }) => startDate === first && certifType === 'Prolongation')
    .sort((one, other) => one.id.localeCompare(other.id));
  if (!next) return [];
  // The next one prolongs the certificate that ends last before it, which may be another one than this.
  const last = previousOf(earlierIncapacities(next.startDate, incapacities));
  if (last && last.endDate >= certificate.endDate) return [];
  const gap = between(certificate.endDate, next.startDate);
  return gap ? [attention('gapAfter', { params: gap, certificateId: next.id })] : [];
}

interface Gap extends Record<string, string | number> {
  readonly start: CalendarDay;
  readonly end: CalendarDay;
  readonly days: number;
}

function between(endDate: CalendarDay, startDate: CalendarDay): Gap | null {
  const days = daysBetween(endDate, startDate) - 1;
  return days > 0 ? { start: addDays(endDate, 1), end: addDays(startDate, -1), days } : null;
}

const daysOf = ({ start, days }: Gap): readonly CalendarDay[] => Array.from({ length: days }, (_, index) => addDays(start, index));
