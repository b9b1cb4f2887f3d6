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
 * Updates the form when somebody else saved the certificate while it was open, or since its draft was kept: fields without typed
 * text take the new value, the others keep what was typed.
 * @returns whether that happened, the fields that both changed, and a function that takes over the other value of a field
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
