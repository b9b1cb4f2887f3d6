import type { CheckLocation } from '@checkwell/domain/check/enums';
import { dayOfPrice } from '@checkwell/domain/check/price/price';
import { pricePartsOf } from '@checkwell/domain/check/price/price-parts';
import type { CalendarDay } from '@checkwell/domain/clock';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { today } from '../../../lib/browser/time.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { Card } from '../../../ui/content/Card.tsx';
import { cx } from '../../../ui/content/cx.ts';
import { Skeleton } from '../../../ui/content/Skeleton.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { companyQuery } from '../order.queries.ts';
import { ForecastMoment } from './ForecastMoment.tsx';
import { OrderRemarks } from './OrderRemarks.tsx';
import { CancelRule, PriceLines } from './PriceLines.tsx';
import type { Forecast } from './use-forecast.ts';

interface ForecastProps {
  readonly companyId: string;
  readonly locationCheck: CheckLocation | '';
  /** Of the incapacity; a day that is not filled in is empty. */
  readonly period: { readonly startDate: CalendarDay; readonly endDate: CalendarDay };
  readonly forecast: Forecast;
}

/**
 * The forecast of an order before it is sent: the price from the start, and once the form is complete the time and the remarks. Only a rule
 * of the order prevents sending.
 */
export function ForecastPanel({ companyId, locationCheck, period, forecast }: ForecastProps) {
  const t = useTranslations('order');
  const flags = forecast.state === 'ready' ? forecast.forecast.flags : [];
  const blocks = flags.filter(({ severity }) => severity === 'blocks');
  const remarks = flags.filter(({ severity }) => severity !== 'blocks');
  const isComplete = forecast.state !== 'none';
  return (
    <Card title={t('forecast.title')} hint={isComplete ? t('forecast.lead') : undefined}>
      <div aria-busy={forecast.state === 'loading'} className="flex flex-col gap-5">
        {blocks.length > 0 && (
          <Alert tone="danger" live={false} title={t('forecast.blocked')}>
            <OrderRemarks flags={blocks} />
          </Alert>
        )}
        {isComplete && (
          // Reserves the space of the answer, so that nothing below moves.
          <Part title={t('forecast.moment')} className="min-h-44">
            <Moment forecast={forecast} />
          </Part>
        )}
        <Part title={t('price.title')}>
          <Price companyId={companyId} locationCheck={locationCheck} period={period} forecast={forecast} />
        </Part>
        {isComplete && forecast.state !== 'failed' && (blocks.length === 0 || remarks.length > 0) && (
          <Part title={t('forecast.remarks')}>
            {forecast.state !== 'ready' ? (
              <Skeleton lines={3} height="0.85rem" />
            ) : remarks.length > 0 ? (
              <OrderRemarks flags={remarks} />
            ) : (
              <p className="text-xs">{t('forecast.noRemarks')}</p>
            )}
          </Part>
        )}
      </div>
    </Card>
  );
}

/** The total of the order, for the bar with the button; empty while it is not known, or hidden. */
export function OrderTotal({ companyId, locationCheck, period, forecast }: ForecastProps) {
  const t = useTranslations('order');
  const format = useFormat();
  const company = useQuery(companyQuery(companyId));
  const contractPrice = company.data?.company.checkPrice ?? null;
  if (contractPrice === null || forecast.state === 'loading') return null;
  const known =
    forecast.state === 'ready'
      ? forecast.forecast.price
      : pricePartsOf({ contractPrice, checkLocation: locationCheck || 'Office', checkDate: dayOfPrice(null, period, today()) });
  if (known === null) return null;
  return (
    <p className="text-right text-2xs text-muted max-sm:hidden">
      {t('price.total')}
      <span className="block text-sm font-semibold text-fg tabular-nums">{format.money(known.total)}</span>
    </p>
  );
}

function Part({ title, className, children }: { readonly title: string; readonly className?: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className={cx('min-w-0', className)}>
      <h3 className="mb-2 text-xs font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Moment({ forecast }: { readonly forecast: Forecast }) {
  const t = useTranslations('order');
  if (forecast.state !== 'failed') return <ForecastMoment forecast={forecast.state === 'ready' ? forecast.forecast : null} />;
  return (
    <div role="alert">
      <p className="mb-2 text-xs text-pretty text-muted">{t('forecast.failed')}</p>
      <Button size="xs" icon="refresh" loading={forecast.retrying} onClick={forecast.retry}>
        {t('common:retry')}
      </Button>
    </div>
  );
}

/**
 * The price at the proposed time; while that is not known, the price on a weekday, if one is left. Users who see no prices read whom to ask,
 * and when cancelling is no longer free.
 */
function Price({ companyId, locationCheck, period, forecast }: ForecastProps) {
  const t = useTranslations('order');
  const company = useQuery(companyQuery(companyId));
  const contractPrice = company.data?.company.checkPrice;
  if (contractPrice === null || (forecast.state === 'ready' && forecast.forecast.price === null)) {
    return (
      <>
        <p className="text-xs text-pretty">{t('price.hidden')}</p>
        <CancelRule />
      </>
    );
  }
  if (company.isError && forecast.state !== 'ready') {
    return (
      <>
        <p className="mb-2 text-xs text-muted">{t('common:priceFailed')}</p>
        <Button size="xs" icon="refresh" onClick={() => void company.refetch()}>
          {t('common:retry')}
        </Button>
      </>
    );
  }
  return (
    <PriceLines
      contractPrice={contractPrice}
      locationCheck={locationCheck}
      checkDate={dayOfPrice(null, period, today())}
      forecast={forecast.state === 'ready' ? forecast.forecast.price : forecast.state === 'loading' ? 'loading' : null}
    />
  );
}
