import type { ErrorCode } from '@checkwell/domain/errors';
import { newSuperiorOfRule } from '@checkwell/domain/people/rules';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { ApiError } from '../../lib/api/api-error.ts';
import { errorText } from '../../lib/api/errors.ts';
import { useGqlChange } from '../../lib/api/query.ts';
import { notify } from '../../lib/browser/toast.ts';
import { applyServerIssues, useZodForm } from '../../lib/forms/form.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { type SuperiorName, superiorName } from '../../lib/records/superiors.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { SuperiorBox } from '../../ui/forms/SuperiorBox.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { FormDialog } from '../../ui/overlays/FormDialog.tsx';
import { nameOf } from './employee-values.ts';
import { type EmployeeRowFragment, SetEmployeesSuperiorDocument, type SetEmployeesSuperiorMutation } from './employees.gql.ts';

type Outcome = SetEmployeesSuperiorMutation['setEmployeesSuperior'];

interface SuperiorDialogProps {
  readonly companyId: string;
  /** At most `MAX_EMPLOYEES_AT_ONCE`. */
  readonly employees: readonly EmployeeRowFragment[];
  /** Called with the employees who have the new superior. */
  readonly onChanged: (employees: readonly EmployeeRowFragment[]) => void;
  readonly onClose: () => void;
}

/** Gives the selected employees another superior, and lists those who could not be changed, with the reason. */
export function SuperiorDialog({ companyId, employees: ticked, onChanged, onClose }: SuperiorDialogProps) {
  const t = useTranslations('employees', 'employeeFields');
  // The selection when the dialog was opened: later changes to it do not change the dialog.
  const [employees] = useState(ticked);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [superior, setSuperior] = useState<SuperiorName | null>(null);
  const form = useZodForm(newSuperiorOfRule, { defaultValues: { superiorId: '' } });
  const done = ({ changed }: Outcome): string =>
    t('superiorOf.changed', { count: changed.length, name: superior ? superiorName(superior) : '' });
  const save = useGqlChange(SetEmployeesSuperiorDocument, {
    topics: ['employee'],
    onSuccess: ({ setEmployeesSuperior: result }) => {
      onChanged(employees.filter(({ id }) => result.changed.includes(id)));
      if (result.refused.length > 0) return setOutcome(result);
      notify('success', done(result));
      onClose();
    },
    onError: (error) => !applyServerIssues(form, error),
  });
  if (outcome) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={t('superiorOf.title', { count: employees.length })}
        footer={
          <Button variant="primary" onClick={onClose}>
            {t('common:close')}
          </Button>
        }
      >
        {outcome.changed.length > 0 && <p className="mb-3">{done(outcome)}</p>}
        <Alert live tone="warning" title={t('superiorOf.refused', { count: outcome.refused.length })}>
          <ul className="flex flex-col gap-1">
            {outcome.refused.map(({ employeeId, code }) => (
              <li key={employeeId}>
                <span className="font-medium">{employees.filter(({ id }) => id === employeeId).map(nameOf)}</span>:{' '}
                {errorText(new ApiError(code as ErrorCode, { status: 0 }))}
              </li>
            ))}
          </ul>
        </Alert>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={t('superiorOf.title', { count: employees.length })}
      submitLabel={t('common:save')}
      busy={save.isPending}
      unsaved={form.formState.isDirty}
      onSubmit={form.handleSubmit(({ superiorId }) =>
        save.mutate({ companyId, superiorId, employees: employees.map(({ id, version }) => ({ id, version })) }),
      )}
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="superiorId"
        render={({ field: { onChange, onBlur } }) => (
          <Field label={t('employeeFields:superiorFullName')} required hint={t('superiorOf.hint')} error={form.error('superiorId')}>
            <SuperiorBox
              companyId={companyId}
              saysNone
              value={superior}
              onBlur={onBlur}
              onChange={(chosen) => {
                setSuperior(chosen);
                onChange(chosen?.id ?? '');
              }}
            />
          </Field>
        )}
      />
    </FormDialog>
  );
}
