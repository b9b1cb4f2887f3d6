import { useGqlChange } from '../../../lib/api/query.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Card } from '../../../ui/content/Card.tsx';
import { Checkbox } from '../../../ui/controls/Checkbox.tsx';
import { type CompanyFieldsFragment, RequireSecondStepDocument } from '../company/company.gql.ts';

/** Whether everyone of the company signs in with a second step; saved at once (docs/decisions/0018). */
export function SecondStepCard({ company }: { readonly company: CompanyFieldsFragment }) {
  const t = useTranslations('settings');
  const save = useGqlChange(RequireSecondStepDocument, { topics: ['company'], success: t('common:saved') });
  const { id, version } = company;
  // Shows the choice that is being saved; after a failure, the stored one.
  const required = save.isPending ? save.variables.required : company.secondStepRequired;
  return (
    <Card title={t('secondStep.title')}>
      <Checkbox
        role="switch"
        label={<span className="font-medium">{t('secondStep.label')}</span>}
        hint={t('secondStep.hint')}
        checked={required}
        disabled={save.isPending}
        onChange={(event) => save.mutate({ id, version, required: event.currentTarget.checked })}
      />
    </Card>
  );
}
