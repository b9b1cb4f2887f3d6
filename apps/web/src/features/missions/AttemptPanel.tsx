import { attemptRule } from '@checkwell/domain/check/times/attempt';
import { isAttemptOf } from '@checkwell/domain/check/times/no-show';
import { DOCUMENT } from '@checkwell/domain/constants';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { uploadDocument } from '../../lib/api/documents.ts';
import { isOffline } from '../../lib/api/errors.ts';
import { gqlQuery } from '../../lib/api/query.ts';
import { currentPosition, type Position } from '../../lib/browser/position.ts';
import { clock } from '../../lib/browser/time.ts';
import { notifyError } from '../../lib/browser/toast.ts';
import { useDraft } from '../../lib/forms/draft.ts';
import { focusFirstError } from '../../lib/forms/first-error.ts';
import { applyServerIssues, useZodForm } from '../../lib/forms/form.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useMessageText } from '../../lib/i18n/use-message-text.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { ErrorState } from '../../ui/content/ErrorState.tsx';
import { Skeleton } from '../../ui/content/Skeleton.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Field, FormStack } from '../../ui/controls/Field.tsx';
import { Textarea } from '../../ui/controls/Textarea.tsx';
import { FileDrop } from '../../ui/documents/FileDrop.tsx';
import { useUploads } from '../../ui/documents/use-uploads.ts';
import { FormRadioGroup } from '../../ui/forms/FormControls.tsx';
import { MissionFormActions } from './MissionFormActions.tsx';
import { CardSlotsDocument } from './missions.gql.ts';
import type { ShownMission } from './missions.queries.ts';
import { attemptKeyOf } from './outbox/mission-drafts.ts';
import { type AttemptRequest, photoOf } from './outbox/outbox-actions.ts';
import { useAct } from './outbox/use-outbox.ts';

const PICTURES = DOCUMENT.mediaTypes.filter((type) => type.startsWith('image/'));
const NO_CARD = 'none';

/** Fields of the form; `cardStart`: the appointment on the card, or none. */
const attemptFormRule = z.extend(z.pick(attemptRule, { bell: true }), { cardStart: z.string() });

