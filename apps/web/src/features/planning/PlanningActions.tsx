import {
  type NonOperableReason,
  PROBLEM_OWNERS,
  PROBLEM_REASONS,
  type ProblemOwner,
  type ProblemReason,
} from '@checkwell/domain/check/enums';
import { allowedReasons } from '@checkwell/domain/check/result/result';
import { TEXT } from '@checkwell/domain/constants';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useGqlChange } from '../../lib/api/query.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useMessageText } from '../../lib/i18n/use-message-text.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Field, FormStack } from '../../ui/controls/Field.tsx';
import { RadioGroup } from '../../ui/controls/RadioGroup.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { Textarea } from '../../ui/controls/Textarea.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { type Lazy, LazyDialog } from '../../ui/overlays/lazy.tsx';
import { Menu, type MenuItem } from '../../ui/overlays/Menu.tsx';
import {
  DeleteCheckDocument,
  EndAsNonOperableDocument,
  ReportProblemDocument,
  SettleProblemDocument,
  StartPlanningDocument,
  UnscheduleCheckDocument,
} from './planning.gql.ts';
import type { PlanningCheck } from './planning.queries.ts';

type Action = PlanningCheck['availableActions'][number];
type Asking = 'reportProblem' | 'resolveProblem' | 'unschedule' | 'markNonOperable' | 'delete';
/** Asks for the reason and shows the fee, as the employer sees it. */
export type CancelDialog = Lazy<{ id: string | null; note?: string; onClose: () => void }>;

/** What a planner may do with the order now, as the server says; the next step is a button, the rest a menu. */
export function PlanningActions({ check, cancelDialog }: { check: PlanningCheck; cancelDialog: CancelDialog }) {
  const t = useTranslations('planning');
  const checks = useTranslations('checks');
  const [asking, setAsking] = useState<Asking | 'cancel'>();
  const may = (action: Action) => check.availableActions.includes(action);
  const close = () => setAsking(undefined);
  const who = check.source === 'OneShot' ? 'payer' : 'employer';
  const start = useGqlChange(StartPlanningDocument, { topics: ['check'], success: t('action.started') });
  const labels = {
    reportProblem: t('action.problem'),
    unschedule: t('action.unschedule'),
    cancel: checks('action.cancel'),
    markNonOperable: t('action.nonOperable'),
    delete: t('action.delete'),
  } as const;
  const items = (Object.keys(labels) as (keyof typeof labels)[]).filter(may).map(
    (action): MenuItem => ({
      label: labels[action],
      danger: action === 'delete' || action === 'markNonOperable' || action === 'cancel',
      onSelect: () => setAsking(action),
    }),
  );
  return (
    <>
      {may('startPlanning') && (
        <Button variant="primary" loading={start.isPending} onClick={() => start.mutate({ id: check.id, version: check.version })}>
          {t('action.start')}
        </Button>
      )}
      {may('resolveProblem') && (
        <Button variant="primary" onClick={() => setAsking('resolveProblem')}>
          {t('action.resolve')}
        </Button>
      )}
      {items.length > 0 && <Menu label={t('common:moreActions')} items={items} />}
      {asking === 'cancel' && (
        <LazyDialog dialog={cancelDialog} props={{ id: check.id, note: t(`action.cancelText.${who}`), onClose: close }} />
      )}
      {asking && asking !== 'cancel' && <ActionDialog key={asking} asking={asking} check={check} onClose={close} />}
    </>
  );
}

