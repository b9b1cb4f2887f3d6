import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CertificateInput } from '@checkwell/domain/certificate/rules';
import type { Fixtures } from './fixtures.ts';

/** A certificate as HR enters it: for the first employee of the first company, without a document. */
export const certificateInput = (
  { a }: Fixtures,
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

const { resolve } = createRequire(import.meta.url);

/** A document of `packages/reading/fixtures`, as somebody uploads it. */
export const certificateFixture = (name: string): Buffer => readFileSync(resolve(`@checkwell/reading/fixtures/${name}`));
