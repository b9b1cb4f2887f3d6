import { employeeErasureRule } from '@checkwell/domain/person/erasure';
import { useQuery } from '@tanstack/react-query';
import { gqlQuery, useGqlChange } from '../../lib/api/query.ts';
import { applyServerIssues, useZodForm } from '../../lib/forms/form.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { QueryState } from '../../ui/content/QueryState.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Field, FormStack } from '../../ui/controls/Field.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Textarea } from '../../ui/controls/Textarea.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { nameOf } from './employee-values.ts';
import { EmployeeErasureDocument, type EmployeeRowFragment, EraseEmployeeDocument, type ErasureFactsFragment } from './employees.gql.ts';

const FORM = 'erase-employee';

/** Erases an employee: lists what is deleted and what stays and why, asks for a reason, and reports the result. */
export function EraseEmployeeDialog({ employee, onClose }: { readonly employee: EmployeeRowFragment; readonly onClose: () => void }) {
  const t = useTranslations('employees');
  const name = nameOf(employee);
  const form = useZodForm(employeeErasureRule, { defaultValues: { reason: '' } });
  const erase = useGqlChange(EraseEmployeeDocument, {
    topics: ['employee', 'certificate', 'check'],
    onError: (error: unknown) => !applyServerIssues(form, error),
  });
  const done = erase.data?.eraseEmployee;
  // After the erasure the employee cannot be loaded.
  const query = useQuery({
    ...gqlQuery({ document: EmployeeErasureDocument, variables: { id: employee.id }, topics: ['check', 'certificate'] }),
    enabled: !done && !erase.isPending,
  });
  const facts = done ?? query.data?.employeeErasure;
  const runs = !done && facts !== undefined && facts.runningChecks > 0;
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!erase.isPending}
      unsaved={!done && form.formState.isDirty}
      title={t('erasure.title', { name })}
      footer={
        <>
          <Button onClick={onClose} disabled={erase.isPending}>
            {t(done ? 'common:close' : 'common:cancel')}
          </Button>
          {!done && (
            <Button variant="danger" type="submit" form={FORM} loading={erase.isPending} disabled={facts === undefined || runs}>
              {t('erasure.erase')}
            </Button>
          )}
        </>
      }
    >
      <FormStack>
        {done ? (
          <Alert tone="success" live>
            {t(done.employeeStays ? 'erasure.donePartly' : 'erasure.done', { name })}
          </Alert>
        ) : (
          <p>{t('erasure.text')}</p>
        )}
        {runs && (
          <Alert tone="warning" title={t('erasure.running', { count: facts.runningChecks })}>
            <p>{t('erasure.runningText')}</p>
            <LinkButton to="/checks" search={{ q: employee.employeeMatricule }} size="sm">
              {t('erasure.toChecks')}
            </LinkButton>
          </Alert>
        )}
        {facts && !runs && <Facts facts={facts} employee={employee} isDone={done !== undefined} />}
        {!facts && <QueryState query={query} lines={6} />}
        {facts && !done && !runs && (
          <form
            id={FORM}
            noValidate
            onSubmit={(event) => void form.handleSubmit(({ reason }) => erase.mutate({ id: employee.id, reason }))(event)}
          >
            <Field label={t('erasure.reason')} hint={t('erasure.reasonHint')} required error={form.error('reason')}>
              <Textarea rows={2} {...form.register('reason')} />
            </Field>
          </form>
        )}
      </FormStack>
    </Dialog>
  );
}

interface FactsProps {
  readonly facts: ErasureFactsFragment;
  readonly employee: EmployeeRowFragment;
  readonly isDone: boolean;
}

function Facts({ facts: { checks, heldChecks, certificates, employeeStays }, employee, isDone }: FactsProps) {
  const t = useTranslations('employees');
  const goes = [
    ...(checks > 0 ? [t('erasure.checks', { count: checks })] : []),
    ...(certificates > 0 ? [t('erasure.certificates', { count: certificates })] : []),
    ...(employeeStays ? [] : [t('erasure.record')]),
  ];
  const stays = [
    ...(heldChecks > 0 ? [t('erasure.held', { count: heldChecks })] : []),
    ...(checks > 0 ? [t('erasure.figures'), t('erasure.invoices')] : []),
    t('erasure.accessLog'),
    t('erasure.backups'),
  ];
  return (
    <>
      <List title={t(isDone ? 'erasure.went' : 'erasure.goes')} items={goes.length > 0 ? goes : [t('erasure.nothing')]} />
      <List title={t('erasure.stays')} items={stays} />
      {heldChecks > 0 && (
        <LinkButton to="/reports" search={{ q: employee.employeeMatricule }} size="sm">
          {t('erasure.toReports')}
        </LinkButton>
      )}
    </>
  );
}

function List({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  return (
    <section>
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1 list-disc space-y-1 ps-5 text-sm">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  );
}
