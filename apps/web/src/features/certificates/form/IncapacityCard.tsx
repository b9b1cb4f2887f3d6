import { INCAPACITY_TYPES } from '@checkwell/domain/certificate/enums';
import { Controller, useWatch } from 'react-hook-form';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Card } from '../../../ui/content/Card.tsx';
import { Field, FormRow, FormStack } from '../../../ui/controls/Field.tsx';
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx';
import { Select } from '../../../ui/controls/Select.tsx';
import { TextInput } from '../../../ui/controls/TextInput.tsx';
import { FormDatePicker } from '../../../ui/forms/FormControls.tsx';
import type { AdviceFieldsFragment } from '../certificates.gql.ts';
import { certificateProposedMark } from './CertificateProposedMark.tsx';
import { CertifTypeField } from './CertifTypeField.tsx';
import type { FormParts } from './form-types.ts';

interface IncapacityCardProps extends FormParts {
  readonly suggestion: AdviceFieldsFragment['suggestion'] | null;
}

/** Period, kind and certificate of the incapacity, and whether the worker may leave home. */
export function IncapacityCard({ suggestion, ...parts }: IncapacityCardProps) {
  const t = useTranslations('certificates', 'certificateFields');
  const enums = useTranslations('enums');
  const { form, proposals } = parts;
  const startDate = useWatch({ control: form.control, name: 'startDate' });
  return (
    <Card title={t('form.incapacity')}>
      <FormStack>
        <FormRow>
          {(['startDate', 'endDate'] as const).map((name) => (
            <FormDatePicker
              key={name}
              form={form}
              name={name}
              label={t(`certificateFields:${name}`)}
              required
              hint={certificateProposedMark(proposals, name, t(`certificateFields:${name}`))}
              min={name === 'endDate' ? startDate || undefined : undefined}
            />
          ))}
        </FormRow>
        <FormRow>
          <Field
            label={t('certificateFields:incapacityReason')}
            required
            error={form.error('incapacityReason')}
            hint={certificateProposedMark(proposals, 'incapacityReason', t('certificateFields:incapacityReason'))}
          >
            <Select
              {...form.register('incapacityReason')}
              placeholder={t('common:select.placeholder')}
              options={INCAPACITY_TYPES.map((value) => ({ value, label: enums(`incapacityType.${value}`) }))}
            />
          </Field>
          <CertifTypeField {...parts} suggestion={suggestion} />
        </FormRow>
        <Controller
          control={form.control}
          name="authorizedExit"
          render={({ field }) => (
            <RadioGroup
              ref={field.ref}
              // A question, unlike the label of the field on pages and in files.
              legend={t('form.exitQuestion')}
              required
              columns={2}
              error={form.error('authorizedExit')}
              hint={certificateProposedMark(proposals, 'authorizedExit', t('certificateFields:authorizedExit'))}
              value={field.value === undefined ? '' : field.value ? 'yes' : 'no'}
              onChange={(answer) => field.onChange(answer === 'yes')}
              onBlur={field.onBlur}
              options={[
                { value: 'yes', label: t('common:yes') },
                { value: 'no', label: t('common:no') },
              ]}
            />
          )}
        />
        <Field
          label={t('certificateFields:doctorName')}
          optional
          error={form.error('doctorName')}
          hint={certificateProposedMark(proposals, 'doctorName', t('certificateFields:doctorName'))}
        >
          <TextInput {...form.register('doctorName')} />
        </Field>
      </FormStack>
    </Card>
  );
}
