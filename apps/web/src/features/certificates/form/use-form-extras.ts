import { useState } from 'react';
import type { StoredDocument } from '../../../lib/api/documents.ts';
import { clearDraft, type DraftKey, readDraft, writeDraft } from '../../../lib/forms/draft.ts';
import type { CertificateSuperiorFragment } from '../certificates.gql.ts';
import type { ConflictField } from './CertificateConflict.tsx';
import type { CertificateProposalMarks } from './certificate-proposals.ts';
import type { CertificateDraft } from './certificate-values.ts';

export type DocumentShown = Pick<StoredDocument, 'id' | 'fileName' | 'mediaType' | 'byteSize' | 'url'>;

/** State of the form besides its fields. The draft keeps it, so that a reload shows the same form. */
export interface FormExtras {
  /** The document of `documentId`, so that the user sees the file that is saved. */
  readonly document: DocumentShown | null;
  /** The superior of `superiorId`. */
  readonly superior: CertificateSuperiorFragment | null;
  readonly marks: CertificateProposalMarks;
  /** Whether the user chose the type of certificate; until then it follows the suggestion. */
  readonly typeChosen: boolean;
  /** Somebody else saved the certificate while the form was open, or since its draft was kept. */
  readonly changedMeanwhile: boolean;
  /** Fields that both people changed, for which the user has not chosen a value yet. */
  readonly conflicts: readonly ConflictField[];
  /** Somebody else saved the employee while it was being changed in the form. */
  readonly workerChanged: boolean;
  /** The saved version and values that the form is based on. */
  readonly base: { readonly version: number; readonly values: CertificateDraft } | null;
}

/** @param initial the state when there is no draft */
export function useFormExtras(
  draftKey: DraftKey,
  initial: FormExtras,
): { extras: FormExtras; change: (values: Partial<FormExtras>) => void; clear: () => void } {
  const key = { ...draftKey, form: `${draftKey.form}-extras` };
  const [extras, setExtras] = useState<FormExtras>(() => ({ ...initial, ...readDraft(key, (raw) => raw as Partial<FormExtras>) }));
  return {
    extras,
    change: (values) =>
      setExtras((old) => {
        const next = { ...old, ...values };
        writeDraft(key, next);
        return next;
      }),
    clear: () => {
      clearDraft(key);
      setExtras(initial);
    },
  };
}
