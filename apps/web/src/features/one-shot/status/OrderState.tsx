import type { OneShotView } from '@checkwell/domain/one-shot/contract';
import { errorText } from '../../../lib/api/errors.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { SOFT, type Tone } from '../../../ui/content/Badge.tsx';
import { Card } from '../../../ui/content/Card.tsx';
import { cx } from '../../../ui/content/cx.ts';
import { Icon, type IconName } from '../../../ui/content/Icon.tsx';
import { Spinner } from '../../../ui/content/Spinner.tsx';
import { LinkButton } from '../../../ui/controls/LinkButton.tsx';
import { type OrderStage, STAGES, stageOf, stagesDone } from './order-stage.ts';

const LOOKS: Record<OrderStage, { tone: Tone; icon: IconName }> = {
  awaiting: { tone: 'info', icon: 'clock' },
  processing: { tone: 'info', icon: 'clock' },
  declined: { tone: 'danger', icon: 'xCircle' },
  canceled: { tone: 'warning', icon: 'alert' },
  expired: { tone: 'neutral', icon: 'clock' },
  refunded: { tone: 'neutral', icon: 'rotate' },
  paid: { tone: 'success', icon: 'checkCircle' },
  planned: { tone: 'success', icon: 'calendarCheck' },
  review: { tone: 'info', icon: 'eye' },
  problem: { tone: 'warning', icon: 'alert' },
  cancelled: { tone: 'neutral', icon: 'xCircle' },
  done: { tone: 'success', icon: 'checkCircle' },
};

/** The state of the payment and of the check. Screen readers announce changes. */
export function OrderState({ order, failed }: { readonly order: OneShotView; readonly failed: Error | null }) {
  const t = useTranslations('oneShot');
  const language = useLanguage();
  const stage = stageOf(order);
  const { tone, icon } = LOOKS[stage];
  return (
    <Card>
      <div role="status" className="flex items-start gap-3.5">
        <span className={cx('grid size-10 shrink-0 place-items-center rounded-full', SOFT[tone])}>
          {stage === 'processing' ? <Spinner size={20} /> : <Icon name={icon} size={20} />}
        </span>
        <div className="min-w-0">
          <h2 className="text-md font-semibold tracking-tight">{t(`status.${stage}.title`)}</h2>
          <Explanation order={order} stage={stage} />
        </div>
      </div>
      {failed && (
        <Alert tone="warning" className="mt-4">
          {errorText(failed, language)}
        </Alert>
      )}
      {stage === 'expired' && (
        <div className="mt-4">
          <LinkButton to="/one-shot-check" variant="primary" size="md">
            {t('status.new')}
          </LinkButton>
        </div>
      )}
      {order.state === 'Paid' && stage !== 'cancelled' && <Progress order={order} />}
    </Card>
  );
}

function Explanation({ order, stage }: { readonly order: OneShotView; readonly stage: OrderStage }) {
  const t = useTranslations('oneShot', 'enums');
  const format = useFormat();
  const until = format.dateTime(order.payableUntil);
  const { decline } = order.attempt ?? { decline: null };
  const { appointmentStart, plannedDay } = order.check ?? { appointmentStart: null, plannedDay: null };
  const sentences: Record<OrderStage, readonly (string | null)[]> = {
    awaiting: [t('status.awaiting.text', { until })],
    processing: [t('status.processing.text')],
    declined: [decline && t(`enums:paymentDecline.${decline}`), t('status.declined.text', { until })],
    canceled: [t('status.declined.text', { until })],
    expired: [t('status.expired.text')],
    refunded: [t('status.refunded.text', { total: format.money(order.refundedCents) })],
    paid: [t('status.paid.text')],
    planned: [
      appointmentStart
        ? t('status.planned.at', { moment: format.momentLong(appointmentStart) })
        : plannedDay && t('status.planned.day', { day: format.dateLong(plannedDay) }),
      t('status.planned.text'),
    ],
    review: [t('status.review.text')],
    problem: [t('status.problem.text')],
    cancelled: [t('status.cancelled.text')],
    done: [t('status.done.text', { email: order.invoicingEmailHint ?? '' })],
  };
  return sentences[stage].map(
    (sentence) =>
      sentence && (
        <p key={sentence} className="mt-1 text-sm text-pretty text-muted">
          {sentence}
        </p>
      ),
  );
}

function Progress({ order }: { readonly order: OneShotView }) {
  const t = useTranslations('oneShot');
  const done = stagesDone(order);
  return (
    <ol aria-label={t('status.progress')} className="mt-5 grid gap-2 border-t border-line pt-4 sm:grid-cols-4">
      {STAGES.map((stage, index) => {
        const isDone = index < done;
        const isNow = index === done;
        return (
          <li key={stage} aria-current={isNow ? 'step' : undefined} className="flex items-center gap-2 text-xs sm:flex-col sm:items-start">
            <span
              aria-hidden="true"
              className={cx('h-1 w-full rounded-full max-sm:hidden', isDone ? 'bg-brand-fg' : isNow ? 'bg-brand-fg/40' : 'bg-line')}
            />
            <span className={cx('flex items-center gap-1.5', isNow ? 'font-semibold text-fg' : 'text-muted')}>
              <Icon name={isDone ? 'checkCircle' : isNow ? 'arrowRight' : 'minus'} size={14} />
              {t(`status.stage.${stage}`)}
              {isNow && <span className="sr-only">({t('status.stage.now')})</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
