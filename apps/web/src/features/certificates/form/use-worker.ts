import { type CertificateWorkerInput, workerErrors } from '@checkwell/domain/certificate/rules';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useLatest } from '../../../lib/browser/use-latest.ts';
import { mergeChanges } from '../../../lib/forms/merge-changes.ts';
import type { CertificateEmployeeFragment } from '../certificates.gql.ts';
import { certificateEmployeeQuery } from '../certificates.queries.ts';
import { newWorker, workerOf } from './certificate-values.ts';
import type { FormParts } from './form-types.ts';

export interface ChosenWorker {
  /** The employee as stored; null for a new employee, or while loading. */
  readonly stored: CertificateEmployeeFragment | null;
  readonly mode: 'none' | 'chosen' | 'changing' | 'new';
  /** The stored employee lacks a field that a certificate needs. */
  readonly incomplete: boolean;
  /** Somebody else saved the employee while it was being changed here. */
  readonly changedMeanwhile: boolean;
  choose(employee: CertificateEmployeeFragment | null): void;
  /** Chooses an employee by id, when nothing else is known. */
  chooseById(id: string): void;
  add(typed: string): void;
  /** Opens the employee's fields in the form. */
  change(): void;
  /** Drops the changes, or returns to the choice of an employee. */
  undo(): void;
  /** Loads the newest state of the employee. */
  reload(): Promise<unknown>;
}

/** The worker of the form: chosen, added, or changed in place; the form's `employeeId` and `employee` say which. */
export function useWorker({ form, extras, changeExtras }: Pick<FormParts, 'form' | 'extras' | 'changeExtras'>): ChosenWorker {
  const employeeId = useWatch({ control: form.control, name: 'employeeId' }) ?? null;
  const employee = useWatch({ control: form.control, name: 'employee' }) ?? null;
  const [chosen, setChosen] = useState<CertificateEmployeeFragment | null>(null);
  const query = useQuery({ ...certificateEmployeeQuery(employeeId ?? ''), enabled: employeeId !== null && employeeId !== '' });
  const stored = employeeId === null ? null : (query.data?.employee ?? (chosen?.id === employeeId ? chosen : null));
  const incomplete = stored !== null && workerErrors(stored).length > 0;
  const mode = employee ? (employeeId === null ? 'new' : 'changing') : employeeId === null ? 'none' : 'chosen';

  const { getValues, setValue, unregister, trigger } = form;
  const setWorker = (worker: unknown): void => {
    // The fields are gone, so they must not stay registered.
    unregister('employee', { keepDefaultValue: true });
    setValue('employee', worker as CertificateWorkerInput | null, { shouldDirty: true });
  };
  const open = (worker: CertificateEmployeeFragment): void => {
    setWorker(workerOf(worker));
    if (workerErrors(worker).length > 0) void trigger('employee');
  };
  // A certificate cannot be saved without the missing fields, so the form opens them at once.
  const missing = incomplete && mode === 'chosen' ? stored : null;
  const latestOpen = useLatest(open);
  useEffect(() => {
    if (missing) latestOpen.current(missing);
  }, [missing, latestOpen]);
  // The employee's own superior receives the report, unless the user chose somebody else.
  const superior = stored?.superior;
  const latestExtras = useLatest(changeExtras);
  useEffect(() => {
    if (!superior || getValues('superiorId')) return;
    setValue('superiorId', superior.id, { shouldDirty: true, shouldValidate: true });
    latestExtras.current({ superior });
  }, [superior, getValues, setValue, latestExtras]);
  // Somebody else saved the employee: fields without typed text take the new value, the others stay.
  const followed = useRef(stored);
  useEffect(() => {
    const before = followed.current;
    followed.current = stored;
    const typed = getValues('employee');
    if (!stored || !typed || typed.version === null || typed.version === stored.version) return;
    const after = workerOf(stored);
    const { follow } = mergeChanges(before?.id === stored.id ? workerOf(before) : after, after, typed);
    for (const [field, value] of Object.entries({ ...follow, version: stored.version }))
      setValue(`employee.${field as keyof CertificateWorkerInput}`, value, { shouldDirty: true });
    latestExtras.current({ workerChanged: true });
  }, [stored, getValues, setValue, latestExtras]);

  return {
    stored,
    mode,
    incomplete,
    changedMeanwhile: extras.workerChanged && mode === 'changing',
    choose(picked) {
      setChosen(picked);
      setWorker(null);
      setValue('employeeId', picked?.id ?? null, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    },
    chooseById(id) {
      setWorker(null);
      setValue('employeeId', id, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    },
    add(typed) {
      setValue('employeeId', null, { shouldDirty: true });
      form.clearErrors('employeeId');
      setWorker(newWorker(typed));
    },
    change() {
      changeExtras({ workerChanged: false });
      if (stored) open(stored);
    },
    undo() {
      changeExtras({ workerChanged: false });
      setWorker(null);
    },
    reload: () => query.refetch(),
  };
}
