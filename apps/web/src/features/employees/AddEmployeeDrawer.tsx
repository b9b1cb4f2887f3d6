import { employeeRule } from '@checkwell/domain/people/rules';
import { useGqlChange } from '../../lib/api/query.ts';
import { draftKey, useDraft } from '../../lib/forms/draft.ts';
import { applyServerIssues, useZodForm } from '../../lib/forms/form.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useSuperior } from '../../lib/session/profile.ts';
import type { ViewerCompany } from '../../lib/session/viewer.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Drawer } from '../../ui/overlays/Dialog.tsx';
import { EmployeeFormFields } from './EmployeeFormFields.tsx';
import { inputOf, newEmployee } from './employee-values.ts';
import { CreateEmployeeDocument } from './employees.gql.ts';

const FORM = 'add-employee';

/** Kept while the drawer is closed by accident or the session ends; never the national register number. */
const KEPT = [
  'employeeMatricule',
  'employeeFirstName',
  'employeeLastName',
  'employeeLanguage',
  'employeeGender',
  'employeePhoneNumber',
  'employeeAddress',
  'function',
  'subEmployee',
] as const;

/** A new employee of the company. */
export function AddEmployeeDrawer({ company, onClose }: { readonly company: ViewerCompany; readonly onClose: () => void }) {
  const t = useTranslations('employees');
  const own = useSuperior();
  const ownSuperior =
    company.superiorId !== null && own
      ? { id: company.superiorId, superiorFullName: `${own.firstName} ${own.lastName}`, email: own.email }
      : null;
  const form = useZodForm(employeeRule, { defaultValues: newEmployee(ownSuperior?.id ?? null) });
  const draft = useDraft(draftKey({ form: 'employee-new', companyId: company.id }), form, KEPT);
  const add = useGqlChange(CreateEmployeeDocument, {
    topics: ['employee'],
    success: t('form.added'),
    onSuccess: () => {
      draft.clear();
      onClose();
    },
    onError: (error) => !applyServerIssues(form, error),
  });
  const submit = form.handleSubmit((input) => add.mutate({ companyId: company.id, input: inputOf(input, false) }));
  const handleCancel = () => {
    draft.clear();
    onClose();
  };
  return (
    <Drawer
      open
      onClose={onClose}
      dismissable={!add.isPending}
      title={t('form.add')}
      footer={
        <>
          <Button onClick={handleCancel} disabled={add.isPending}>
            {t('common:cancel')}
          </Button>
          <Button variant="primary" type="submit" form={FORM} loading={add.isPending}>
            {t('form.add')}
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        {draft.restored && <Alert tone="info">{t('common:restored')}</Alert>}
        <EmployeeFormFields
          form={form}
          companyId={company.id}
          superior={ownSuperior}
          maskedNumber={null}
          removesNumber={false}
          onRemovesNumber={() => undefined}
        />
      </form>
    </Drawer>
  );
}
