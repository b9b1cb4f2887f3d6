import type { CertificateInput } from '@checkwell/domain/certificate/rules';
import type { ZodForm } from '../../../lib/forms/form.ts';
import { type Proposals as FormProposals, useProposals as useFormProposals } from '../../../lib/forms/use-proposals.ts';
import { PROPOSABLE, type ProposableField, type ProposalMarks } from './proposals.ts';

/** Values that were read from somewhere and wait for the user's confirmation. */
export type Proposals = FormProposals<ProposableField>;

/** Proposals for the form of a certificate. @param initial marks that a draft kept @param onMarks is called with each change, to keep them */
export const useProposals = (
  form: ZodForm<CertificateInput, CertificateInput>,
  initial?: ProposalMarks,
  onMarks?: (marks: ProposalMarks) => void,
): Proposals => useFormProposals<CertificateInput, CertificateInput, ProposableField>(form, PROPOSABLE, initial, onMarks);
