import { exceptionRule } from '@checkwell/domain/people/doctor-exceptions';
import type { ExceptionKind } from '@checkwell/domain/planning/exceptions';
import { Controller, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { useGqlChange } from '../../lib/api/query.ts';
import { today } from '../../lib/browser/time.ts';
import { applyServerIssues, useZodForm } from '../../lib/forms/form.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Card } from '../../ui/content/Card.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Checkbox } from '../../ui/controls/Checkbox.tsx';
import { Field, FormActions, FormStack } from '../../ui/controls/Field.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { TextInput } from '../../ui/controls/TextInput.tsx';
import { FormDatePicker, FormTimeField } from '../../ui/forms/FormControls.tsx';
import { HoursExceptions } from '../../ui/forms/HoursExceptions.tsx';
import { AddExceptionDocument, type OwnHoursFragment, RemoveExceptionDocument } from './missions.gql.ts';

/** The values as typed. */
interface ExceptionForm {
  readonly kind: ExceptionKind;
  readonly whole: boolean;
  readonly fromDay: string;
  readonly toDay: string;
  readonly fromTime: string;
  readonly toTime: string;
  readonly reason: string;
}

const NEW: ExceptionForm = { kind: 'Absent', whole: true, fromDay: '', toDay: '', fromTime: '', toTime: '', reason: '' };

/** Leaves out fields that the form does not ask for: other hours are of one day, whole days have no times. */
const exceptionFormRule = z.pipe(
  z.custom<ExceptionForm>(),
  z.pipe(
    z.transform(({ whole, ...typed }: ExceptionForm) => {
      const timeless = typed.kind === 'Absent' && whole;
      return {
        ...typed,
        toDay: typed.kind === 'Extra' ? typed.fromDay : typed.toDay,
        fromTime: timeless ? null : typed.fromTime,
        toTime: timeless ? null : typed.toTime,
      };
    }),
    exceptionRule,
  ),
);

/** Absences and other hours of the signed-in doctor, and the form to add one. */
export function Exceptions({ doctor }: { readonly doctor: OwnHoursFragment }) {
  const t = useTranslations('missions');
  const form = useZodForm(exceptionFormRule, { defaultValues: NEW });
  const kind = useWatch({ control: form.control, name: 'kind' });
  const whole = useWatch({ control: form.control, name: 'whole' });
  const isAbsence = kind === 'Absent';
  const add = useGqlChange(AddExceptionDocument, {
    topics: ['doctor', 'check'],
    success: t('exceptions.added'),
    onSuccess: () => form.reset({ ...NEW, kind }),
    onError: (error) => !applyServerIssues(form, error),
  });
  const remove = useGqlChange(RemoveExceptionDocument, { topics: ['doctor'], success: t('exceptions.removed') });
  const submit = form.handleSubmit((input) => add.mutate({ doctorId: doctor.id, input }));
  return (
    <Card title={t('exceptions.title')}>
      <div className="flex flex-col gap-4">
        <p className="text-xs text-muted">{doctor.exceptions.length === 0 ? t('exceptions.none') : t('exceptions.hint')}</p>
        <HoursExceptions exceptions={doctor.exceptions} busy={remove.isPending} onRemove={(id) => remove.mutate({ id })} />
        <form noValidate aria-label={t('exceptions.add')} onSubmit={(event) => void submit(event)}>
          <FormStack>
            <Controller
              control={form.control}
              name="kind"
              render={({ field }) => (
                <SegmentedControl<ExceptionKind>
                  className="self-start"
                  label={t('exceptions.kind')}
                  value={field.value}
                  onChange={field.onChange}
                  options={[
                    { value: 'Absent', label: t('exceptions.absent') },
                    { value: 'Extra', label: t('exceptions.extra') },
                  ]}
                />
              )}
            />
            {isAbsence && <Checkbox label={t('exceptions.whole')} {...form.register('whole')} />}
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
              <FormDatePicker
                form={form}
                name="fromDay"
                label={t(isAbsence ? 'exceptions.fromDay' : 'exceptions.day')}
                required
                min={today()}
              />
              {isAbsence && <FormDatePicker form={form} name="toDay" label={t('exceptions.toDay')} required min={today()} />}
            </div>
            {!(isAbsence && whole) && (
              <div className="grid grid-cols-2 gap-4">
                <FormTimeField form={form} name="fromTime" label={t('exceptions.fromTime')} required />
                <FormTimeField form={form} name="toTime" label={t('exceptions.toTime')} required />
              </div>
            )}
            <Field label={t('exceptions.reason')} hint={t('exceptions.reasonHint')} error={form.error('reason')} optional>
              <TextInput {...form.register('reason')} />
            </Field>
            <FormActions>
              <Button type="submit" loading={add.isPending}>
                {t('exceptions.add')}
              </Button>
            </FormActions>
          </FormStack>
        </form>
      </div>
    </Card>
  );
}
