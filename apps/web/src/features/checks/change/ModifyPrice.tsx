import type { CheckLocation } from '@checkwell/domain/check/enums';
import { PRICES } from '@checkwell/domain/check/price/price';
import type { CalendarDay } from '@checkwell/domain/clock';
import { useQuery } from '@tanstack/react-query';
import { today } from '../../../lib/browser/time.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { Skeleton } from '../../../ui/content/Skeleton.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { contractQuery, type WholeCheck } from '../check.queries.ts';
import { modifiedPrice } from './modify-price.ts';

interface ModifyPriceProps {
  readonly check: WholeCheck;
  /** What the form says now. */
  readonly checkLocation: CheckLocation;
  readonly startDate: CalendarDay;
  readonly endDate: CalendarDay;
  readonly keepsAppointment: boolean;
}

/** The price of the check before and after the change, including VAT; empty for users who do not see the price. */
export function ModifyPrice({ check, ...change }: ModifyPriceProps) {
  const { companyTotalPrice } = check;
  return companyTotalPrice === null ? null : <PriceChange check={{ ...check, companyTotalPrice }} {...change} />;
}

interface PriceChangeProps extends ModifyPriceProps {
  readonly check: WholeCheck & { readonly companyTotalPrice: number };
}

function PriceChange({ check, ...change }: PriceChangeProps) {
  const t = useTranslations('checks');
  const format = useFormat();
  const company = useQuery(contractQuery(check.companyId));
  const contractPrice = company.data?.company.checkPrice;
  if (typeof contractPrice !== 'number') {
    return company.isError ? (
      <Alert
        tone="warning"
        action={
          <Button size="xs" icon="refresh" loading={company.isFetching} onClick={() => void company.refetch()}>
            {t('common:retry')}
          </Button>
        }
      >
        {t('common:priceFailed')}
      </Alert>
    ) : (
      <Skeleton lines={2} height="1.25rem" />
    );
  }
  const { before, after } = modifiedPrice(check, change, contractPrice, today());
  const changes = before.excl !== after.excl;
  return (
    <div aria-live="polite">
      <Alert
        tone={changes ? 'warning' : 'neutral'}
        title={
          changes
            ? t('modify.priceChanges', { before: format.money(before.incl), after: format.money(after.incl) })
            : t('modify.priceStays', { incl: format.money(after.incl) })
        }
      >
        {changes
          ? t('modify.priceChangesExcl', { before: format.money(before.excl), after: format.money(after.excl) })
          : t('price.exclVat', { amount: format.money(after.excl) })}
        <p className="mt-0.5">{t('modify.priceDay', { percent: format.number(PRICES.weekendPercent) })}</p>
      </Alert>
    </div>
  );
}
