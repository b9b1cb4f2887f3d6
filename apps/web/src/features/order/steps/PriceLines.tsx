import type { CheckLocation } from '@checkwell/domain/check/enums';
import { PRICES } from '@checkwell/domain/check/price/price';
import { type PriceParts, pricePartsOf } from '@checkwell/domain/check/price/price-parts';
import type { CalendarDay } from '@checkwell/domain/clock';
import { VAT_PERCENT } from '@checkwell/domain/constants';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Skeleton } from '../../../ui/content/Skeleton.tsx';

interface PriceLinesProps {
  /** The company's own price of a check, in cents; undefined while it is not known. */
  readonly contractPrice: number | undefined;
  readonly locationCheck: CheckLocation | '';
  /** The day of `dayOfPrice`, until a time is known. */
  readonly checkDate: CalendarDay | null;
  /** The price at the proposed time; `loading` while it loads; null when the time is not known. */
  readonly forecast: PriceParts | 'loading' | null;
}

/** The price of the check by line, including VAT, and the fee for cancelling it. */
export function PriceLines({ contractPrice, locationCheck, checkDate, forecast }: PriceLinesProps) {
  const t = useTranslations('order');
  const format = useFormat();
  const known = contractPrice === undefined ? null : pricePartsOf({ contractPrice, checkLocation: locationCheck || 'Office', checkDate });
  const price = forecast === 'loading' ? null : (forecast ?? known);
  const shape = price ?? known;
  const supplements = shape !== null && shape.houseSupplement + shape.weekendSupplement > 0;
  const amount = (cents: number | undefined) => (cents === undefined ? <Skeleton width="4rem" className="my-0.5" /> : format.money(cents));
  const lines = [
    { label: t('price.contract'), cents: price?.contract },
    ...(shape?.houseSupplement ? [{ label: t('price.house'), cents: price?.houseSupplement }] : []),
    ...(shape?.weekendSupplement
      ? [
          {
            label: t('price.weekendSupplement', { percent: format.number(PRICES.weekendPercent) }),
            cents: price?.weekendSupplement,
          },
        ]
      : []),
    ...(supplements ? [{ label: t('price.subtotal'), cents: price?.subtotal }] : []),
    { label: t('common:vat', { percent: format.number(VAT_PERCENT) }), cents: price?.vat },
  ];
  return (
    <>
      <dl className="flex flex-col gap-1.5 text-xs tabular-nums">
        {lines.map(({ label, cents }) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-muted">{label}</dt>
            <dd>{amount(cents)}</dd>
          </div>
        ))}
        <div className="mt-1 flex h-8 items-center justify-between gap-4 border-t border-line pt-2 font-semibold">
          <dt>{t('price.total')}</dt>
          <dd className="text-md" aria-live="polite">
            {amount(price?.total)}
          </dd>
        </div>
      </dl>
      {!shape?.weekendSupplement && (
        <p className="mt-3 text-2xs text-pretty text-muted">{t('price.weekend', { percent: format.number(PRICES.weekendPercent) })}</p>
      )}
      <CancelRule />
    </>
  );
}

/** When cancelling is not free, without an amount. */
export function CancelRule() {
  const t = useTranslations('order');
  const format = useFormat();
  return (
    <p className="mt-1.5 text-2xs text-pretty text-muted">
      {t('common:cancelRule', {
        accepted: format.number(PRICES.cancelAcceptedPercent),
        late: format.number(PRICES.cancelLatePercent),
        hours: format.number(PRICES.lateHours),
      })}
    </p>
  );
}
