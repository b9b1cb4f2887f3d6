import { addressParts } from '@checkwell/domain/invoice/invoice';
import { oneShotInvoicingStep } from '@checkwell/domain/one-shot/rules';
import { formatVat, normaliseVat, vatLooksRight } from '@checkwell/domain/people/numbers/vat';
import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useZodForm } from '../../../lib/forms/form.ts';
import { type StepProps, useChanges, useFieldErrors } from '../../../lib/forms/step-form.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Icon } from '../../../ui/content/Icon.tsx';
import { Field, FormRow } from '../../../ui/controls/Field.tsx';
import { EmailInput, PhoneInput, TextInput } from '../../../ui/controls/TextInput.tsx';
import { StepBody } from '../../../ui/forms/StepBody.tsx';
import { fieldsOn, type InvoicingValues } from './one-shot-draft.ts';
import { useCompany } from './use-company.ts';

/** A section of its own for autocompletion, so that a private address does not replace the company's. */
const COMPANY = 'section-company billing';

/** Third step: who pays and is notified of the result (specification, section 5). */
export function InvoicingStep({ values, fieldErrors, onChange, onNext }: StepProps<InvoicingValues>) {
  const t = useTranslations('oneShot');
  const form = useZodForm(oneShotInvoicingStep, { defaultValues: values });
  useChanges(form, onChange);
  useFieldErrors(form, fieldErrors, fieldsOn('invoicing'));
  const [vat, name, address] = useWatch({
    control: form.control,
    name: ['invoicingCompanyNumber', 'invoicingCompanyName', 'invoicingCompanyAddress'],
  });
  const company = useCompany({ invoicingCompanyNumber: vat, invoicingCompanyName: name, invoicingCompanyAddress: address }, (found) => {
    for (const field of ['invoicingCompanyName', 'invoicingCompanyAddress'] as const) {
      // Filling in the field removes the error that it is empty.
      const shouldValidate = form.error(field) !== undefined;
      if (found[field] !== undefined) form.setValue(field, found[field], { shouldValidate });
    }
  });
  const unusual = normaliseVat(vat) !== null && !vatLooksRight(vat);
  // Browsers autocomplete only the street when one field asks for the whole address.
  const [writing, setWriting] = useState(false);
  const streetOnly = !writing && address.trim() !== '' && addressParts(address).postcode === '';
  /** Writes a VAT number as the register does; any other text stays as typed. */
  const normalise = () => {
    const number = normaliseVat(form.getValues('invoicingCompanyNumber'));
    if (number !== null) form.setValue('invoicingCompanyNumber', formatVat(number));
  };
  return (
    <StepBody title={t('steps.invoicing')} onSubmit={form.handleSubmit(onNext)}>
      <FormRow>
        <Field
          label={t('invoicing.companyNumber')}
          required
          hint={unusual && <UnusualHint>{t('invoicing.unusual')}</UnusualHint>}
          error={form.error('invoicingCompanyNumber')}
        >
          <TextInput
            {...form.register('invoicingCompanyNumber', { onBlur: normalise })}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="BE 0123.456.749"
          />
        </Field>
        <Field
          label={t('invoicing.companyName')}
          hint={company && <span role="status">{t(`invoicing.from.${company.source}`)}</span>}
          required
          error={form.error('invoicingCompanyName')}
        >
          <TextInput {...form.register('invoicingCompanyName')} autoComplete={`${COMPANY} organization`} autoCapitalize="words" />
        </Field>
      </FormRow>
      <Field
        label={t('invoicing.companyAddress')}
        hint={streetOnly ? <UnusualHint>{t('invoicing.streetOnly')}</UnusualHint> : undefined}
        required
        error={form.error('invoicingCompanyAddress')}
      >
        <TextInput
          {...form.register('invoicingCompanyAddress', { onBlur: () => setWriting(false) })}
          onFocus={() => setWriting(true)}
          autoComplete={`${COMPANY} street-address`}
        />
      </Field>
      <FormRow>
        <Field label={t('invoicing.firstName')} required error={form.error('invoicingFirstName')}>
          <TextInput {...form.register('invoicingFirstName')} autoComplete="given-name" autoCapitalize="words" />
        </Field>
        <Field label={t('invoicing.lastName')} required error={form.error('invoicingLastName')}>
          <TextInput {...form.register('invoicingLastName')} autoComplete="family-name" autoCapitalize="words" />
        </Field>
      </FormRow>
      <FormRow>
        <Field label={t('invoicing.email')} hint={t('invoicing.emailHint')} required error={form.error('invoicingEmail')}>
          <EmailInput {...form.register('invoicingEmail')} autoComplete="email" />
        </Field>
        <Field label={t('invoicing.phoneNumber')} required error={form.error('invoicingPhoneNumber')}>
          <PhoneInput {...form.register('invoicingPhoneNumber')} autoComplete="tel" />
        </Field>
      </FormRow>
    </StepBody>
  );
}

/** A hint on an unusual value, which is still accepted. */
function UnusualHint({ children }: { readonly children: ReactNode }) {
  return (
    <span className="flex items-start gap-1 text-warning-fg" role="status">
      <Icon name="alert" size={13} className="mt-px" />
      <span>{children}</span>
    </span>
  );
}
