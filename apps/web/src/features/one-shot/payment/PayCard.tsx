import type { OneShotView } from '@checkwell/domain/one-shot/contract';
import { useState } from 'react';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Card } from '../../../ui/content/Card.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { CardArea } from './CardArea.tsx';
import { usePayment } from './use-payment.ts';

interface PayCardProps {
  readonly order: OneShotView;
  readonly onOutcome: (order: OneShotView) => Promise<unknown>;
}

/** The payment of an order that is already placed: only the card is asked for. The attempt begins on request. */
export function PayCard({ order, onOutcome }: PayCardProps) {
  const t = useTranslations('oneShot');
  const format = useFormat();
  const [wanted, setWanted] = useState(false);
  const again = order.availableActions.includes('payAgain');
  return (
    <Card title={t('status.payTitle')}>
      {wanted ? (
        <PayForm order={order} onOutcome={onOutcome} />
      ) : (
        <Button variant="primary" size="md" icon="lock" onClick={() => setWanted(true)}>
          {again ? t('status.payAgain') : t('payment.pay', { total: format.money(order.totalCents) })}
        </Button>
      )}
    </Card>
  );
}

function PayForm({ order, onOutcome }: PayCardProps) {
  const t = useTranslations('oneShot');
  const format = useFormat();
  const payment = usePayment(order.token, order.totalCents, onOutcome);
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        payment.pay();
      }}
    >
      <CardArea payment={payment} token={order.token} />
      <Button
        type="submit"
        variant="primary"
        size="md"
        icon="lock"
        className="self-start"
        loading={payment.state === 'loading' || payment.state === 'paying'}
      >
        {payment.state === 'paying'
          ? t(payment.notice?.kind === 'unknown' ? 'payment.asking' : 'payment.paying')
          : t('payment.pay', { total: format.money(order.totalCents) })}
      </Button>
    </form>
  );
}
