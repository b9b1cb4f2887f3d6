import type { CheckLocation } from '@checkwell/domain/check/enums';
import { PRICES, priceOf, vatOn } from '@checkwell/domain/check/price';
import { VAT_PERCENT } from '@checkwell/domain/constants';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../lib/format.ts';
import { useWords } from '../../lib/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { companyQuery } from './order.queries.ts';

/** What the check costs, before it is ordered: contract price, home supplement and VAT, and what cancelling would cost. */
export function OrderPrice({ companyId, locationCheck }: { companyId: string; locationCheck: CheckLocation | '' }) {
  const t = useWords('order');
  const format = useFormat();
  const { data, isError, refetch } = useQuery(companyQuery(companyId));
  if (isError) {
    return (
      <Card title={t('price.title')}>
        <p className="mb-2 text-xs text-muted">{t('price.failed')}</p>
        <Button size="xs" icon="refresh" onClick={() => void refetch()}>
          {t('common:retry')}
        </Button>
      </Card>
    );
  }
  const contractPrice = data?.company.checkPrice;
  if (contractPrice === undefined) {
    return (
      <Card title={t('price.title')}>
        <Skeleton lines={4} />
      </Card>
    );
  }
  const price = priceOf({ contractPrice, checkLocation: locationCheck || 'Office', checkDate: null });
  const lines = [
    { label: t('price.contract'), amount: contractPrice },
    ...(locationCheck === 'House'
      ? [
          { label: t('price.house'), amount: PRICES.houseSupplement },
          { label: t('price.subtotal'), amount: price },
        ]
      : []),
    { label: t('price.vat', { percent: format.number(VAT_PERCENT) }), amount: vatOn(price) },
  ];
  return (
    <Card title={t('price.title')}>
      <dl className="flex flex-col gap-1.5 text-xs tabular-nums">
        {lines.map(({ label, amount }) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-muted">{label}</dt>
            <dd>{format.money(amount)}</dd>
          </div>
        ))}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-2 font-semibold">
          <dt>{t('price.total')}</dt>
          <dd className="text-md" aria-live="polite">
            {format.money(price + vatOn(price))}
          </dd>
        </div>
      </dl>
      <p className="mt-3 text-2xs text-pretty text-muted">{t('price.weekend', { percent: format.number(PRICES.weekendPercent) })}</p>
      <p className="mt-1.5 text-2xs text-pretty text-muted">
        {t('price.cancel', {
          accepted: format.number(PRICES.cancelAcceptedPercent),
          late: format.number(PRICES.cancelLatePercent),
          hours: format.number(PRICES.lateHours),
        })}
      </p>
    </Card>
  );
}
