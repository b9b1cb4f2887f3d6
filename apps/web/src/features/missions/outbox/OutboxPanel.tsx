import { occurenceKey } from '@checkwell/domain/check/result/outcome';
import { ApiError } from '../../../lib/api/api-error.ts';
import { errorText } from '../../../lib/api/errors.ts';
import { notifyError } from '../../../lib/browser/toast.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useMessageText } from '../../../lib/i18n/use-message-text.ts';
import { useShownSince } from '../../../lib/offline/cached-responses.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { Icon } from '../../../ui/content/Icon.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { LinkButton } from '../../../ui/controls/LinkButton.tsx';
import { outbox } from './outbox.ts';
import type { Action } from './outbox-actions.ts';
import { useOutbox } from './use-outbox.ts';

interface OutboxPanelProps {
  /** The mission whose actions are shown; absent for all. */
  readonly missionId?: string;
  /** Opens a refused action for correction; absent when its mission does that. */
  readonly onCorrect?: ((action: Action) => void) | undefined;
}

/** Actions that wait, were sent or were refused, and the age of the data without network; empty when there is nothing to show. */
export function OutboxPanel({ missionId, onCorrect }: OutboxPanelProps) {
  const t = useTranslations('missions');
  const format = useFormat();
  const shownSince = useShownSince();
  const { actions, isSending, isOffline } = useOutbox();
  const own = actions.filter((action) => missionId === undefined || action.missionId === missionId);
  const waiting = own.filter(({ state }) => state === 'waiting');
  const refused = own.filter(({ state }) => state === 'refused');
  const sent = own.findLast(({ state }) => state === 'sent');
  const line =
    waiting.length > 0
      ? isSending && !isOffline
        ? t('outbox.sending')
        : t('outbox.waiting', { count: waiting.length })
      : sent && t('outbox.sent', { what: t(`outbox.what.${sent.name}`), time: format.time(sent.at) });
  if (!shownSince && !line && refused.length === 0) return null;
  return (
    <section aria-label={t('outbox.title')} className="flex flex-col gap-2">
      {shownSince && <Alert tone="info">{t('outbox.offline', { moment: format.moment(shownSince) })}</Alert>}
      <p role="status" className="flex items-start gap-1.5 text-xs text-muted empty:hidden">
        {line && (
          <>
            <Icon name={waiting.length > 0 ? 'clock' : 'checkCircle'} size={14} className="mt-px" />
            {line}
          </>
        )}
      </p>
      {waiting.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface px-3">
          {waiting.map((action) => (
            <li key={action.seq} className="flex min-h-12 flex-wrap items-center justify-between gap-x-2 py-1 text-sm">
              <span>
                <Title action={action} withName={missionId === undefined} />
              </span>
              {!action.tried && (
                <Button variant="ghost" size="md" onClick={() => void outbox.discard(action).catch(notifyError)}>
                  {t('outbox.discard')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {refused.map((action) => (
        <RefusedAction key={action.seq} action={action} withName={missionId === undefined} onCorrect={onCorrect} />
      ))}
    </section>
  );
}

function Title({ action: { name, at, workerFullName }, withName }: { readonly action: Action; readonly withName: boolean }) {
  const t = useTranslations('missions');
  const format = useFormat();
  return (
    <>
      {t(`outbox.what.${name}`)}, {format.time(at)}
      {withName && workerFullName !== '' && ` · ${workerFullName}`}
    </>
  );
}

/** A refused action with the reason and what was typed. It stays until the doctor corrects or discards it. */
function RefusedAction({
  action,
  withName,
  onCorrect,
}: {
  readonly action: Action;
  readonly withName: boolean;
  readonly onCorrect: OutboxPanelProps['onCorrect'];
}) {
  const t = useTranslations('missions');
  const messageText = useMessageText();
  const { refusal, work, missionId, isUncertain = false } = action;
  const isGone = refusal?.code === 'entity.notFound';
  const typed = useTyped(action);
  if (!refusal) return null;
  const isTyped = work !== null && work.kind !== 'recordVisit' && work.kind !== 'undoVisit' && work.kind !== 'takeBackResult';
  const fieldErrors = refusal.issues.map(({ message, params }) => messageText(message, params) ?? message);
  const reason = isGone
    ? t(isUncertain ? 'outbox.uncertainText' : 'outbox.gone')
    : fieldErrors.length > 0
      ? fieldErrors.join(' ')
      : errorText(new ApiError(refusal.code, { status: 0, ...refusal }));
  return (
    <Alert
      tone={isUncertain ? 'warning' : 'danger'}
      live
      title={t(isUncertain ? 'outbox.uncertain' : 'outbox.refused')}
      action={
        <>
          {isTyped &&
            !isGone &&
            (onCorrect ? (
              <Button onClick={() => onCorrect(action)}>{t('outbox.correct')}</Button>
            ) : (
              withName && (
                <LinkButton to="/missions/$id" params={{ id: missionId }}>
                  {t('outbox.open')}
                </LinkButton>
              )
            ))}
          <Button variant="ghost" onClick={() => void outbox.discard(action).catch(notifyError)}>
            {t('outbox.discard')}
          </Button>
        </>
      }
    >
      <p className="font-medium">
        <Title action={action} withName={withName} />
      </p>
      <p>{reason}</p>
      {typed.length > 0 && (
        <dl className="mt-2 text-xs">
          {typed.map(({ label, value }) => (
            <div key={label}>
              <dt className="inline font-medium">{label}: </dt>
              <dd className="inline whitespace-pre-line">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Alert>
  );
}

/** What the doctor had typed, to read and copy even when the mission is gone. */
function useTyped({ work, checkLocation = 'Unknown' }: Action): readonly { readonly label: string; readonly value: string }[] {
  const t = useTranslations('missions', 'checkFields');
  const enums = useTranslations('enums');
  const format = useFormat();
  const lines = (): readonly (readonly [label: string, value: string])[] => {
    switch (work?.kind) {
      case 'recordAttempt':
        return [[t('attempt.bell'), work.input.bell]];
      case 'recordResult':
      case 'correctResult': {
        const { checkOccurence, examinedDay, examinedFrom, examinedTo, newIncapacityEndDate, archiveComment, medicalNote, explanation } =
          work.typed;
        return [
          [t('checkFields:checkOccurence'), checkOccurence === '' ? '' : enums(occurenceKey(checkOccurence, checkLocation))],
          [t('result.day'), format.date(examinedDay)],
          [t('result.from'), examinedFrom],
          [t('result.to'), examinedTo],
          [t('result.lastDay'), newIncapacityEndDate === '' ? '' : format.date(newIncapacityEndDate)],
          [t('result.comment'), archiveComment],
          [t('result.medicalNote'), medicalNote],
          [t('correct.explanation'), explanation],
        ];
      }
      default:
        return [];
    }
  };
  return lines().flatMap(([label, value]) => (value === '' ? [] : [{ label, value }]));
}
