import { departureRule } from '@checkwell/domain/people/rules';
import { useGqlChange } from '../../lib/api/query.ts';
import { today } from '../../lib/browser/time.ts';
import { applyServerIssues, useZodForm } from '../../lib/forms/form.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FormStack } from '../../ui/controls/Field.tsx';
import { FormDatePicker } from '../../ui/forms/FormControls.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { type EmployeeRowFragment, SetEmployeeDepartureDocument } from './employees.gql.ts';

const FORM = 'departure';

/** Asks for an employee's last day of work, or takes back the one that is known. */
export function DepartureDialog({ employee, onClose }: { readonly employee: EmployeeRowFragment; readonly onClose: () => void }) {
  const t = useTranslations('employees', 'employeeFields');
  const form = useZodForm(departureRule, { defaultValues: { leftAt: employee.leftAt ?? today() } });
  const save = useGqlChange(SetEmployeeDepartureDocument, {
    topics: ['employee'],
    success: t('common:saved'),
    onSuccess: onClose,
    onError: (error) => !applyServerIssues(form, error),
  });
  const send = (leftAt: string | null) => save.mutate({ id: employee.id, version: employee.version, leftAt });
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!save.isPending}
      unsaved={form.formState.isDirty}
      title={t('departure.title', { name: `${employee.employeeFirstName} ${employee.employeeLastName}` })}
      footer={
        <>
          {employee.leftAt !== null && (
            <Button disabled={save.isPending} onClick={() => send(null)}>
              {t('departure.undo')}
            </Button>
          )}
          <Button onClick={onClose} disabled={save.isPending}>
            {t('common:cancel')}
          </Button>
          <Button variant="primary" type="submit" form={FORM} loading={save.isPending}>
            {t('common:save')}
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate onSubmit={(event) => void form.handleSubmit(({ leftAt }) => send(leftAt))(event)}>
        <FormStack>
          <p>{t('departure.text')}</p>
          <FormDatePicker form={form} name="leftAt" label={t('employeeFields:leftAt')} required />
        </FormStack>
      </form>
    </Dialog>
  );
}
