import type { CertificateInput } from '@checkwell/domain/certificate/rules';
import type { World } from './world.ts';

/** What HR enters of a certificate: of the first worker of the first company, without a document. */
export const certificateInput = (
  { a }: World,
  values: Pick<CertificateInput, 'startDate' | 'endDate'> & Partial<CertificateInput>,
): CertificateInput => ({
  employeeId: a.employees[0],
  superiorId: a.superiors[0],
  incapacityReason: 'Illness',
  entryType: 'MEDICAL_CERTIFICATE',
  certifType: 'FirstCertificate',
  authorizedExit: true,
  doctorName: '',
  documentId: null,
  ...values,
});
