import { ProposedMark } from '../../../ui/forms/ProposedMark.tsx';
import type { ProposableField } from './certificate-proposals.ts';
import type { CertificateProposals } from './use-certificate-proposals.ts';

/** The mark under a field whose value was read from the document, for the `hint` of a `Field`; false for any other field. */
export function certificateProposedMark(proposals: CertificateProposals, field: ProposableField, label: string) {
  return proposals.isProposed(field) && <ProposedMark label={label} onDismiss={() => proposals.dismiss(field)} />;
}
