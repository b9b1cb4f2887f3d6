import type { CertificateInput } from '@checkwell/domain/certificate/rules';
import type { ZodForm } from '../../../lib/forms/form.ts';
import { type Proposals, useProposals } from '../../../lib/forms/use-proposals.ts';
import { type CertificateProposalMarks, PROPOSABLE, type ProposableField } from './certificate-proposals.ts';

/** Values of a certificate that were read from a document and wait for the user's confirmation. */
export type CertificateProposals = Proposals<ProposableField>;

/** Proposals for the form of a certificate. @param initial marks that a draft kept @param onMarks called with the marks after each change */
export const useCertificateProposals = (
  form: ZodForm<CertificateInput, CertificateInput>,
  initial?: CertificateProposalMarks,
  onMarks?: (marks: CertificateProposalMarks) => void,
): CertificateProposals => useProposals<CertificateInput, CertificateInput, ProposableField>(form, PROPOSABLE, initial, onMarks);
