import { type CalendarDay, dayOf, daysBetween } from '@checkwell/domain/clock';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import {
  formatBytes,
  formatDate,
  formatDateLong,
  formatDateRange,
  formatDateTime,
  formatDayMonth,
  formatDays,
  formatKm,
  formatList,
  formatMinutes,
  formatMoment,
  formatMomentLong,
  formatMoney,
  formatMonth,
  formatNumber,
  formatPercent,
  formatPhone,
  formatTime,
  formatWeekday,
  localeOf,
  type Missing,
  NOTHING,
} from '@checkwell/messages/formats';
import { clock } from '../browser/time.ts';
import { i18n, useLanguage } from './i18n.ts';

export { localeOf };

/** `5 minutes ago`, `yesterday`; within a minute of now: "just now". From 24 hours on, days of the calendar in Belgium count. */
export function formatRelative(value: string | Date | Missing, language: InterfaceLanguage, now: Date = clock.now()): string {
  if (!value) return NOTHING;
  const seconds = Math.round((new Date(value).getTime() - now.getTime()) / 1000);
  const format = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' });
  const size = Math.abs(seconds);
  if (size < 60) return i18n.t('common:relative.now', { lng: language });
  if (size < 3600) return format.format(Math.trunc(seconds / 60), 'minute');
  if (size < 86_400) return format.format(Math.trunc(seconds / 3600), 'hour');
  return format.format(daysBetween(dayOf(now), dayOf(new Date(value))), 'day');
}

/** `today`, `tomorrow`, `in 3 days`, `5 days ago` for a calendar day. */
export function formatRelativeDay(day: CalendarDay | Missing, language: InterfaceLanguage, today: CalendarDay = clock.today()): string {
  if (!day) return NOTHING;
  return new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' }).format(daysBetween(today, day), 'day');
}

/** Every formatter in the interface language. */
export function useFormat() {
  const language = useLanguage();
  return {
    date: (value: CalendarDay | Date | Missing) => formatDate(value, language),
    dateLong: (value: CalendarDay | Date | Missing) => formatDateLong(value, language),
    dayMonth: (value: CalendarDay | Date | Missing) => formatDayMonth(value, language),
    month: (value: CalendarDay | Date | Missing) => formatMonth(value, language),
    /** 1: Monday; the first day of 2024 was one. */
    weekdayName: (weekday: number) =>
      new Intl.DateTimeFormat(localeOf(language), { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, weekday))),
    weekday: (value: CalendarDay | Date | Missing) => formatWeekday(value, language),
    time: (value: string | Date | Missing) => formatTime(value, language),
    dateTime: (value: string | Date | Missing) => formatDateTime(value, language),
    moment: (value: string | Date | Missing) => formatMoment(value, language),
    momentLong: (value: string | Date | Missing) => formatMomentLong(value, language),
    dateRange: (start: CalendarDay | Missing, end: CalendarDay | Missing) => formatDateRange(start, end, language),
    relative: (value: string | Date | Missing) => formatRelative(value, language),
    relativeDay: (value: CalendarDay | Missing) => formatRelativeDay(value, language),
    money: (cents: number | Missing) => formatMoney(cents, language),
    number: (value: number | Missing, digits?: number) => formatNumber(value, language, digits),
    percent: (share: number | Missing, digits?: number) => formatPercent(share, language, digits),
    km: (value: number | Missing) => formatKm(value, language),
    minutes: (value: number | Missing) => formatMinutes(value, language),
    days: (value: number | Missing, digits?: number) => formatDays(value, language, digits),
    bytes: (value: number | Missing) => formatBytes(value, language),
    list: (values: readonly string[]) => formatList(values, language),
    phone: (value: string | Missing) => formatPhone(value),
  };
}
