import type { CertificateInput } from '@checkwell/domain/certificate/rules';
import type { ZodForm } from '../../../lib/forms/form.ts';
import type { CertificateProposals } from './use-certificate-proposals.ts';
import type { FormExtras } from './use-form-extras.ts';

export type CertificateFormControls = ZodForm<CertificateInput, CertificateInput>;

/** The props of all parts of the form. */
export interface FormParts {
  readonly companyId: string;
  readonly form: CertificateFormControls;
  readonly extras: FormExtras;
  readonly changeExtras: (values: Partial<FormExtras>) => void;
  /** For values that were read from a document: `proposals.proposeValues(values, documentId)`. */
  readonly proposals: CertificateProposals;
}
