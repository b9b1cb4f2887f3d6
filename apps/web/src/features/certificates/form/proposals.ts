import type { CertificateInput } from '@checkwell/domain/certificate/rules';
import type { ProposalMarks as Marks } from '../../../lib/forms/proposals.ts';

/** Fields that may be filled in from something that was read, such as the document of the certificate; each as it is while nobody has. */
export const PROPOSABLE = {
  employeeId: null,
  startDate: '',
  endDate: '',
  authorizedExit: undefined,
  incapacityReason: '',
  certifType: '',
  doctorName: '',
} as const satisfies { readonly [Field in keyof CertificateInput]?: CertificateInput[Field] | undefined | '' };
export type ProposableField = keyof typeof PROPOSABLE;

/** Where each proposed value came from, by field: the id of the document that was read. */
export type ProposalMarks = Marks<ProposableField>;
