import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Skeleton } from '../../../ui/content/Skeleton.tsx';
import type { OrderForecast } from './use-forecast.ts';

/** The proposed time of the check with the reason; null while it loads. */
export function ForecastMoment({ forecast }: { readonly forecast: OrderForecast | null }) {
  const t = useTranslations('order');
  const format = useFormat();
  // An unannounced visit has a day and no time.
  const moment = (at: string | null, day: string | null) => (at ? format.moment(at) : day ? format.weekday(day) : t('forecast.none'));
  if (forecast === null) {
    return (
      <div>
        <p className="sr-only" role="status">
          {t('forecast.loading')}
        </p>
        <Skeleton lines={6} height="0.85rem" />
      </div>
    );
  }
  const { earliest, earliestDay, proposed, proposedDay, reason, doctors, placeKnown } = forecast;
  return (
    <div className="flex flex-col gap-2 text-xs">
      <dl className="flex flex-col gap-2">
        <div>
          <dt className="text-2xs text-muted">{t('forecast.proposed')}</dt>
          <dd className="text-sm font-semibold text-fg">{moment(proposed, proposedDay)}</dd>
        </div>
        <div>
          <dt className="text-2xs text-muted">{t('forecast.earliest')}</dt>
          <dd>{moment(earliest, earliestDay)}</dd>
        </div>
      </dl>
      {reason !== null && (
        <p className="text-pretty text-muted">
          {t(`forecast.reason.${reason}`)} {t('forecast.doctors', { count: doctors })}
        </p>
      )}
      {!placeKnown && <p className="text-pretty text-warning-fg">{t('forecast.placeUnknown')}</p>}
    </div>
  );
}
