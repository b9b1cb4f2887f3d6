import { dayOf, instantAt, timeOf } from '@checkwell/domain/clock';
import { TEXT } from '@checkwell/domain/constants';
import type { OfferView } from '@checkwell/domain/offers/contract';
import { DECLINE_REASONS, type DeclineReason } from '@checkwell/domain/offers/states';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { queryClient, useChange } from '../../lib/api/query.ts';
import { today } from '../../lib/browser/time.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useMessageText } from '../../lib/i18n/use-message-text.ts';
import { Card } from '../../ui/content/Card.tsx';
import { DatePicker } from '../../ui/controls/DatePicker.tsx';
import { Field, FormStack } from '../../ui/controls/Field.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { Textarea } from '../../ui/controls/Textarea.tsx';
import { ThumbButton } from '../../ui/controls/ThumbButton.tsx';
import { TimeField } from '../../ui/controls/TimeField.tsx';
import { answerOffer, type OfferAnswer, offerKey } from './offers.calls.ts';

/** The answers to an offer: yes with one press, no with a reason, or another time. */
export function OfferAnswers({ token, offer }: { readonly token: string; readonly offer: OfferView }) {
  const t = useTranslations('offers');
  const [asking, setAsking] = useState<'Decline' | 'Propose'>();
  const [moment, setMoment] = useState<string>();
  const answer = useChange((said: OfferAnswer) => answerOffer(token, said), {
    onSuccess: (known) => queryClient.setQueryData(offerKey(token), known),
    onError: (error) => {
      // Another doctor was first, or the offer has expired: the page shows the current state.
      if (error instanceof ApiError && error.code === 'offer.closed') void queryClient.invalidateQueries({ queryKey: offerKey(token) });
      const fieldError = error instanceof ApiError ? error.issues.find(({ path }) => path === 'appointmentStart')?.message : undefined;
      setMoment(fieldError);
      return fieldError === undefined;
    },
  });
  const send = (said: OfferAnswer) => answer.mutate(said);
  return (
    <Card title={t('answer.title')}>
      <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap">
        {/* Not the main button while another answer is being written. */}
        <ThumbButton
          variant={asking ? 'secondary' : 'primary'}
          loading={answer.isPending && asking === undefined}
          onClick={() => send({ answer: 'Accept' })}
        >
          {t('answer.accept')}
        </ThumbButton>
        <ThumbButton aria-expanded={asking === 'Propose'} onClick={() => setAsking('Propose')}>
          {t('answer.propose')}
        </ThumbButton>
        <ThumbButton aria-expanded={asking === 'Decline'} onClick={() => setAsking('Decline')}>
          {t('answer.decline')}
        </ThumbButton>
      </div>
      {asking === 'Decline' && <Decline busy={answer.isPending} onSend={send} onClose={() => setAsking(undefined)} />}
      {asking === 'Propose' && (
        <Propose
          offer={offer}
          fieldError={moment}
          busy={answer.isPending}
          onSend={send}
          onClose={() => {
            setMoment(undefined);
            setAsking(undefined);
          }}
        />
      )}
    </Card>
  );
}

interface AnswerFormProps {
  readonly busy: boolean;
  readonly onSend: (answer: OfferAnswer) => void;
  readonly onClose: () => void;
}

function Decline({ busy, onSend, onClose }: AnswerFormProps) {
  const t = useTranslations('offers');
  const messageText = useMessageText();
  const [reason, setReason] = useState<DeclineReason | ''>('');
  const [comment, setComment] = useState('');
  const [tried, setTried] = useState(false);
  // "Other" alone tells the planners nothing.
  const lacksWords = reason === 'Other' && comment.trim() === '';
  const missing = messageText('validation:reasonRequired');
  return (
    <AnswerForm
      label={t('answer.decline')}
      busy={busy}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if (reason !== '' && !lacksWords) onSend({ answer: 'Decline', reason, comment });
      }}
    >
      <Field label={t('answer.reason')} required error={tried && reason === '' ? missing : undefined}>
        <Select
          value={reason}
          onChange={(event) => setReason(event.target.value as DeclineReason | '')}
          placeholder={t('common:select.placeholder')}
          options={DECLINE_REASONS.map((value) => ({ value, label: t(`reason.${value}`) }))}
        />
      </Field>
      <Field label={t('answer.comment')} required={reason === 'Other'} error={tried && lacksWords ? missing : undefined}>
        <Textarea rows={2} maxLength={TEXT.reason} value={comment} onChange={(event) => setComment(event.target.value)} />
      </Field>
    </AnswerForm>
  );
}

function Propose({
  offer,
  fieldError,
  busy,
  onSend,
  onClose,
}: AnswerFormProps & { readonly offer: OfferView; readonly fieldError: string | undefined }) {
  const t = useTranslations('offers');
  const messageText = useMessageText();
  const start = new Date(offer.appointmentStart);
  const [day, setDay] = useState<string>(dayOf(start));
  const [time, setTime] = useState<string>(timeOf(start));
  const [comment, setComment] = useState('');
  const [tried, setTried] = useState(false);
  const missing = tried && (day === '' || time === '') ? 'momentRequired' : undefined;
  return (
    <AnswerForm
      label={t('answer.propose')}
      busy={busy}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if (day !== '' && time !== '') onSend({ answer: 'Propose', appointmentStart: instantAt(day, time).toISOString(), comment });
      }}
    >
      <div className="flex flex-wrap items-start gap-3">
        <Field label={t('answer.day')} required error={messageText(missing ?? fieldError)}>
          <DatePicker label={t('answer.day')} value={day} onChange={setDay} min={today()} />
        </Field>
        <Field label={t('answer.time')} required>
          <TimeField value={time} onChange={setTime} className="min-w-24" />
        </Field>
      </div>
      <Field label={t('answer.comment')}>
        <Textarea rows={2} maxLength={TEXT.reason} value={comment} onChange={(event) => setComment(event.target.value)} />
      </Field>
    </AnswerForm>
  );
}

function AnswerForm({
  label,
  busy,
  onSubmit,
  onClose,
  children,
}: {
  readonly label: string;
  readonly busy: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const t = useTranslations('offers');
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }
  return (
    <form noValidate aria-label={label} onSubmit={handleSubmit} className="mt-4 rounded-md bg-sunken p-3">
      <FormStack>
        {children}
        <div className="flex flex-wrap gap-2">
          <ThumbButton type="submit" variant="primary" loading={busy}>
            {t('answer.send')}
          </ThumbButton>
          <ThumbButton onClick={onClose}>{t('common:cancel')}</ThumbButton>
        </div>
      </FormStack>
    </form>
  );
}
