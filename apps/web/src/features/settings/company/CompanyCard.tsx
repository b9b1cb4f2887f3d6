import { type CompanyInput, companyRule } from '@checkwell/domain/people/company';
import { useEffect } from 'react';
import { useGqlChange } from '../../../lib/api/query.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { Card } from '../../../ui/content/Card.tsx';
import { DescriptionList } from '../../../ui/content/DescriptionList.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { FormActions, FormStack } from '../../../ui/controls/Field.tsx';
import { ConflictAlert } from '../../../ui/forms/ConflictAlert.tsx';
import type { FormState } from '../form-state.ts';
import { useSavedForm } from '../use-saved-form.ts';
import { CompanyFields } from './CompanyFields.tsx';
import { type CompanyFieldsFragment, UpdateCompanyDocument } from './company.gql.ts';
import { companyValues } from './company-values.ts';

interface CompanyCardProps {
  readonly company: CompanyFieldsFragment;
  readonly onState: (state: FormState) => void;
}

/** Name and number of the company, and whom its invoices go to (specification, section 3, Invoicing). */
export function CompanyCard({ company, onState }: CompanyCardProps) {
  const t = useTranslations('settings', 'companyFields');
  const enums = useTranslations('enums');
  const format = useFormat();
  const saved = companyValues(company);
  const { form, changed, take, settle, explain, discard } = useSavedForm(companyRule, {
    name: 'company',
    companyId: company.id,
    saved,
    version: company.version,
    topic: 'company',
  });
  const { isDirty } = form.formState;
  useEffect(() => onState({ isDirty, discard }));
  const save = useGqlChange(UpdateCompanyDocument, {
    topics: ['company'],
    success: t('common:saved'),
    onSuccess: ({ updateCompany }) => settle(companyValues(updateCompany), updateCompany.version),
    onError: explain,
  });
  const submit = form.handleSubmit((input) => save.mutate({ id: company.id, version: company.version, input }));
  const describe = (field: keyof CompanyInput) => {
    if (field === 'language') return { label: t('companyFields:language'), value: enums(`interfaceLanguage.${company.language}`) };
    if (field === 'checkPrice') return { label: t('companyFields:checkPrice'), value: format.money(company.checkPrice) };
    return { label: t(`companyFields:${field}`), value: saved[field] ?? '' };
  };
  return (
    <Card title={t('company.details')} hint={t('company.hint')}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <FormStack>
          {company.invoicingEmail === null && <Alert tone="warning">{t('company.noInvoicingEmail')}</Alert>}
          {changed && <ConflictAlert title={t('changed.title')} {...changed} describe={describe} onTake={take} />}
          <CompanyFields
            form={form}
            saved={company.language}
            price={
              <DescriptionList
                columns={1}
                items={[
                  {
                    label: t('companyFields:checkPrice'),
                    value: (
                      <>
                        <span className="font-medium">{t('company.checkPriceValue', { price: format.money(company.checkPrice) })}</span>
                        <span className="block text-2xs text-muted">{t('company.checkPriceHint')}</span>
                      </>
                    ),
                  },
                ]}
              />
            }
          />
          <FormActions>
            <Button type="submit" variant="primary" loading={save.isPending}>
              {t('common:save')}
            </Button>
          </FormActions>
        </FormStack>
      </form>
    </Card>
  );
}
