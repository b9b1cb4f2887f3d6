import { useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue } from 'react-hook-form';
import { ApiError } from '../../lib/api/api-error.ts';
import { invalidate, type Topic } from '../../lib/api/query.ts';
import { clearDraft, draftKey, useDraft } from '../../lib/forms/draft.ts';
import { applyServerIssues, useZodForm, type ZodForm } from '../../lib/forms/form.ts';
import { mergeChanges } from '../../lib/forms/merge-changes.ts';
import type { Schema } from '../../lib/forms/schema.ts';

interface SavedFormOptions<Values> {
  /** Names the draft that survives a reload. */
  readonly name: string;
  /** The company whose state it is. */
  readonly companyId: string;
  /** The newest saved state; follows what others save. */
  readonly saved: Values;
  readonly version: number;
  /** The topic to load again when somebody else has saved first. */
  readonly topic: Topic;
}

export interface SavedForm<Values extends FieldValues, Output> {
  readonly form: ZodForm<Values, Output>;
  /** Somebody else saved while something was typed here: the fields that both changed. */
  readonly changed: { readonly conflicts: readonly (keyof Values & string)[] } | null;
  /** Takes over the other value of a field. */
  readonly take: (field: keyof Values & string) => void;
  /** To be called after the own save: the form is based on the saved values. */
  readonly settle: (saved: Values, version: number) => void;
  /** To be called after a failed save: shows errors at their fields. @returns false when no message is left to show */
  readonly explain: (error: Error) => boolean;
  /** Drops what was typed. */
  readonly discard: () => void;
}

/**
 * A form over saved values that others change too, such as the settings of a company. Fields without typed text take the new value, the
 * others stay, and fields that both changed are shown to choose from (lib/forms/merge-changes.ts).
 */
export function useSavedForm<Values extends FieldValues, Output extends FieldValues>(
  schema: Schema<Values, Output>,
  { name, companyId, saved, version, topic }: SavedFormOptions<Values>,
): SavedForm<Values, Output> {
  const form = useZodForm(schema, { defaultValues: saved });
  const { getValues, reset, setValue } = form;
  const base = useRef({ version, saved });
  const [changed, setChanged] = useState<{ readonly conflicts: readonly (keyof Values & string)[] } | null>(null);
  // A draft of another version would put old values over newer ones.
  const keyAt = (of: number) => draftKey({ form: `${name}-${of}`, companyId });
  const draft = useDraft(keyAt(version), form);

  useEffect(() => {
    const { version: known, saved: before } = base.current;
    if (version === known) return;
    base.current = { version, saved };
    const typed = getValues();
    const { follow, conflicts } = mergeChanges<Values>(before, saved, typed);
    const kept = (Object.keys(saved) as Path<Values>[]).filter((field) => !(field in follow) && typed[field] !== saved[field]);
    reset(saved, { keepErrors: true, keepFieldsRef: true });
    for (const field of kept) setValue(field, typed[field] as PathValue<Values, Path<Values>>, { shouldDirty: true });
    clearDraft(draftKey({ form: `${name}-${known}`, companyId }));
    if (kept.length > 0 && Object.keys(follow).length + conflicts.length > 0) {
      setChanged((old) => ({ conflicts: [...new Set([...(old?.conflicts ?? []), ...conflicts])] }));
    }
  }, [version, saved, name, companyId, getValues, reset, setValue]);

  return {
    form,
    changed,
    take: (field) => {
      setValue(field as Path<Values>, saved[field] as PathValue<Values, Path<Values>>, { shouldDirty: true, shouldValidate: true });
      setChanged((old) => old && { conflicts: old.conflicts.filter((other) => other !== field) });
    },
    settle: (values, newVersion) => {
      base.current = { version: newVersion, saved: values };
      reset(values, { keepFieldsRef: true });
      draft.clear();
      clearDraft(keyAt(newVersion));
      setChanged(null);
    },
    explain: (error) => {
      if (error instanceof ApiError && error.code === 'entity.changedMeanwhile') {
        setChanged((old) => old ?? { conflicts: [] });
        void invalidate(topic);
        return false;
      }
      return !applyServerIssues(form, error);
    },
    discard: () => {
      reset(base.current.saved, { keepFieldsRef: true });
      draft.clear();
      setChanged(null);
    },
  };
}
