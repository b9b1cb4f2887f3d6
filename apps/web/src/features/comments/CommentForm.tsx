import type { CommentAudience, CommentRole } from '@checkwell/domain/check/comments/comments';
import { commentRule } from '@checkwell/domain/check/comments/comments';
import { type Ref, useImperativeHandle, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { mayHaveArrived, useIdempotencyKey } from '../../lib/api/idempotency.ts';
import { invalidate, useGqlChange } from '../../lib/api/query.ts';
import { notifyError } from '../../lib/browser/toast.ts';
import { draftKey, useDraft } from '../../lib/forms/draft.ts';
import { applyServerIssues, useZodForm } from '../../lib/forms/form.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Field, FormStack } from '../../ui/controls/Field.tsx';
import { Textarea } from '../../ui/controls/Textarea.tsx';
import { FormRadioGroup } from '../../ui/forms/FormControls.tsx';
import { AddCheckCommentDocument } from './comments.gql.ts';
import { showList, useCommentRole } from './comments.queries.ts';

export interface CommentFormHandle {
  /** Puts a withdrawn text back into the form, unless another text is being written. */
  putBack(text: string): void;
}

interface CommentFormProps {
  readonly checkId: string;
  readonly audiences: readonly CommentAudience[];
  readonly ref: Ref<CommentFormHandle>;
}

/** The audience that is preselected: the smallest one for employers and doctors, none for planners, who write to both sides. */
const firstOf = (role: CommentRole, audiences: readonly CommentAudience[]): CommentAudience | undefined =>
  role === 'planner' && audiences.length > 1 ? undefined : audiences[0];

/** What an audience means to the author who chooses it. */
function meaningOf(role: CommentRole, audience: CommentAudience) {
  if (audience === 'PlannerDoctor') return audience;
  if (role === 'doctor') return 'EmployerPlannerDoctorByDoctor';
  return role === 'planner' ? (`${audience}Provider` as const) : audience;
}

/**
 * The form for a new comment. What is typed stays through failures, a reload, and comments by others. The field is one line high until
 * somebody writes.
 */
export function CommentForm({ checkId, audiences, ref }: CommentFormProps) {
  const t = useTranslations('comments');
  const role = useCommentRole();
  const key = draftKey({ form: `comment-${checkId}`, companyId: null });
  const defaults = { text: '', audience: firstOf(role, audiences) };
  const form = useZodForm(commentRule, { defaultValues: defaults });
  const draft = useDraft(key, form);
  const attempt = useIdempotencyKey(key);
  const add = useGqlChange(AddCheckCommentDocument, {
    success: t('form.sent'),
    onSuccess: ({ addCheckComment }) => {
      showList(checkId, addCheckComment);
      form.reset(defaults);
      draft.clear();
      attempt.renew();
    },
    onError: (error) => {
      // After a refusal nothing was stored, or another text under this key, so the next attempt needs a new key.
      if (error instanceof ApiError && !mayHaveArrived(error.code)) {
        attempt.renew();
        void invalidate('comment');
      }
      return !applyServerIssues(form, error);
    },
  });
  const { getValues, setValue, setFocus } = form;
  const [isEntered, setIsEntered] = useState(false);
  const isOpen = isEntered || form.watch('text') !== '';
  useImperativeHandle(
    ref,
    () => ({
      putBack: (text) => {
        if (getValues('text').trim() === '') setValue('text', text);
        setFocus('text');
      },
    }),
    [getValues, setValue, setFocus],
  );
  const submit = form.handleSubmit((input) => add.mutate({ checkId, input, idempotencyKey: attempt.key }));
  return (
    // The form stays open once it was entered, so that its button does not disappear with the focus.
    <form
      noValidate
      onFocus={() => setIsEntered(true)}
      onSubmit={(event) => {
        setIsEntered(true);
        void submit(event).catch(notifyError);
      }}
    >
      <FormStack>
        <Field
          label={t('form.text')}
          hint={isOpen ? t(role === 'doctor' ? 'warning.secrecy' : 'warning.health') : undefined}
          required
          error={form.error('text')}
        >
          <Textarea {...form.register('text')} showCount rows={isOpen ? 3 : 1} className={isOpen ? undefined : 'min-h-9! resize-none!'} />
        </Field>
        {isOpen && (
          <>
            <FormRadioGroup
              form={form}
              name="audience"
              legend={t('form.audience')}
              required
              options={audiences.map((value) => ({
                value,
                label: t(`audience.${value}`),
                hint: t(`meaning.${meaningOf(role, value)}`),
              }))}
            />
            <Button variant="primary" type="submit" size={role === 'doctor' ? 'lg' : 'sm'} className="self-start" loading={add.isPending}>
              {t('form.send')}
            </Button>
          </>
        )}
      </FormStack>
    </form>
  );
}
