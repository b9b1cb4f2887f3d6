import { TEXT } from '@checkwell/domain/constants';
import { type CompanyInput, companyInputOf, companyRule } from '@checkwell/domain/people/company';
import { useEffect } from 'react';
import { useFormat } from '../../lib/format.ts';
import { languages } from '../../lib/i18n.ts';
import { useGqlChange } from '../../lib/query.ts';
import { useWords } from '../../lib/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Field, FieldSet, FormActions, FormRow, FormStack } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { EmailInput, PhoneInput, TextInput } from '../../ui/TextInput.tsx';
import { ChangedAlert } from './ChangedAlert.tsx';
import { type CompanyFieldsFragment, UpdateCompanyDocument } from './company.gql.ts';
import type { FormState } from './form-state.ts';
import { useSavedForm } from './use-saved-form.ts';

interface CompanyCardProps {
  readonly company: CompanyFieldsFragment;
  readonly onState: (state: FormState) => void;
}

/** Name and number of the company, and whom its invoices go to (specification, section 3, Invoicing). */
export function CompanyCard({ company, onState }: CompanyCardProps) {
  const t = useWords('settings');
  const enums = useWords('enums');
  const format = useFormat();
  const { form, changed, take, settle, explain, discard } = useSavedForm(companyRule, {
    name: `company-${company.id}`,
    saved: companyInputOf(company),
    version: company.version,
    topic: 'company',
  });
  const { isDirty } = form.formState;
  useEffect(() => onState({ isDirty, discard }));
  const save = useGqlChange(UpdateCompanyDocument, {
    topics: ['company'],
    success: t('common:saved'),
    onSuccess: ({ updateCompany }) => settle(companyInputOf(updateCompany), updateCompany.version),
    onError: explain,
  });
  const submit = form.handleSubmit((input) => save.mutate({ id: company.id, version: company.version, input }));
  const describe = (field: keyof CompanyInput) => {
    if (field === 'language') return { label: t('company.language'), value: enums(`interfaceLanguage.${company.language}`) };
    if (field === 'checkPrice') return { label: t('company.checkPrice'), value: format.money(company.checkPrice) };
    return { label: t(`company.${field}`), value: company[field] ?? '' };
  };
  return (
    <Card title={t('company.details')} hint={t('company.hint')}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <FormStack>
          {changed && <ChangedAlert {...changed} describe={describe} onTake={take} />}
          <FormRow>
            <Field label={t('company.name')} required error={form.error('name')}>
              <TextInput {...form.register('name')} maxLength={TEXT.name} autoComplete="organization" />
            </Field>
            <Field label={t('company.companyNumber')} required hint={t('company.companyNumberHint')} error={form.error('companyNumber')}>
              <TextInput {...form.register('companyNumber')} maxLength={TEXT.code} autoComplete="off" />
            </Field>
          </FormRow>
          <Field label={t('company.companyAddress')} required error={form.error('companyAddress')}>
            <TextInput {...form.register('companyAddress')} maxLength={TEXT.address} autoComplete="off" />
          </Field>
          <FormRow>
            <Field label={t('company.language')} required error={form.error('language')}>
              <Select
                {...form.register('language')}
                options={[...new Set([...languages, company.language])].map((value) => ({
                  value,
                  label: enums(`interfaceLanguage.${value}`),
                }))}
              />
            </Field>
            <DescriptionList
              columns={1}
              items={[
                {
                  label: t('company.checkPrice'),
                  value: (
                    <>
                      <span className="font-medium">{t('company.checkPriceValue', { price: format.money(company.checkPrice) })}</span>
                      <span className="block text-2xs text-muted">{t('company.checkPriceHint')}</span>
                    </>
                  ),
                },
              ]}
            />
          </FormRow>
          <FieldSet legend={t('company.invoicing')} optional>
            <FormStack>
              <FormRow>
                <Field label={t('company.invoicingFirstName')} error={form.error('invoicingFirstName')}>
                  <TextInput {...form.register('invoicingFirstName')} maxLength={TEXT.name} autoComplete="off" />
                </Field>
                <Field label={t('company.invoicingLastName')} error={form.error('invoicingLastName')}>
                  <TextInput {...form.register('invoicingLastName')} maxLength={TEXT.name} autoComplete="off" />
                </Field>
              </FormRow>
              <FormRow>
                <Field label={t('company.invoicingEmail')} error={form.error('invoicingEmail')}>
                  <EmailInput
                    {...form.register('invoicingEmail', { setValueAs: (text: string | null) => text || null })}
                    autoComplete="off"
                  />
                </Field>
                <Field label={t('company.invoicingPhoneNumber')} error={form.error('invoicingPhoneNumber')}>
                  <PhoneInput {...form.register('invoicingPhoneNumber')} autoComplete="off" />
                </Field>
              </FormRow>
            </FormStack>
          </FieldSet>
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
