import { type CalendarDay, dayOf } from '@checkwell/domain/clock';
import { useEffect, useId, useRef } from 'react';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { cx } from '../../ui/content/cx.ts';
import type { CheckMomentsQuery } from './planning.gql.ts';

export type Moments = CheckMomentsQuery['checkMoments'];

interface DayStripProps {
  readonly moments: Moments;
  readonly value: CalendarDay;
  readonly onChange: (day: CalendarDay) => void;
}

/** The days of the period side by side, with the doctors who are free on each; native radio buttons underneath. */
export function DayStrip({ moments: { days, proposed }, value, onChange }: DayStripProps) {
  const t = useTranslations('planning');
  const format = useFormat();
  const name = useId();
  const strip = useRef<HTMLDivElement>(null);
  const proposedDay = proposed === null ? null : dayOf(new Date(proposed));
  useEffect(() => {
    const chosen = strip.current?.querySelector<HTMLElement>(`[data-day='${value}']`);
    if (chosen && strip.current) strip.current.scrollLeft = chosen.offsetLeft - strip.current.clientWidth / 2 + chosen.clientWidth / 2;
  }, [value]);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-2xs text-muted">{t('find.days')}</legend>
      <div ref={strip} className="relative flex snap-x snap-mandatory scroll-px-0.5 gap-1.5 overflow-x-auto p-0.5 pb-2">
        {days.map(({ day, doctors }) => (
          <label
            key={day}
            data-day={day}
            className={cx(
              'relative flex min-h-11 shrink-0 snap-start flex-col justify-center rounded-control border border-line px-2.5 py-1.5 text-2xs whitespace-nowrap select-none',
              doctors === 0 ? 'bg-sunken text-muted' : 'text-fg hover:bg-hover',
              'has-checked:border-brand has-checked:bg-brand-soft has-checked:text-fg',
              'has-focus-visible:outline-2 has-focus-visible:outline-ring',
            )}
          >
            <input
              type="radio"
              name={name}
              value={day}
              checked={value === day}
              onChange={() => onChange(day)}
              className="absolute inset-0 appearance-none rounded-control outline-none!"
            />
            <span className="font-semibold">{format.weekday(day)}</span>
            <span className={cx(doctors > 0 && 'text-muted')}>
              {doctors > 0 ? t('find.free', { count: doctors }) : t('find.noneFree')}
              {day === proposedDay && <span className="font-semibold text-brand-fg"> · {t('find.proposed')}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
