import { addDays, type CalendarDay } from '../clock.ts';
import { CERTIFICATE_TERM_WORKING_DAYS, type CompanyFacts, certificateDeadline } from '../law/absence-rules.ts';
import {
  type CertifTypeSuggestion,
  earlierIncapacities,
  isCertified,
  isIncapacity,
  suggestCertificateType,
} from '../law/certificate-type.ts';
import { findRule } from '../law/dated.ts';
import { type NoCertificateCount, noCertificateDays } from '../law/deadlines/no-certificate.ts';
import type { CertificateType } from './enums.ts';
import { periodRemarks, sharedDays } from './period-remarks.ts';
import { type AdvisedCertificate, attention, CERTIFICATE_REMARKS, type CertificateRemark, info, type KnownCertificate } from './remarks.ts';
import { isCheckable } from './rules.ts';

/** What of a company decides about certificates. */
export interface CertificateCompany extends CompanyFacts {
  /** Working days in which a certificate must come in, as work rules or an agreement set them; null: the statutory term. */
  readonly certificateTermDays: number | null;
}

export interface CertificateAdvice {
  readonly suggestion: CertifTypeSuggestion;
  /** The most serious first. */
  readonly remarks: readonly CertificateRemark[];
  readonly noCertificateDays: NoCertificateCount;
}

/**
 * The suggested type of a certificate with its reason, and remarks on the certificate, before or after it is saved. Advice only: nothing here
 * prevents saving (domain.md 2.3, 4.4).
 * @param known certificates of the register, in any order; the certificate itself is ignored. Those of other workers count only if they have the
 *   same document.
 */
export function certificateAdvice(
  certificate: AdvisedCertificate,
  known: readonly KnownCertificate[],
  company: CertificateCompany,
  today: CalendarDay,
): CertificateAdvice {
  const others = known.filter(({ id }) => id !== certificate.id);
  const history = others.filter(({ employeeId }) => employeeId === certificate.employeeId);
  const suggestion = suggestCertificateType(certificate, history, company);
  const count = noCertificateDays(certificate.startDate, history, company);
  // Without a chosen type, the remarks are about the suggested one.
  const certifType =
    certificate.certifType === null || certificate.certifType === 'Unknown' ? suggestion.certifType : certificate.certifType;
  const typed = { ...certificate, certifType };
  const remarks = [
    ...documentRemarks(certificate, others),
    ...periodRemarks(typed, history, today),
    ...(certifType === 'NoCertif' ? exemptionRemarks(typed, history, count) : termRemarks(typed, history, company, today)),
    ...(isCheckable(certificate.incapacityReason) ? [] : [info('typeNotCheckable')]),
  ];
  return { suggestion, remarks: remarks.toSorted(bySeverity), noCertificateDays: count };
}

function bySeverity(one: CertificateRemark, other: CertificateRemark): number {
  const rank = ({ code, severity }: CertificateRemark) =>
    (severity === 'info' ? CERTIFICATE_REMARKS.length : 0) + CERTIFICATE_REMARKS.indexOf(code);
  const day = ({ params }: CertificateRemark) => `${params.start ?? ''}`;
  return (
    rank(one) - rank(other) || day(one).localeCompare(day(other)) || (one.certificateId ?? '').localeCompare(other.certificateId ?? '')
  );
}

/** A document that is attached already was added twice, or to the wrong worker. */
function documentRemarks(
  { employeeId, documentHash }: AdvisedCertificate,
  others: readonly KnownCertificate[],
): readonly CertificateRemark[] {
  if (documentHash === null) return [];
  return others
    .filter((other) => other.documentHash === documentHash)
    .map((other) => {
      const params = { start: other.startDate, end: other.endDate };
      return attention(other.employeeId === employeeId ? 'sameDocument' : 'sameDocumentOtherWorker', { params, certificateId: other.id });
    });
}

type Typed = AdvisedCertificate & { readonly certifType: CertificateType };

/** Remarks on a day without certificate: it must be one day, the first of an incapacity, and within the quota of the year. */
function exemptionRemarks(
  certificate: Typed,
  history: readonly KnownCertificate[],
  count: NoCertificateCount,
): readonly CertificateRemark[] {
  const { source, used, quota, year } = count;
  if (quota === 0) return [attention('noExemption', { source })];
  const follows = earlierIncapacities(certificate.startDate, history).some(
    (row) => isCertified(row) && row.endDate >= addDays(certificate.startDate, -1),
  );
  const remarks: CertificateRemark[] = [];
  if (used >= quota) remarks.push(attention('quotaExceeded', { params: { used, quota, year }, source }));
  else if (used + 1 === quota) remarks.push(info('quotaLast', { params: { quota, year }, source }));
  if (certificate.endDate > certificate.startDate || follows) remarks.push(attention('exemptionFirstDay', { source }));
  if (certificate.entryType === 'MEDICAL_CERTIFICATE') remarks.push(attention('exemptionWithCertificate', { source }));
  return remarks;
}

/** Whether the certificate came in time (`receivedOn`), or until when it may come. */
function termRemarks(
  certificate: Typed,
  history: readonly KnownCertificate[],
  { certificateTermDays }: CertificateCompany,
  today: CalendarDay,
): readonly CertificateRemark[] {
  if (!isIncapacity(certificate.incapacityReason)) return [];
  const rule = findRule(CERTIFICATE_TERM_WORKING_DAYS, certificate.startDate);
  const deadline = certificateDeadline(certificate.startDate, certificateTermDays);
  const details = { params: { deadline, days: certificateTermDays ?? rule?.value ?? 0 }, source: rule?.source ?? null };
  if (certificate.entryType === 'MEDICAL_CERTIFICATE')
    return certificate.receivedOn > deadline ? [attention('certificateLate', details)] : [];
  if (history.some((row) => isCertified(row) && sharedDays(row, certificate))) return [];
  return [today > deadline ? attention('certificateOverdue', details) : info('certificateDue', details)];
}
