import { callError, callRule } from '@checkwell/domain/check/rules';
import { REACHED, type Reached } from '@checkwell/domain/check/times/told';
import { dayOf, instantAt, isCalendarDay, timeOf } from '@checkwell/domain/clock';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useGqlChange } from '../../../lib/api/query.ts';
import { clock } from '../../../lib/browser/time.ts';
import { applyServerIssues, useZodForm } from '../../../lib/forms/form.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Field } from '../../../ui/controls/Field.tsx';
import { TextInput } from '../../../ui/controls/TextInput.tsx';
import { FormDatePicker, FormRadioGroup, FormTimeField } from '../../../ui/forms/FormControls.tsx';
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx';
import { RecordCallDocument } from '../planning.gql.ts';
import type { PlanningCheck } from '../planning.queries.ts';
import { currentMessages } from './current-messages.ts';
import { WithdrawMessages } from './WithdrawMessages.tsx';

interface CallsProps {
  readonly check: PlanningCheck;
  /** Opens `CallDialog`; the page holds it, so that it stays when this card is removed. */
  readonly onCall: () => void;
}

/** Calls of planners to the employee about an appointment or a decision: to record, and to withdraw. */
export function Calls({ check, onCall }: CallsProps) {
  const t = useTranslations('planning');
  const format = useFormat();
  if (check.status !== 'Archived' && (check.employeeTold === null || check.resultDueAt !== null)) return null;
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button icon="phone" onClick={onCall}>
        {t('call.open')}
      </Button>
      <WithdrawMessages
        check={check}
        channel="phone"
        label={(sentAt) => t('call.withdraw', { moment: format.dateTime(sentAt) })}
        success={t('call.withdrawn')}
      />
    </div>
  );
}

interface CallForm {
  readonly calledDay: string;
  readonly calledAt: string;
  readonly reached: Reached | '';
  readonly phoneNumber: string;
}

/** The form under the rule of a call: its moment is typed as a day and a time. */
const callFormRule = z.pipe(
  z.pipe(
    z.custom<CallForm>(),
    z.transform(({ calledDay, calledAt, ...call }: CallForm) => ({
      ...call,
      calledAt: isCalendarDay(calledDay) && /^\d\d:\d\d$/.test(calledAt) ? instantAt(calledDay, calledAt) : undefined,
    })),
  ),
  callRule,
);

/** When and on which number the employee was called, and who was reached. */
export function CallDialog({ check, onClose }: { readonly check: PlanningCheck; readonly onClose: () => void }) {
  const t = useTranslations('planning');
  const format = useFormat();
  const isOver = check.status === 'Archived';
  const [opened] = useState(() => clock.now());
  const form = useZodForm(callFormRule, {
    defaultValues: {
      calledDay: dayOf(opened),
      calledAt: timeOf(opened),
      reached: '',
      phoneNumber: check.phoneNumber || check.workerPhoneNumber,
    } satisfies CallForm as CallForm,
  });
  const save = useGqlChange(RecordCallDocument, {
    topics: ['check'],
    success: t('call.saved'),
    onSuccess: onClose,
    onError: (error) => !applyServerIssues(form, error),
  });
  const submit = form.handleSubmit((call) => {
    const since = (isOver && currentMessages(check)[0]?.createdAt) || check.creationDate;
    const fieldError = callError(call.calledAt, { creationDate: new Date(since) }, clock.now());
    if (fieldError) form.setError('calledAt', { type: 'rule', message: fieldError });
    else save.mutate({ id: check.id, version: check.version, input: { ...call, calledAt: call.calledAt.toISOString() } });
  });
  return (
    <FormDialog
      title={t(isOver ? 'decision.call' : 'call.title')}
      submitLabel={t('call.save')}
      busy={save.isPending}
      unsaved={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{isOver ? t('decision.callText') : t('call.text', { moment: format.momentLong(check.appointmentStart) })}</p>
      <Field label={t('call.number')} required error={form.error('phoneNumber')}>
        <TextInput type="tel" {...form.register('phoneNumber')} />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <FormDatePicker form={form} name="calledDay" label={t('call.at')} required />
        <FormTimeField form={form} name="calledAt" label={t('call.time')} required />
      </div>
      <FormRadioGroup
        form={form}
        name="reached"
        legend={t('call.reached')}
        required
        options={REACHED.map((value) => ({ value, label: t(`reached.${value}`) }))}
      />
    </FormDialog>
  );
}
