import { heldFindings } from '@checkwell/domain/check/quality/quality-rules';
import { heldResultRule } from '@checkwell/domain/check/rules';
import { useState } from 'react';
import { useGqlChange } from '../../../lib/api/query.ts';
import { applyServerIssues, useZodForm } from '../../../lib/forms/form.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Card } from '../../../ui/content/Card.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { Field, FormStack } from '../../../ui/controls/Field.tsx';
import { Textarea } from '../../../ui/controls/Textarea.tsx';
import { ConfirmResultDocument, type MissionFieldsFragment } from '../missions.gql.ts';

interface HeldResultProps {
  readonly mission: MissionFieldsFragment;
  readonly held: NonNullable<MissionFieldsFragment['heldResult']>;
  readonly onCorrect: () => void;
}

/** A result that planners review before the employer reads it: the reason, their question, and the doctor's answer. */
export function HeldResult({ mission: { id, version, availableActions }, held, onCorrect }: HeldResultProps) {
  const t = useTranslations('missions');
  const enums = useTranslations('enums');
  const [confirming, setConfirming] = useState(false);
  const form = useZodForm(heldResultRule, { defaultValues: { reason: '' } });
  const confirm = useGqlChange(ConfirmResultDocument, {
    topics: ['check'],
    success: t('held.sent'),
    onSuccess: () => setConfirming(false),
    onError: (error) => !applyServerIssues(form, error),
  });
  const submit = form.handleSubmit(({ reason }) => confirm.mutate({ id, version, answer: reason }));
  const isAsked = availableActions.includes('confirmResult');
  return (
    <Card title={t(isAsked ? 'held.askedTitle' : 'held.title')}>
      <div role="status">
        {isAsked && (
          <figure className="mb-3 border-l-2 border-line-strong pl-3">
            <figcaption className="text-2xs text-muted">{t('held.question')}</figcaption>
            <blockquote className="mt-0.5 text-sm font-medium whitespace-pre-line text-pretty">{held.question}</blockquote>
          </figure>
        )}
        <p className="text-sm text-pretty">{t('held.text')}</p>
        <ul className="mt-2 list-disc pl-5 text-sm">
          {heldFindings(held.findings).map((rule) => (
            <li key={rule}>{enums(`qualityRule.${rule}`)}</li>
          ))}
        </ul>
      </div>
      {confirming && isAsked ? (
        <form noValidate onSubmit={submit} className="mt-3">
          <FormStack>
            <Field label={t('held.answer')} hint={t('held.answerHint')} required error={form.error('reason')}>
              <Textarea rows={3} {...form.register('reason')} />
            </Field>
            <div className="flex flex-wrap gap-2">
              <Button size="lg" variant="primary" type="submit" loading={confirm.isPending}>
                {t('held.send')}
              </Button>
              <Button size="lg" onClick={() => setConfirming(false)}>
                {t('common:cancel')}
              </Button>
            </div>
          </FormStack>
        </form>
      ) : (
        <div className="mt-3 flex flex-wrap gap-2">
          {availableActions.includes('reviseResult') && (
            <Button size="lg" icon="edit" onClick={onCorrect}>
              {t('held.correct')}
            </Button>
          )}
          {isAsked && (
            <Button size="lg" icon="check" onClick={() => setConfirming(true)}>
              {t('held.confirm')}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}
