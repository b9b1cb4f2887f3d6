import { IDENTITY_PROMISE_MINUTES } from '@checkwell/domain/constants';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Stat, StatGrid } from '../../ui/content/Stat.tsx';
import { figuresQuery } from './identities.queries.ts';

/** How fast identities are confirmed, compared with the promised time. */
export function Figures({ refetchInterval }: { readonly refetchInterval: number }) {
  const t = useTranslations('identities');
  const format = useFormat();
  const { data, isError } = useQuery({ ...figuresQuery, refetchInterval });
  // The list below shows the failure.
  if (isError && !data) return null;
  const figures = data?.signUpFigures;
  const minutes = (value: number | null | undefined) => (value === undefined ? undefined : value === null ? '–' : format.number(value));
  const tone = (value: number | null | undefined) =>
    value !== null && value !== undefined && value > IDENTITY_PROMISE_MINUTES ? 'danger' : 'neutral';
  const promise = t('figure.promise', { minutes: IDENTITY_PROMISE_MINUTES });
  return (
    <StatGrid>
      <Stat label={t('figure.waiting')} value={figures && format.number(figures.waiting)} />
      <Stat
        label={t('figure.oldest')}
        value={minutes(figures?.oldestMinutes)}
        unit={figures?.oldestMinutes !== null && 'min'}
        trend={{ text: promise, tone: tone(figures?.oldestMinutes) }}
      />
      <Stat
        label={t('figure.median')}
        value={minutes(figures?.medianMinutes)}
        unit={figures?.medianMinutes !== null && 'min'}
        trend={{ text: promise, tone: tone(figures?.medianMinutes) }}
        hint={t('figure.last30')}
      />
      <Stat
        label={t('figure.within', { minutes: IDENTITY_PROMISE_MINUTES })}
        value={figures && (figures.decided === 0 ? '–' : format.percent(figures.withinPromise / figures.decided, 0))}
        hint={figures && (figures.decided === 0 ? t('figure.none') : t('figure.ofDecided', { count: figures.decided }))}
      />
    </StatGrid>
  );
}
