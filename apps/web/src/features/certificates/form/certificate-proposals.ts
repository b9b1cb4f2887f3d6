import type { CertificateInput } from '@checkwell/domain/certificate/rules';
import type { ProposalMarks } from '../../../lib/forms/proposals.ts';

/** Fields that may be filled in from the document of a certificate, each with its empty value. */
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
export type CertificateProposalMarks = ProposalMarks<ProposableField>;
