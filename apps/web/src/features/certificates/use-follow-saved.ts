import { useEffect, useState } from 'react';
import type { ConflictField } from './ConflictAlert.tsx';
import { type CertificateDraft, mergeChanges, valuesOf } from './certificate-values.ts';
import type { CertificateFieldsFragment } from './certificates.gql.ts';
import type { CertificateFormControls } from './form-types.ts';
import type { FormExtras } from './use-form-extras.ts';

interface Parts {
  readonly form: CertificateFormControls;
  readonly extras: FormExtras;
  readonly changeExtras: (values: Partial<FormExtras>) => void;
}

/**
 * Somebody else saved the certificate while the form was open, or since its draft was kept: fields that were not typed in
 * follow, what was typed stays, and the form stands on the new state.
 * @returns whether that happened, the fields that both changed, and how to take over the other's value of one
 */
export function useFollowSaved(saved: CertificateFieldsFragment | null, { form, extras, changeExtras }: Parts) {
  const [changed, setChanged] = useState(false);
  const [fields, setFields] = useState<readonly ConflictField[]>([]);
  const { getValues, setValue } = form;
  const { base } = extras;
  const newer = saved && base && saved.version !== base.version ? saved : null;
  const take = (from: CertificateFieldsFragment, names: readonly ConflictField[]): void => {
    const values = valuesOf(from);
    for (const name of names) setValue(name, values[name] as never, { shouldDirty: true });
    changeExtras({
      base: { version: from.version, values },
      ...(names.includes('documentId') && { document: from.document }),
      ...(names.includes('superiorId') && { superior: from.superior }),
      ...(names.includes('certifType') && { typeChosen: true }),
    });
  };
  useEffect(() => {
    if (!newer || !base) return;
    const { follow, conflicts } = mergeChanges<CertificateDraft>(base.values, valuesOf(newer), getValues() as CertificateDraft);
    take(newer, Object.keys(follow) as ConflictField[]);
    setFields((old) => [...new Set([...old, ...conflicts])]);
    setChanged(true);
  });
  return {
    changed,
    fields,
    take: (field: ConflictField) => {
      if (saved) take(saved, [field]);
      setFields((old) => old.filter((name) => name !== field));
    },
  };
}