/** Explains an action and asks for the values that it needs. */
function ActionDialog({ asking, check, onClose }: { asking: Asking; check: PlanningCheck; onClose: () => void }) {
  const t = useTranslations('planning');
  const messageText = useMessageText();
  const enums = useTranslations('enums');
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const [owner, setOwner] = useState<ProblemOwner>('employer');
  const [comment, setComment] = useState('');
  const [tried, setTried] = useState(false);
  const topics = ['check', 'doctor'] as const;
  const problem = useGqlChange(ReportProblemDocument, { topics, success: t('action.problemDone'), onSuccess: onClose });
  const settle = useGqlChange(SettleProblemDocument, { topics, success: t('action.resolved'), onSuccess: onClose });
  const withdraw = useGqlChange(UnscheduleCheckDocument, { topics, success: t('action.unscheduled'), onSuccess: onClose });
  const end = useGqlChange(EndAsNonOperableDocument, {
    topics,
    success: t('common:checkClosed'),
    onSuccess: () => navigate({ to: '/planning' }),
  });
  const remove = useGqlChange(DeleteCheckDocument, {
    topics,
    success: t('action.deleted'),
    onSuccess: () => navigate({ to: '/planning' }),
  });
  const target = { id: check.id, version: check.version };
  const missing = tried && reason.trim() === '' ? messageText('validation:reasonRequired') : undefined;
  const reasonSelect = (options: readonly { readonly value: string; readonly label: string }[]) => (
    <Field label={t('action.reason')} required error={missing}>
      <Select
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        placeholder={t('common:select.placeholder')}
        options={options}
      />
    </Field>
  );
  const commentField = (label: string, hint?: string) => (
    <Field label={label} hint={hint}>
      <Textarea rows={3} maxLength={TEXT.comment} value={comment} onChange={(event) => setComment(event.target.value)} />
    </Field>
  );
  const kinds: Record<Asking, { title: string; text: string; fields: ReactNode; busy: boolean; send: () => void; danger?: boolean }> = {
    reportProblem: {
      title: t('action.problem'),
      text: '',
      busy: problem.isPending,
      send: () =>
        reason &&
        problem.mutate({ ...target, input: { problemReason: reason as ProblemReason, problemOwner: owner, problemComment: comment } }),
      fields: (
        <>
          {reasonSelect(PROBLEM_REASONS.map((value) => ({ value, label: enums(`problemReason.${value}`) })))}
          <RadioGroup
            legend={t('action.owner')}
            columns={2}
            value={owner}
            onChange={setOwner}
            options={PROBLEM_OWNERS.map((value) => ({ value, label: enums(`problemOwner.${value}`) }))}
          />
          {commentField(t('action.comment'), t('action.commentEmployer'))}
        </>
      ),
    },
    resolveProblem: {
      title: t('action.resolve'),
      text: t('action.resolveText'),
      busy: settle.isPending,
      send: () => settle.mutate({ ...target, comment }),
      fields: commentField(t('action.resolveComment')),
    },
    unschedule: {
      title: t('action.unschedule'),
      text: t('action.unscheduleText'),
      busy: withdraw.isPending,
      send: () => withdraw.mutate(target),
      fields: null,
      danger: true,
    },
    markNonOperable: {
      title: t('action.nonOperable'),
      text: t('action.nonOperableText'),
      busy: end.isPending,
      danger: true,
      send: () => reason && end.mutate({ ...target, input: { nonOperableReason: reason as NonOperableReason, archiveComment: comment } }),
      fields: (
        <>
          {reasonSelect(allowedReasons(check).map((value) => ({ value, label: enums(`nonOperableReason.${value}`) })))}
          {commentField(t('action.comment'), t('action.commentEmployer'))}
        </>
      ),
    },
    delete: {
      title: t('action.delete'),
      text: t('action.deleteText'),
      busy: remove.isPending,
      danger: true,
      send: () => reason.trim() && remove.mutate({ ...target, reason }),
      fields: (
        <Field label={t('action.reason')} required error={missing}>
          <Textarea rows={2} maxLength={TEXT.reason} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      ),
    },
  };
  const kind = kinds[asking];
  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={reason.trim() !== '' || comment.trim() !== ''}
      title={kind.title}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button
            variant={kind.danger ? 'danger' : 'primary'}
            loading={kind.busy}
            onClick={() => {
              setTried(true);
              kind.send();
            }}
          >
            {t('action.confirm')}
          </Button>
        </>
      }
    >
      <FormStack>
        {kind.text && <p className="text-xs text-muted">{kind.text}</p>}
        {kind.fields}
      </FormStack>
    </Dialog>
  );
}
