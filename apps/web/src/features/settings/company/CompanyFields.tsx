import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { CompanyInput } from '@checkwell/domain/people/company';
import type { ReactNode } from 'react';
import { partOf, type ZodForm } from '../../../lib/forms/form.ts';
import { languages } from '../../../lib/i18n/i18n.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Field, FieldSet, FormRow, FormStack } from '../../../ui/controls/Field.tsx';
import { Select } from '../../../ui/controls/Select.tsx';
import { EmailInput, PhoneInput, TextInput } from '../../../ui/controls/TextInput.tsx';

interface CompanyFieldsProps<Input extends CompanyInput, Output> {
  readonly form: ZodForm<Input, Output>;
  /** The language that the company has: it stays a choice, whatever this installation offers. */
  readonly saved?: InterfaceLanguage;
  /** The field for the price of a check, which only the provider fills in. */
  readonly price: ReactNode;
  readonly columns?: 2 | 3;
}

/** Name, number and address of a company, and whom its invoices go to. */
export function CompanyFields<Input extends CompanyInput, Output>({
  form: whole,
  saved,
  price,
  columns = 2,
}: CompanyFieldsProps<Input, Output>) {
  const t = useTranslations('settings', 'companyFields');
  const enums = useTranslations('enums');
  const form: ZodForm<CompanyInput, unknown> = partOf(whole);
  return (
    <>
      <FormRow>
        <Field label={t('companyFields:name')} required error={form.error('name')}>
          <TextInput {...form.register('name')} autoComplete="organization" />
        </Field>
        <Field label={t('companyFields:companyNumber')} required hint={t('company.companyNumberHint')} error={form.error('companyNumber')}>
          <TextInput {...form.register('companyNumber')} autoComplete="off" />
        </Field>
      </FormRow>
      <Field label={t('companyFields:companyAddress')} required error={form.error('companyAddress')}>
        <TextInput {...form.register('companyAddress')} autoComplete="off" />
      </Field>
      <FormRow columns={columns}>
        <Field label={t('companyFields:language')} required error={form.error('language')}>
          <Select
            {...form.register('language')}
            placeholder={saved ? undefined : t('common:select.placeholder')}
            options={[...new Set([...languages, ...(saved ? [saved] : [])])].map((value) => ({
              value,
              label: enums(`interfaceLanguage.${value}`),
            }))}
          />
        </Field>
        {price}
      </FormRow>
      <FieldSet legend={t('company.invoicing')} optional>
        <FormStack>
          <FormRow>
            <Field label={t('companyFields:invoicingFirstName')} error={form.error('invoicingFirstName')}>
              <TextInput {...form.register('invoicingFirstName')} autoComplete="off" />
            </Field>
            <Field label={t('companyFields:invoicingLastName')} error={form.error('invoicingLastName')}>
              <TextInput {...form.register('invoicingLastName')} autoComplete="off" />
            </Field>
          </FormRow>
          <FormRow>
            <Field label={t('companyFields:invoicingEmail')} hint={t('company.invoicingEmailHint')} error={form.error('invoicingEmail')}>
              <EmailInput {...form.register('invoicingEmail', { setValueAs: (text: string | null) => text || null })} autoComplete="off" />
            </Field>
            <Field label={t('companyFields:invoicingPhoneNumber')} error={form.error('invoicingPhoneNumber')}>
              <PhoneInput {...form.register('invoicingPhoneNumber')} autoComplete="off" />
            </Field>
          </FormRow>
          <Field label={t('companyFields:purchaseOrder')} hint={t('company.purchaseOrderHint')} error={form.error('purchaseOrder')}>
            <TextInput {...form.register('purchaseOrder')} autoComplete="off" />
          </Field>
        </FormStack>
      </FieldSet>
    </>
  );
}
