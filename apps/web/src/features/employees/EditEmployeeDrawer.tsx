import { employeeRule } from '@checkwell/domain/people/rules';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FieldPath } from 'react-hook-form';
import { ApiError } from '../../lib/api/api-error.ts';
import { useGqlChange } from '../../lib/api/query.ts';
import { applyServerIssues, useZodForm } from '../../lib/forms/form.ts';
import { mergeChanges } from '../../lib/forms/merge-changes.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useKnownTitle } from '../../lib/records/known-title.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { QueryState } from '../../ui/content/QueryState.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Drawer } from '../../ui/overlays/Dialog.tsx';
import { EmployeeFormFields } from './EmployeeFormFields.tsx';
import { type EmployeeValues, inputOf, valuesOf } from './employee-values.ts';
import { type EmployeeFieldsFragment, UpdateEmployeeDocument } from './employees.gql.ts';
import { employeeQuery } from './employees.queries.ts';

const FORM = 'edit-employee';

/** Changes an employee. */
export function EditEmployeeDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useTranslations('employees');
  const query = useQuery(employeeQuery(id));
  const employee = query.data?.employee;
  const known = useKnownTitle('employee', id, query);
  if (employee) return <EditForm employee={employee} onClose={onClose} onReload={() => query.refetch()} />;
  return (
    <Drawer
      open
      onClose={onClose}
      title={known === undefined ? t('form.edit') : t('common:labelled', { label: t('form.edit'), text: known })}
    >
      <QueryState query={query} lines={10} height="1.5rem" />
    </Drawer>
  );
}

interface EditFormProps {
  /** The newest state; follows what others save. */
  readonly employee: EmployeeFieldsFragment;
  readonly onClose: () => void;
  readonly onReload: () => Promise<unknown>;
}

function EditForm({ employee, onClose, onReload }: EditFormProps) {
  const t = useTranslations('employees');
  const form = useZodForm(employeeRule, { defaultValues: valuesOf(employee) });
  const [opened] = useState(employee.version);
  const followed = useRef(employee);
  const [removesNumber, setRemovesNumber] = useState(false);
  const { getValues, setValue } = form;
  // Somebody else saved the employee while the form was open: what was not typed in follows, what was typed stays.
  useEffect(() => {
    if (employee.version === followed.current.version) return;
    const { follow } = mergeChanges<EmployeeValues>(valuesOf(followed.current), valuesOf(employee), getValues() as EmployeeValues);
    followed.current = employee;
    for (const [field, value] of Object.entries(follow)) setValue(field as FieldPath<EmployeeValues>, value);
  }, [employee, getValues, setValue]);
  const save = useGqlChange(UpdateEmployeeDocument, {
    topics: ['employee', 'certificate', 'check'],
    success: t('common:saved'),
    onSuccess: onClose,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'entity.changedMeanwhile') {
        void onReload();
        return false;
      }
      return !applyServerIssues(form, error);
    },
  });
  const submit = form.handleSubmit((input) =>
    save.mutate({ id: employee.id, version: employee.version, input: inputOf(input, removesNumber) }),
  );
  return (
    <Drawer
      open
      onClose={onClose}
      dismissable={!save.isPending}
      unsaved={form.formState.isDirty}
      title={t('common:labelled', { label: t('form.edit'), text: `${employee.employeeFirstName} ${employee.employeeLastName}` })}
      footer={
        <>
          <Button onClick={onClose} disabled={save.isPending}>
            {t('common:cancel')}
          </Button>
          <Button variant="primary" type="submit" form={FORM} loading={save.isPending}>
            {t('common:save')}
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        {employee.version !== opened && !save.isPending && !save.isSuccess && (
          <Alert tone="warning" live title={t('common:conflict.employee')}>
            {t('common:conflict.text')}
          </Alert>
        )}
        <EmployeeFormFields
          form={form}
          companyId={employee.companyId}
          superior={employee.superior}
          maskedNumber={employee.workerNISS}
          removesNumber={removesNumber}
          onRemovesNumber={setRemovesNumber}
        />
      </form>
    </Drawer>
  );
}
