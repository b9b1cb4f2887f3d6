import { useEffect } from 'react';
import { mergeChanges } from '../../../lib/forms/merge-changes.ts';
import type { CertificateFieldsFragment } from '../certificates.gql.ts';
import type { ConflictField } from './CertificateConflict.tsx';
import { type CertificateDraft, valuesOf } from './certificate-values.ts';
import type { CertificateFormControls } from './form-types.ts';
import type { FormExtras } from './use-form-extras.ts';

interface Parts {
  readonly form: CertificateFormControls;
  readonly extras: FormExtras;
  readonly changeExtras: (values: Partial<FormExtras>) => void;
}

/**
 * Somebody else saved the certificate while the form was open, or since its draft was kept: fields that were not typed in
 * follow, what was typed stays, and the form is on the new state.
 * @returns whether that happened, the fields that both changed, and how to take over the other's value of one
 */
export function useFollowSaved(saved: CertificateFieldsFragment | null, { form, extras, changeExtras }: Parts) {
  const { getValues, setValue } = form;
  const { base } = extras;
  const newer = saved && base && saved.version !== base.version ? saved : null;
  const take = (from: CertificateFieldsFragment, names: readonly ConflictField[], conflicts: readonly ConflictField[]): void => {
    const values = valuesOf(from);
    // Name and value come from one record; the compiler sees a union of each.
    for (const name of names) setValue(name, values[name] as never, { shouldDirty: true });
    changeExtras({
      base: { version: from.version, values },
      changedMeanwhile: true,
      conflicts,
      ...(names.includes('documentId') && { document: from.document }),
      ...(names.includes('superiorId') && { superior: from.superior }),
      ...(names.includes('certifType') && { typeChosen: true }),
    });
  };
  useEffect(() => {
    if (!newer || !base) return;
    const { follow, conflicts } = mergeChanges<CertificateDraft>(base.values, valuesOf(newer), getValues() as CertificateDraft);
    take(newer, Object.keys(follow) as ConflictField[], [...new Set([...extras.conflicts, ...conflicts])]);
  });
  return {
    changed: extras.changedMeanwhile,
    fields: extras.conflicts,
    take: (field: ConflictField) => {
      const left = extras.conflicts.filter((name) => name !== field);
      if (saved) take(saved, [field], left);
      else changeExtras({ conflicts: left });
    },
  };
}
