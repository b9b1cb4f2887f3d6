import { orderCommentStep } from '@checkwell/domain/check/rules';
import { TEXT } from '@checkwell/domain/constants';
import { focusFirstFault } from '../../lib/first-fault.ts';
import { useZodForm } from '../../lib/form.ts';
import { useWords } from '../../lib/words.ts';
import { Field } from '../../ui/Field.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import type { CommentValues } from './order-draft.ts';
import { StepBody } from './StepBody.tsx';
import { type StepProps, useChanges, useFaults } from './step-form.ts';

/** Third step: what the planners and the doctor should know. */
export function CommentStep({ values, faults, onChange, onNext }: StepProps<CommentValues>) {
  const t = useWords('order');
  const form = useZodForm(orderCommentStep, { defaultValues: values });
  useChanges(form, onChange);
  useFaults(form, 'comments', faults);
  return (
    <StepBody title={t('comments.title')} lead={t('comments.lead')} onSubmit={form.handleSubmit(onNext, () => focusFirstFault())}>
      <Field label={t('field.providerComment')} hint={t('field.providerCommentHint')} error={form.error('providerComment')}>
        <Textarea {...form.register('providerComment')} maxLength={TEXT.comment} showCount rows={4} />
      </Field>
      <Field label={t('field.doctorComment')} hint={t('field.doctorCommentHint')} error={form.error('doctorComment')}>
        <Textarea {...form.register('doctorComment')} maxLength={TEXT.comment} showCount rows={4} />
      </Field>
    </StepBody>
  );
}
