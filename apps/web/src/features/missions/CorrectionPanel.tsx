import { CORRECTION_REASONS, correctionEnd } from '@checkwell/domain/check/result/correction';
import { correctionError, findingsError } from '@checkwell/domain/check/rules';
import { dayOf } from '@checkwell/domain/clock';
import { useWatch } from 'react-hook-form';
import { useGqlChange } from '../../lib/api/query.ts';
import { notifyError } from '../../lib/browser/toast.ts';
import { useDraft } from '../../lib/forms/draft.ts';
import { applyServerIssues, partOf, useZodForm } from '../../lib/forms/form.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { Checkbox } from '../../ui/controls/Checkbox.tsx';
import { Field, FormStack } from '../../ui/controls/Field.tsx';
import { Textarea } from '../../ui/controls/Textarea.tsx';
import { FormRadioGroup } from '../../ui/forms/FormControls.tsx';
import { FindingsCards } from './FindingsCards.tsx';
import { MissionFormActions } from './MissionFormActions.tsx';
import { ReviseResultDocument } from './missions.gql.ts';
import type { ShownMission } from './missions.queries.ts';
import { correctionKeyOf } from './outbox/mission-drafts.ts';
import { useAct } from './outbox/use-outbox.ts';
import { correctionFormRule, reportedResult } from './result-form.ts';
import { sendFindings } from './send-findings.ts';

interface CorrectionPanelProps {
  readonly mission: ShownMission;
  /** The version of the check when this is sent. */
  readonly version: number;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** The form to correct a report, or a result that is held back from the employer, with the reason. */
export function CorrectionPanel({ mission, version, onBack, onDone }: CorrectionPanelProps) {
  const t = useTranslations('missions');
  const enums = useTranslations('enums');
  const format = useFormat();
  const { heldResult } = mission;
  const form = useZodForm(correctionFormRule, { defaultValues: reportedResult(heldResult ?? mission) });
  const draft = useDraft(correctionKeyOf(mission), form);
  const occurrence = useWatch({ control: form.control, name: 'checkOccurence' });
  const save = useAct(mission, {
    success: t('correct.saved'),
    onDone: () => {
      draft.clear();
      onDone();
    },
    onRefused: (error) => !applyServerIssues(form, error),
  });

  const revise = useGqlChange(ReviseResultDocument, {
    topics: ['check'],
    success: t('held.corrected'),
    onSuccess: () => {
      draft.clear();
      onDone();
    },
    onError: (error) => !applyServerIssues(form, error),
  });

  const handleSubmit = sendFindings(
    form,
    (correction, now) => (heldResult ? findingsError(correction, mission, now) : correctionError(correction, mission, now)),
    (input) =>
      heldResult
        ? revise.mutate({ id: mission.id, version: mission.version, input })
        : save.act({ kind: 'correctResult', version, input, typed: form.getValues() }),
  );

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event).catch(notifyError)} className="flex flex-col gap-4">
      {draft.restored && <Alert tone="info">{t('common:restored')}</Alert>}
      {heldResult && <Alert tone="info">{t('held.hint')}</Alert>}
      {mission.archivedAt && (
        <Alert tone="info">{t('correct.hint', { moment: format.moment(correctionEnd(new Date(mission.archivedAt)).toISOString()) })}</Alert>
      )}
      <FindingsCards
        mission={mission}
        form={partOf(form)}
        day={mission.examinedFrom === null ? undefined : dayOf(new Date(mission.examinedFrom))}
      />
      <Card title={t('correct.open')}>
        <FormStack>
          <FormRadioGroup
            form={form}
            name="correctionReason"
            legend={t('correct.reason')}
            required
            options={CORRECTION_REASONS.map((value) => ({ value, label: enums(`correctionReason.${value}`) }))}
          />
          <Field label={t('correct.explanation')} hint={t('correct.explanationHint')} error={form.error('explanation')}>
            <Textarea rows={2} {...form.register('explanation')} />
          </Field>
          {occurrence === 'NoShow' ? (
            <Checkbox label={t('result.secondCheck')} hint={t('result.secondCheckHint')} {...form.register('secondCheckNeeded')} />
          ) : (
            <Checkbox
              label={t('correct.findings')}
              hint={t('result.findingsHint')}
              error={form.error('findingsHandedOver')}
              {...form.register('findingsHandedOver')}
            />
          )}
        </FormStack>
      </Card>
      <MissionFormActions
        submit={t(heldResult ? 'held.sendCorrection' : 'correct.send')}
        busy={save.isPending || revise.isPending}
        onBack={onBack}
      />
    </form>
  );
}
