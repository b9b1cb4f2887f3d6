import type { CalendarDay } from '../clock.ts';
import type { LawSource } from '../law/dated.ts';
import type { CertificateType, EntryType, IncapacityType } from './enums.ts';

/**
 * Remarks on a certificate before it is saved. None of them prevents saving: the employer and its payroll service decide. The sentences are in the
 * namespace `enums` (`certificateRemark`).
 * A first day on a weekend or holiday is no remark: an incapacity may begin on any day, and no rule of law says otherwise.
 */
export const CERTIFICATE_REMARKS = [
  'duplicatePeriod',
  'sameDocument',
  'sameDocumentOtherWorker',
  'overlap',
  'gapBefore',
  'gapAfter',
  'quotaExceeded',
  'noExemption',
  'exemptionFirstDay',
  'exemptionWithCertificate',
  'certificateLate',
  'certificateOverdue',
  'afterPeriod',
  'beforePeriod',
  'coversDeclaration',
  'declarationCovered',
  'restDaysBetween',
  'quotaLast',
  'certificateDue',
  'endFarAhead',
  'longPeriod',
  'typeNotCheckable',
] as const;
export type CertificateRemarkCode = (typeof CERTIFICATE_REMARKS)[number];

export interface CertificateRemark {
  readonly code: CertificateRemarkCode;
  /** attention: rarely what was meant, or with consequences. info: good to know. */
  readonly severity: 'attention' | 'info';
  /** Values of its sentence; days are calendar days. */
  readonly params: Readonly<Record<string, string | number>>;
  readonly source: LawSource | null;
  /** The other certificate that the remark is about. */
  readonly certificateId: string | null;
}

/** The certificate that is being entered, or a saved one. */
export interface AdvisedCertificate {
  /** null before it is saved. */
  readonly id: string | null;
  readonly employeeId: string;
  readonly startDate: CalendarDay;
  readonly endDate: CalendarDay;
  readonly entryType: EntryType;
  readonly incapacityReason: IncapacityType;
  /** null while nobody has chosen. */
  readonly certifType: CertificateType | null;
  /** Equal for two documents that are the same file; null without document. */
  readonly documentHash: string | null;
  /** The day on which it was entered. */
  readonly enteredOn: CalendarDay;
  /** The day on which its document came in; without one, the day on which it was entered. */
  readonly receivedOn: CalendarDay;
}

/** A certificate that is already in the register. */
export interface KnownCertificate {
  readonly id: string;
  readonly employeeId: string;
  readonly startDate: CalendarDay;
  readonly endDate: CalendarDay;
  readonly entryType: EntryType;
  readonly certifType: CertificateType;
  readonly incapacityReason: IncapacityType;
  readonly documentHash: string | null;
}

type Details = Partial<Pick<CertificateRemark, 'params' | 'source' | 'certificateId'>>;

export const attention = (code: CertificateRemarkCode, details: Details = {}): CertificateRemark => remark(code, 'attention', details);
export const info = (code: CertificateRemarkCode, details: Details = {}): CertificateRemark => remark(code, 'info', details);

const remark = (
  code: CertificateRemarkCode,
  severity: CertificateRemark['severity'],
  { params = {}, source = null, certificateId = null }: Details,
): CertificateRemark => ({ code, severity, params, source, certificateId });
