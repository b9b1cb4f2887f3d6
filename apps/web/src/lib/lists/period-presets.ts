import { addDays, type CalendarDay, isoWeekday } from '@checkwell/domain/clock';
import { today } from '../browser/time.ts';
import { useTranslations } from '../i18n/translations.ts';

/** Quick choices of a period that ends today. */
export function periodPresets(
  today: CalendarDay,
): readonly { readonly key: 'today' | 'week' | 'month'; readonly start: CalendarDay; readonly end: CalendarDay }[] {
  return [
    { key: 'today', start: today, end: today },
    { key: 'week', start: addDays(today, 1 - isoWeekday(today)), end: today },
    { key: 'month', start: `${today.slice(0, 8)}01`, end: today },
  ];
}

/** The same with their labels, for `PeriodFilter`. */
export function usePeriodPresets(): readonly { readonly label: string; readonly start: CalendarDay; readonly end: CalendarDay }[] {
  const t = useTranslations('common');
  return periodPresets(today()).map(({ key, start, end }) => ({ label: t(`period.${key}`), start, end }));
}
