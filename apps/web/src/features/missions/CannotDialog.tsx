import { type NonOperableReason, PROBLEM_REASONS, type ProblemReason } from '@checkwell/domain/check/enums';
import { allowedReasons } from '@checkwell/domain/check/result/result';
import { TEXT } from '@checkwell/domain/constants';
import { useState } from 'react';
import { useGqlChange } from '../../lib/api/query.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useMessageText } from '../../lib/i18n/use-message-text.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Field, FormStack } from '../../ui/controls/Field.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { Textarea } from '../../ui/controls/Textarea.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { type MissionFieldsFragment, MissionNonOperableDocument, MissionProblemDocument } from './missions.gql.ts';

/** Reasons that a doctor may give; planners give the others. */
const doctorReasons = (mission: MissionFieldsFragment) =>
  allowedReasons(mission).filter(
    (reason) => !['NoDoctorFound', 'TooLateInPeriod', 'DuplicateOrder', 'EmployerDataMissing'].includes(reason),
  );
const DOCTOR_PROBLEMS = PROBLEM_REASONS.filter((reason) => reason !== 'EmployerModification');

type Kind = 'problem' | 'nonOperable';

/** "I cannot do this": either the planners look for a way, or the check ends as not carried out. */
export function CannotDialog({
  mission,
  because,
  open,
  onClose,
}: {
  readonly mission: MissionFieldsFragment;
  /** The preselected reason. */
  readonly because?: NonOperableReason | undefined;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const t = useTranslations('missions');
  const messageText = useMessageText();
  const enums = useTranslations('enums');
  const may = (action: (typeof mission.availableActions)[number]) => mission.availableActions.includes(action);
  const [kind, setKind] = useState<Kind>(because ? 'nonOperable' : 'problem');
  const [reason, setReason] = useState<string>(because ?? '');
  const [comment, setComment] = useState('');
  const [tried, setTried] = useState(false);
  const options = { topics: ['check'] as const, onSuccess: onClose };
  const problem = useGqlChange(MissionProblemDocument, { ...options, success: t('cannot.problemSent') });
  const ended = useGqlChange(MissionNonOperableDocument, { ...options, success: t('common:checkClosed') });
  const busy = problem.isPending || ended.isPending;
  const reasons =
    kind === 'problem'
      ? DOCTOR_PROBLEMS.map((value) => ({ value, label: enums(`problemReason.${value}`) }))
      : doctorReasons(mission).map((value) => ({ value, label: enums(`nonOperableReason.${value}`) }));

  function handleSend() {
    setTried(true);
    if (reason === '') return;
    const target = { id: mission.id, version: mission.version };
    if (kind === 'problem')
      problem.mutate({ ...target, input: { problemReason: reason as ProblemReason, problemOwner: 'provider', problemComment: comment } });
    else ended.mutate({ ...target, input: { nonOperableReason: reason as NonOperableReason, archiveComment: comment } });
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      unsaved={reason !== '' || comment.trim() !== ''}
      title={t('cannot.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button variant="primary" loading={busy} onClick={handleSend}>
            {t('cannot.send')}
          </Button>
        </>
      }
    >
      <FormStack>
        {may('reportProblem') && may('markNonOperable') && (
          <SegmentedControl<Kind>
            label={t('cannot.kind')}
            value={kind}
            onChange={(next) => {
              setKind(next);
              setReason('');
            }}
            options={[
              { value: 'problem', label: t('cannot.problem') },
              { value: 'nonOperable', label: t('cannot.nonOperable') },
            ]}
          />
        )}
        <p className="text-xs text-muted">{kind === 'problem' ? t('cannot.problemHint') : t('cannot.nonOperableHint')}</p>
        <Field label={t('cannot.reason')} required error={tried && reason === '' ? messageText('validation:reasonRequired') : undefined}>
          <Select
            size="md"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            placeholder={t('common:select.placeholder')}
            options={reasons}
          />
        </Field>
        <Field label={t('cannot.comment')} hint={t('cannot.commentHint')}>
          <Textarea value={comment} onChange={(event) => setComment(event.target.value)} maxLength={TEXT.comment} rows={3} />
        </Field>
      </FormStack>
    </Dialog>
  );
}
