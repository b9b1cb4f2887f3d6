import { VAT_PERCENT } from '@checkwell/domain/constants';
import { type Amounts, ONE_SHOT_AMOUNTS } from '@checkwell/domain/one-shot/price';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Card } from '../../../ui/content/Card.tsx';

/** What is to be paid, line by line (specification, section 9). */
export function OrderPrice({ amounts = ONE_SHOT_AMOUNTS }: { readonly amounts?: Amounts }) {
  const t = useTranslations('oneShot');
  const format = useFormat();
  const lines = [
    { label: t('price.check'), cents: amounts.netCents },
    { label: t('common:vat', { percent: format.number(VAT_PERCENT) }), cents: amounts.vatCents },
  ];
  return (
    <dl className="flex flex-col gap-1.5 text-xs tabular-nums">
      {lines.map(({ label, cents }) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="text-muted">{label}</dt>
          <dd>{format.money(cents)}</dd>
        </div>
      ))}
      <div className="mt-1 flex items-center justify-between gap-4 border-t border-line pt-2 font-semibold">
        <dt>{t('price.total')}</dt>
        <dd className="text-md">{format.money(amounts.totalCents)}</dd>
      </div>
    </dl>
  );
}

/** The price, beside the steps, before the payment. */
export function OrderPriceCard() {
  const t = useTranslations('oneShot');
  const format = useFormat();
  return (
    <Card title={t('price.total')}>
      <p className="text-xl font-semibold tracking-tight tabular-nums">{format.money(ONE_SHOT_AMOUNTS.totalCents)}</p>
      <p className="mt-1 text-2xs text-pretty text-muted">{t('price.included')}</p>
    </Card>
  );
}
