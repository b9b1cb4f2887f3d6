import { medicalTerms } from '@checkwell/domain/check/quality/medical-terms';
import { QUALITY_RULES, type QualityRule } from '@checkwell/domain/check/quality/quality-rules';
import { occurenceKey } from '@checkwell/domain/check/result/outcome';
import { heldResultRule } from '@checkwell/domain/check/rules';
import { addDays } from '@checkwell/domain/clock';
import { useId } from 'react';
import { useGqlChange } from '../../../lib/api/query.ts';
import { applyServerIssues, useZodForm } from '../../../lib/forms/form.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { State } from '../../../ui/content/Badge.tsx';
import { Card } from '../../../ui/content/Card.tsx';
import { DescriptionList } from '../../../ui/content/DescriptionList.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { Field } from '../../../ui/controls/Field.tsx';
import { Textarea } from '../../../ui/controls/Textarea.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { QuestionResultDocument, ReleaseResultDocument } from '../planning.gql.ts';
import type { PlanningCheck } from '../planning.queries.ts';

type HeldCheck = Pick<PlanningCheck, 'id' | 'version' | 'availableActions' | 'resultAskedAt' | 'checkLocation'>;
type Held = NonNullable<PlanningCheck['heldResult']>;

/** What a planner does with a held result. */
export type HeldAnswer = 'release' | 'ask';

interface HeldResultCardProps {
  readonly check: HeldCheck;
  readonly held: Held;
  /** Opens `HeldResultDialog`; the page holds it, so that it stays when this card is removed. */
  readonly onAnswer: (answer: HeldAnswer) => void;
}

/** A result that waits for a planner: the reason, the doctor's report, and the buttons to release it or ask the doctor. */
export function HeldResultCard({ check, held, onAnswer }: HeldResultCardProps) {
  const t = useTranslations('planning');
  const enums = useTranslations('enums');
  const fields = useTranslations('checkFields');
  const format = useFormat();
  const terms = medicalTerms(held.archiveComment);
  const yes = (label: string, value: boolean) => (value ? [{ label, value: t('common:yes') }] : []);
  return (
    <Card
      title={t('held.title')}
      actions={
        <State tone={held.escalatedAt ? 'danger' : 'warning'}>
          {[
            held.escalatedAt && t('held.late'),
            t(check.resultAskedAt ? 'held.askedSince' : 'held.since', { moment: format.moment(held.waitsSince) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </State>
      }
    >
      <p className="text-sm text-pretty">{t('held.text')}</p>
      <ul className="mt-2 list-disc pl-5 text-sm">
        {held.findings.map((rule: QualityRule) => (
          <li key={rule}>
            {QUALITY_RULES[rule] === 'note' && <span className="text-muted">{t('held.note')}: </span>}
            {enums(`qualityRule.${rule}`)}
          </li>
        ))}
      </ul>
      {terms.length > 0 && <p className="mt-2 text-xs text-muted">{t('held.medicalHint', { words: terms.join(', ') })}</p>}
      <h3 className="mt-4 text-xs font-semibold">{t('held.result')}</h3>
      <DescriptionList
        items={[
          { label: fields('checkOccurence'), value: enums(occurenceKey(held.checkOccurence, check.checkLocation)) },
          { label: fields('checkTime'), value: `${format.moment(held.examinedFrom)} – ${format.time(held.examinedTo)}` },
          ...(held.newIncapacityEndDate
            ? [
                {
                  label: fields('newIncapacityEndDate'),
                  value: `${format.date(held.newIncapacityEndDate)} (${t('held.early', { date: format.date(addDays(held.newIncapacityEndDate, 1)) })})`,
                },
              ]
            : []),
          ...yes(fields('workerDisagreement'), held.workerDisagreement),
          ...yes(fields('secondCheckNeeded'), held.secondCheckNeeded),
          ...yes(fields('prolongationNeeded'), held.prolongationNeeded),
          ...[
            { label: fields('archiveComment'), value: held.archiveComment, wide: true },
            { label: t('held.timesReason'), value: held.timesReason, wide: true },
            { label: t('held.question'), value: held.question, wide: true },
            { label: t('held.answer'), value: held.answer, wide: true },
          ].filter(({ value }) => value !== ''),
        ]}
      />
      <div className="mt-4 flex flex-wrap gap-2">
        {check.availableActions.includes('releaseResult') && (
          <Button variant="primary" onClick={() => onAnswer('release')}>
            {t('held.release')}
          </Button>
        )}
        {held.byDoctor && check.availableActions.includes('questionResult') && (
          <Button onClick={() => onAnswer('ask')}>{t('held.ask')}</Button>
        )}
      </div>
    </Card>
  );
}

/** Asks for the reason to release a result, or for the question to the doctor. */
export function HeldResultDialog({
  answer,
  check: { id, version },
  onClose,
}: {
  readonly answer: HeldAnswer;
  readonly check: HeldCheck;
  readonly onClose: () => void;
}) {
  const t = useTranslations('planning');
  const formId = useId();
  const form = useZodForm(heldResultRule, { defaultValues: { reason: '' } });
  const after = { topics: ['check'] as const, onSuccess: onClose, onError: (error: unknown) => !applyServerIssues(form, error) };
  const release = useGqlChange(ReleaseResultDocument, { ...after, success: t('held.released') });
  const ask = useGqlChange(QuestionResultDocument, { ...after, success: t('held.asked') });
  const submit = form.handleSubmit(({ reason }) =>
    answer === 'release' ? release.mutate({ id, version, reason }) : ask.mutate({ id, version, question: reason }),
  );
  const label = t(answer === 'release' ? 'held.releaseReason' : 'held.askQuestion');
  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={form.formState.isDirty}
      title={t(answer === 'release' ? 'held.release' : 'held.ask')}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} loading={release.isPending || ask.isPending}>
            {t(answer === 'release' ? 'held.release' : 'held.ask')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Field label={label} hint={t(answer === 'release' ? 'held.releaseHint' : 'held.askHint')} required error={form.error('reason')}>
          <Textarea rows={3} {...form.register('reason')} />
        </Field>
      </form>
    </Dialog>
  );
}
