import { CERTIFICATE_TERM_WORKING_DAYS, NO_CERTIFICATE_DAYS } from '@checkwell/domain/law/absence-rules';
import { findRule } from '@checkwell/domain/law/dated';
import { workRulesRule } from '@checkwell/domain/people/work-rules';
import { useEffect, useState } from 'react';
import { Controller } from 'react-hook-form';
import { useGqlChange } from '../../../lib/api/query.ts';
import { today } from '../../../lib/browser/time.ts';
import { numberOf, numberOrNull } from '../../../lib/forms/numbers.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Card } from '../../../ui/content/Card.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { Checkbox } from '../../../ui/controls/Checkbox.tsx';
import { Field, FormActions, FormRow, FormStack } from '../../../ui/controls/Field.tsx';
import { TextInput } from '../../../ui/controls/TextInput.tsx';
import { ConflictAlert } from '../../../ui/forms/ConflictAlert.tsx';
import { LawLink } from '../../../ui/law/LawLink.tsx';
import type { FormState } from '../form-state.ts';
import { AvailabilityFields } from '../superiors/AvailabilityFields.tsx';
import { useSavedForm } from '../use-saved-form.ts';
import { type CompanyFieldsFragment, UpdateWorkRulesDocument } from './company.gql.ts';
import { workRuleValues } from './company-values.ts';

interface WorkRulesCardProps {
  readonly company: CompanyFieldsFragment;
  readonly onState: (state: FormState) => void;
}

/** What the company decides about absences, beside what the law says without it (domain.md 2.3 and 4.4). */
export function WorkRulesCard({ company, onState }: WorkRulesCardProps) {
  const t = useTranslations('settings', 'companyFields');
  const enums = useTranslations('enums');
  const format = useFormat();
  // One day for the rule and for the sentences beside the fields, also over midnight.
  const [day] = useState(today);
  const [rule] = useState(() => workRulesRule(day));
  const { form, changed, take, settle, explain, discard } = useSavedForm(rule, {
    name: 'work-rules',
    companyId: company.id,
    saved: workRuleValues(company),
    version: company.version,
    topic: 'company',
  });
  const { isDirty } = form.formState;
  useEffect(() => onState({ isDirty, discard }));
  const save = useGqlChange(UpdateWorkRulesDocument, {
    topics: ['company', 'certificate'],
    success: t('common:saved'),
    onSuccess: ({ updateWorkRules }) => settle(workRuleValues(updateWorkRules), updateWorkRules.version),
    onError: explain,
  });
  const submit = form.handleSubmit((input) => save.mutate({ id: company.id, version: company.version, input }));
  const describe = (field: keyof ReturnType<typeof workRuleValues>) => {
    const value = company[field];
    const label = field === 'staffCount' ? t('companyFields:staffCount') : t(`workRules.${field}`);
    if (field === 'availabilityBasis') return { label, value: company[field] ? enums(`availabilityBasis.${company[field]}`) : '' };
    if (typeof value === 'boolean') return { label, value: t(value ? 'common:yes' : 'common:no') };
    return { label, value: typeof value === 'number' ? format.number(value) : (value ?? '') };
  };
  const term = findRule(CERTIFICATE_TERM_WORKING_DAYS, day);
  const freeDays = findRule(NO_CERTIFICATE_DAYS, day);
  return (
    <Card title={t('workRules.title')} hint={t('workRules.hint')}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <FormStack className="gap-5!">
          {changed && <ConflictAlert title={t('changed.title')} {...changed} describe={describe} onTake={take} />}
          <FormRow>
            <Field label={t('companyFields:staffCount')} required hint={t('workRules.staffCountHint')} error={form.error('staffCount')}>
              <TextInput {...form.register('staffCount', { setValueAs: numberOf })} inputMode="numeric" autoComplete="off" />
            </Field>
            <Field
              label={t('workRules.certificateTermDays')}
              optional
              hint={
                term && (
                  <>
                    {t('workRules.certificateTermHint', { days: term.value })}
                    <LawLink source={term.source} className="block w-fit" />
                  </>
                )
              }
              error={form.error('certificateTermDays')}
            >
              <TextInput
                {...form.register('certificateTermDays', { setValueAs: numberOrNull })}
                inputMode="numeric"
                autoComplete="off"
                suffix={t('workRules.certificateTermUnit')}
              />
            </Field>
          </FormRow>
          {freeDays && (
            <Controller
              control={form.control}
              name="noCertificateOptOut"
              render={({ field: { value, onChange, ...field } }) => (
                <Checkbox
                  {...field}
                  label={t('workRules.noCertificateOptOut')}
                  hint={
                    <>
                      {t('workRules.noCertificateHint', { times: freeDays.value.daysPerYear, staff: freeDays.value.optOutBelowStaff })}
                      <LawLink source={freeDays.source} className="block w-fit" />
                    </>
                  }
                  checked={value}
                  onChange={(event) => onChange(event.currentTarget.checked)}
                  error={form.error('noCertificateOptOut')}
                />
              )}
            />
          )}
          <AvailabilityFields form={form} day={day} />
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