interface AttemptPanelProps {
  readonly mission: ShownMission;
  /** The version of the check when this is sent. */
  readonly version: number;
  /** A refused attempt to correct; if it was at the current visit, its time, position and photograph are kept. Absent for a new one. */
  readonly earlier?: AttemptRequest | undefined;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** Records that nobody was at home: the proof of the attempt, and the card with an appointment. */
export function AttemptPanel({ mission, version, earlier: refused, onBack, onDone }: AttemptPanelProps) {
  const t = useTranslations('missions');
  const messageText = useMessageText();
  const format = useFormat();
  const { id, companyId, authorizedExit, appointmentStart } = mission;
  // An attempt at a visit that was moved meanwhile says nothing about this one, which needs its own time, position and photograph.
  const earlier = refused && isAttemptOf(refused.input, mission) ? refused : undefined;
  const [attemptedAt] = useState(() => (earlier ? new Date(earlier.input.attemptedAt) : clock.now()));
  const [position, setPosition] = useState<Position | null>(earlier?.input.position ?? null);
  const form = useZodForm(attemptFormRule, { defaultValues: { bell: '', cardStart: '' } });
  const draft = useDraft(attemptKeyOf(mission), form);
  const cardStart = useWatch({ control: form.control, name: 'cardStart' });
  const isCardLeft = cardStart !== '' && cardStart !== NO_CARD;
  const slots = useQuery(gqlQuery({ document: CardSlotsDocument, variables: { id }, topics: ['check'], enabled: authorizedExit }));
  const free = slots.data?.cardSlots ?? [];
  // Without network the photograph is sent with the attempt.
  const photos = useUploads<{ readonly id: string } | { readonly file: File }>(async (file, onProgress, signal) => {
    try {
      return await uploadDocument(companyId, file, onProgress, signal);
    } catch (error) {
      if (!isOffline(error)) throw error;
      return { file };
    }
  }, 'abort');
  const save = useAct(mission, {
    success: t(isCardLeft ? 'attempt.savedCard' : 'attempt.saved'),
    onDone: () => {
      draft.clear();
      onDone();
    },
    onRefused: (error) => !applyServerIssues(form, error),
  });

  const hasEarlierPhoto = earlier !== undefined && (earlier.photo !== null || Boolean(earlier.input.photoId));
  const handleSubmit = form.handleSubmit(async (values) => {
    if (photos.holdsUp()) return;
    if (free.length > 0 && values.cardStart === '') {
      form.setError('cardStart', { type: 'rule', message: 'required' });
      focusFirstError();
      return;
    }
    const photo = photos.results.at(-1);
    const input = {
      attemptedAt: attemptedAt.toISOString(),
      appointmentStart: appointmentStart ?? '',
      bell: values.bell,
      position,
      photoId: photo ? ('id' in photo ? photo.id : null) : (earlier?.input.photoId ?? null),
      // The server refuses a time that is no longer free.
      cardStart: isCardLeft ? values.cardStart : null,
    };
    const kept = photo ? ('file' in photo ? await photoOf(photo.file) : null) : (earlier?.photo ?? null);
    save.act({ kind: 'recordAttempt', version, input, photo: kept }, attemptedAt);
  });

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event).catch(notifyError)} className="flex flex-col gap-4">
      <Alert tone="info" title={t('attempt.title')}>
        {t('attempt.text', { time: format.time(attemptedAt) })}
      </Alert>
      <Card title={t('attempt.what')}>
        <FormStack>
          <Field label={t('attempt.bell')} hint={t('attempt.bellHint')} required error={form.error('bell')}>
            <Textarea rows={2} {...form.register('bell')} />
          </Field>
          <PositionField position={position} onChange={setPosition} />
          {hasEarlierPhoto && photos.items.length === 0 && <p className="text-sm">{t('attempt.photoStays')}</p>}
          <FileDrop
            label={t('attempt.photo')}
            hint={t('attempt.photoHint')}
            error={photos.fieldError}
            accept={PICTURES}
            maxBytes={DOCUMENT.maxBytes}
            camera
            items={photos.items}
            onAdd={photos.add}
            onRefuse={photos.refuse}
            onRemove={photos.remove}
            onRetry={photos.retry}
          />
        </FormStack>
      </Card>
      <Card title={t('attempt.card')}>
        {!authorizedExit ? (
          <p className="text-sm">{t('attempt.exitNotAuthorized')}</p>
        ) : slots.isError && !slots.data && isOffline(slots.error) ? (
          <p className="text-sm">{t('outbox.cardOffline')}</p>
        ) : slots.isError && !slots.data ? (
          <ErrorState error={slots.error} onRetry={() => void slots.refetch()} />
        ) : slots.isPending ? (
          <Skeleton lines={3} height="3rem" />
        ) : free.length === 0 ? (
          <p className="text-sm">{t('attempt.cardNotPossible')}</p>
        ) : (
          <FormRadioGroup
            form={form}
            name="cardStart"
            legend={t('attempt.cardQuestion')}
            hint={t('attempt.cardHint')}
            required
            options={[
              ...free.map((start) => ({ value: start, label: format.momentLong(start) })),
              { value: NO_CARD, label: t('attempt.cardNone'), hint: messageText('validation:noShowNoCard') },
            ]}
          />
        )}
      </Card>
      <MissionFormActions submit={t('attempt.save')} busy={save.isPending} onBack={onBack} />
    </form>
  );
}

/** Reads the position of the phone, only when the button is pressed. */
function PositionField({
  position,
  onChange,
}: {
  readonly position: Position | null;
  readonly onChange: (position: Position | null) => void;
}) {
  const t = useTranslations('missions');
  const format = useFormat();
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle');
  const ask = async () => {
    setState('asking');
    const found = await currentPosition();
    setState(found === null ? 'failed' : 'idle');
    onChange(found);
  };
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="text-xs font-medium text-fg">{t('attempt.position')}</p>
      <p role="status" className="text-xs empty:hidden">
        {position !== null
          ? t('attempt.positionAdded', { metres: format.number(position.accuracyMetres) })
          : state === 'failed'
            ? t('attempt.positionFailed')
            : null}
      </p>
      <div>
        {position === null ? (
          <Button icon="mapPin" size="md" loading={state === 'asking'} onClick={() => void ask()}>
            {t('attempt.positionAdd')}
          </Button>
        ) : (
          <Button icon="x" size="md" onClick={() => onChange(null)}>
            {t('attempt.positionRemove')}
          </Button>
        )}
      </div>
      <p className="text-2xs text-muted">{t('attempt.positionHint')}</p>
    </div>
  );
}
