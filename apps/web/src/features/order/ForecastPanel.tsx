import type { CheckLocation } from '@checkwell/domain/check/enums';
import { dayOfPrice } from '@checkwell/domain/check/price';
import type { CalendarDay } from '@checkwell/domain/clock';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { today } from '../../lib/time.ts';
import { useWords } from '../../lib/words.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ForecastMoment } from './ForecastMoment.tsx';
import { OrderRemarks } from './OrderRemarks.tsx';
import { companyQuery } from './order.queries.ts';
import { PriceLines } from './PriceLines.tsx';
import { blockOf, type Forecast } from './use-forecast.ts';

interface ForecastProps {
  readonly companyId: string;
  readonly locationCheck: CheckLocation | '';
  /** Of the incapacity; a day that is not filled in is empty. */
  readonly period: { readonly startDate: CalendarDay; readonly endDate: CalendarDay };
  readonly forecast: Forecast;
}

/** Beside the steps: what the order would cost, and as soon as it is complete when it would take place. */
export function ForecastAside({ companyId, locationCheck, period, forecast }: ForecastProps) {
  const t = useWords('order');
  const block = blockOf(forecast);
  return (
    <div className="flex flex-col gap-5">
      <Card title={t('price.title')}>
        <Price companyId={companyId} locationCheck={locationCheck} period={period} forecast={forecast} />
      </Card>
      {forecast.state !== 'none' && (
        <Card title={t('forecast.moment')}>
          <div aria-busy={forecast.state === 'loading'} className="flex min-h-36 flex-col gap-3">
            <Moment forecast={forecast} />
            {block && <OrderRemarks flags={[block]} />}
          </div>
        </Card>
      )}
    </div>
  );
}

/** Before the order is sent: price, moment and remarks on one panel. It is a forecast, and says so; only what the rule refuses is in the way. */
export function BeforeYouSend({ companyId, locationCheck, period, forecast }: ForecastProps) {
  const t = useWords('order');
  const flags = forecast.state === 'ready' ? forecast.forecast.flags : [];
  const blocks = flags.filter(({ severity }) => severity === 'blocks');
  const remarks = flags.filter(({ severity }) => severity !== 'blocks');
  return (
    <Card title={t('forecast.title')} hint={t('forecast.lead')} className="shadow-none">
      <div aria-busy={forecast.state === 'loading'} className="flex flex-col gap-4">
        {blocks.length > 0 && (
          <Alert tone="danger" live={false} title={t('forecast.blocked')}>
            <OrderRemarks flags={blocks} />
          </Alert>
        )}
        <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
          {/* Room for the answer from the beginning: what stands below keeps its place. */}
          <Part title={t('forecast.moment')} className="min-h-44">
            <Moment forecast={forecast} />
          </Part>
          <Part title={t('price.title')}>
            <Price companyId={companyId} locationCheck={locationCheck} period={period} forecast={forecast} />
          </Part>
        </div>
        {forecast.state !== 'failed' && (blocks.length === 0 || remarks.length > 0) && (
          // Room for two remarks with their law: few orders have more, and what stands below keeps its place.
          <Part title={t('forecast.remarks')} className="min-h-48 sm:min-h-32">
            {forecast.state !== 'ready' ? (
              <RemarksRoom />
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

function RemarksRoom() {
  return (
    <div className="flex flex-col gap-5">
      <Skeleton lines={2} height="0.85rem" />
      <Skeleton lines={2} height="0.85rem" />
    </div>
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
  const t = useWords('order');
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

/** The price of the proposed moment; where that is not known, of a weekday as long as there is one left. */
function Price({ companyId, locationCheck, period, forecast }: ForecastProps) {
  const t = useWords('order');
  const company = useQuery(companyQuery(companyId));
  if (company.isError && forecast.state !== 'ready') {
    return (
      <>
        <p className="mb-2 text-xs text-muted">{t('price.failed')}</p>
        <Button size="xs" icon="refresh" onClick={() => void company.refetch()}>
          {t('common:retry')}
        </Button>
      </>
    );
  }
  return (
    <PriceLines
      contractPrice={company.data?.company.checkPrice}
      locationCheck={locationCheck}
      checkDate={dayOfPrice(null, period, today())}
      forecast={forecast.state === 'ready' ? forecast.forecast.price : forecast.state === 'loading' ? 'loading' : null}
    />
  );
}
