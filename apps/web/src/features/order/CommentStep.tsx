import { orderCommentStep } from '@checkwell/domain/check/rules';
import { TEXT } from '@checkwell/domain/constants';
import { useZodForm } from '../../lib/form.ts';
import { type StepProps, useChanges, useFaults } from '../../lib/step-form.ts';
import { useWords } from '../../lib/words.ts';
import { Field } from '../../ui/Field.tsx';
import { StepBody } from '../../ui/StepBody.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { type CommentValues, fieldsOn } from './order-draft.ts';

/** Third step: what the planners and the doctor should know. */
export function CommentStep({ values, faults, onChange, onNext }: StepProps<CommentValues>) {
  const t = useWords('order');
  const form = useZodForm(orderCommentStep, { defaultValues: values });
  useChanges(form, onChange);
  useFaults(form, faults, fieldsOn('comments'));
  return (
    <StepBody title={t('comments.title')} lead={t('comments.lead')} onSubmit={form.handleSubmit(onNext)}>
      <Field label={t('field.providerComment')} hint={t('field.providerCommentHint')} error={form.error('providerComment')}>
        <Textarea {...form.register('providerComment')} maxLength={TEXT.comment} showCount rows={4} />
      </Field>
      <Field label={t('field.doctorComment')} hint={t('field.doctorCommentHint')} error={form.error('doctorComment')}>
        <Textarea {...form.register('doctorComment')} maxLength={TEXT.comment} showCount rows={4} />
      </Field>
    </StepBody>
  );
}
