import { BELGIAN_TIME_ZONE, type CalendarDay } from '@checkwell/domain/clock';
import type { MessageLanguage } from './index.ts';

/** This file formats all values for screens, e-mails and documents. Calendar days have no time zone; instants are shown in Belgian time. */
const LOCALES = { en: 'en-GB', fr: 'fr-BE', nl: 'nl-BE', de: 'de-BE' } as const satisfies Record<MessageLanguage, string>;

/** Shown for a missing value. */
export const NOTHING = '–';

export type Missing = null | undefined | '';

/** The BCP 47 locale of a language for Intl, such as `en-GB`. */
export function localeOf(language: MessageLanguage): string {
  return LOCALES[language];
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();
function dateFormat(language: MessageLanguage, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  const known = dateFormats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat(LOCALES[language], options);
  dateFormats.set(key, format);
  return format;
}

const numberFormats = new Map<string, Intl.NumberFormat>();
function numberFormat(language: MessageLanguage, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options);
  const known = numberFormats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(LOCALES[language], options);
  numberFormats.set(key, format);
  return format;
}

const isDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value);

function show(value: CalendarDay | Date | Missing, language: MessageLanguage, options: Intl.DateTimeFormatOptions): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  const day = typeof value === 'string' && isDay(value);
  const moment = day ? new Date(`${value}T12:00:00Z`) : new Date(value);
  if (Number.isNaN(moment.getTime())) return NOTHING;
  const text = dateFormat(language, { ...options, timeZone: day ? 'UTC' : BELGIAN_TIME_ZONE }).format(moment);
  return options.day === 'numeric' ? withOrdinal(text, language) : text;
}

/** The first of a month is an ordinal in French, which Intl does not know: `1er déc.`, `1er–14 déc.` */
const withOrdinal = (text: string, language: MessageLanguage): string =>
  language === 'fr' ? text.replaceAll(/(?<!\d)1(?=\s\p{L}|\s?–)/gu, '1er') : text;

/** Dates have two forms: short in tables, lists and labels, long in sentences and headings. */
const SHORT = { day: 'numeric', month: 'short', year: 'numeric' } as const satisfies Intl.DateTimeFormatOptions;
const LONG = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const satisfies Intl.DateTimeFormatOptions;
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const satisfies Intl.DateTimeFormatOptions;

/** `21 Nov 2026` */
export function formatDate(value: CalendarDay | Date | Missing, language: MessageLanguage): string {
  return show(value, language, SHORT);
}

/** `Saturday 21 November 2026` */
export function formatDateLong(value: CalendarDay | Date | Missing, language: MessageLanguage): string {
  const text = show(value, language, LONG);
  // Some versions of Intl write a comma after an English weekday, others do not.
  return language === 'en' ? text.replace(',', '') : text;
}

/** `21 Nov` */
export function formatDayMonth(value: CalendarDay | Date | Missing, language: MessageLanguage): string {
  return show(value, language, { day: 'numeric', month: 'short' });
}

/** `November 2026` */
export function formatMonth(value: CalendarDay | Date | Missing, language: MessageLanguage): string {
  return show(value, language, { month: 'long', year: 'numeric' });
}

/** `Sat 21 Nov`: the short form of a day near today, where the weekday is more useful than the year. For labels only: some end with a full stop, so sentences use the long form. */
export function formatWeekday(value: CalendarDay | Date | Missing, language: MessageLanguage): string {
  return show(value, language, { weekday: 'short', day: 'numeric', month: 'short' }).replace(',', '');
}

/** `14:05`, from an instant or from a Belgian wall-clock time (`HH:MM`, `HH:MM:SS`). */
export function formatTime(value: string | Date | Missing, language: MessageLanguage): string {
  if (typeof value === 'string' && /^\d{2}:\d{2}/.test(value)) return value.slice(0, 5);
  return show(value, language, TIME);
}

/** `21 Nov 2026, 14:05` */
export function formatDateTime(value: string | Date | Missing, language: MessageLanguage): string {
  return withTime(formatDate(instantOf(value), language), value, language);
}

/** `Sat 21 Nov, 14:05`: an appointment or a deadline in a label. */
export function formatMoment(value: string | Date | Missing, language: MessageLanguage): string {
  return withTime(formatWeekday(instantOf(value), language), value, language);
}

/** `Saturday 21 November 2026, 14:05`: an appointment in a sentence or an e-mail. */
export function formatMomentLong(value: string | Date | Missing, language: MessageLanguage): string {
  return withTime(formatDateLong(instantOf(value), language), value, language);
}

/** `Saturday 21 November 2026, 14:05 – 14:25`: an appointment with its end. */
export function formatAppointment(start: string | Date | Missing, end: string | Date | Missing, language: MessageLanguage): string {
  if (!start) return NOTHING;
  return `${formatDateLong(instantOf(start), language)}, ${formatTime(start, language)} – ${formatTime(end, language)}${clockSuffix(language)}`;
}

const instantOf = (value: string | Date | Missing): Date | Missing => (value ? new Date(value) : (value as Missing));
const withTime = (day: string, value: string | Date | Missing, language: MessageLanguage): string =>
  day === NOTHING ? NOTHING : `${day}, ${formatTime(value, language)}${clockSuffix(language)}`;
/** In German the word "Uhr" follows a time. */
const clockSuffix = (language: MessageLanguage): string => (language === 'de' ? ' Uhr' : '');

/** `3 – 14 Nov 2026`; `3 Nov 2026` when both are the same day; `3 Nov 2026 – …` when one is missing. */
export function formatDateRange(start: CalendarDay | Missing, end: CalendarDay | Missing, language: MessageLanguage): string {
  if (!start && !end) return NOTHING;
  if (!start) return `… – ${formatDate(end, language)}`;
  if (!end) return `${formatDate(start, language)} – …`;
  if (start === end) return formatDate(start, language);
  const range = dateFormat(language, { ...SHORT, timeZone: 'UTC' });
  return withOrdinal(range.formatRange(new Date(`${start}T12:00:00Z`), new Date(`${end}T12:00:00Z`)), language);
}

/** `€181.50`, `181,50 €`, `€ 181,50` from integer cents. */
export function formatMoney(cents: number | Missing, language: MessageLanguage): string {
  if (typeof cents !== 'number') return NOTHING;
  return numberFormat(language, { style: 'currency', currency: 'EUR' }).format(cents / 100);
}

/** `1,284`, with exactly `digits` decimals. */
export function formatNumber(value: number | Missing, language: MessageLanguage, digits = 0): string {
  if (typeof value !== 'number') return NOTHING;
  return numberFormat(language, { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(value);
}

/** `23.4%` from a share between 0 and 1. */
export function formatPercent(share: number | Missing, language: MessageLanguage, digits = 1): string {
  if (typeof share !== 'number') return NOTHING;
  return numberFormat(language, { style: 'percent', maximumFractionDigits: digits }).format(share);
}

function formatUnit(value: number | Missing, unit: string, language: MessageLanguage, digits: number): string {
  if (typeof value !== 'number') return NOTHING;
  return numberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits }).format(value);
}

/** `12.4 km` */
export function formatKm(value: number | Missing, language: MessageLanguage): string {
  return formatUnit(value, 'kilometer', language, 1);
}

/** `14 min` */
export function formatMinutes(value: number | Missing, language: MessageLanguage): string {
  // Intl's unit is "mins" in English, but the symbol "min" has no plural in any language.
  return typeof value === 'number' ? `${formatNumber(value, language)}\u00a0min` : NOTHING;
}

/** `1 day`, `3 days` */
export function formatDays(value: number | Missing, language: MessageLanguage, digits = 0): string {
  if (typeof value !== 'number') return NOTHING;
  return numberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long', maximumFractionDigits: digits }).format(value);
}

/** `3.4 MB`, where 1 MB is 1024 × 1024 bytes, as the limits count (constants.ts). */
export function formatBytes(value: number | Missing, language: MessageLanguage): string {
  if (typeof value !== 'number') return NOTHING;
  if (value < 1024 * 1024) return formatUnit(Math.max(1, Math.round(value / 1024)), 'kilobyte', language, 0);
  return formatUnit(value / 1024 / 1024, 'megabyte', language, 1);
}

/** `Anna, Bram and Chloé` */
export function formatList(values: readonly string[], language: MessageLanguage): string {
  return new Intl.ListFormat(LOCALES[language], { type: 'conjunction' }).format(values);
}

/** Belgian numbers in their usual groups (`+32 470 12 34 56`); others unchanged. */
export function formatPhone(value: string | Missing): string {
  if (!value) return NOTHING;
  const digits = value.replaceAll(/[\s./-]/g, '');
  const mobile = /^\+32(4\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits);
  if (mobile) return `+32 ${mobile.slice(1).join(' ')}`;
  const shortZone = /^\+32([2349])(\d{3})(\d\d)(\d\d)$/.exec(digits);
  if (shortZone) return `+32 ${shortZone.slice(1).join(' ')}`;
  const longZone = /^\+32(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits);
  if (longZone) return `+32 ${longZone.slice(1).join(' ')}`;
  return value;
}

/** All formatters for one language, for code outside of the web application. */
export function formatsIn(language: MessageLanguage) {
  return {
    date: (value: CalendarDay | Date | Missing) => formatDate(value, language),
    weekday: (value: CalendarDay | Date | Missing) => formatWeekday(value, language),
    dateLong: (value: CalendarDay | Date | Missing) => formatDateLong(value, language),
    month: (value: CalendarDay | Date | Missing) => formatMonth(value, language),
    time: (value: string | Date | Missing) => formatTime(value, language),
    dateTime: (value: string | Date | Missing) => formatDateTime(value, language),
    moment: (value: string | Date | Missing) => formatMoment(value, language),
    momentLong: (value: string | Date | Missing) => formatMomentLong(value, language),
    appointment: (start: string | Date | Missing, end: string | Date | Missing) => formatAppointment(start, end, language),
    dateRange: (start: CalendarDay | Missing, end: CalendarDay | Missing) => formatDateRange(start, end, language),
    money: (cents: number | Missing) => formatMoney(cents, language),
    number: (value: number | Missing, digits?: number) => formatNumber(value, language, digits),
    percent: (share: number | Missing, digits?: number) => formatPercent(share, language, digits),
    km: (value: number | Missing) => formatKm(value, language),
    minutes: (value: number | Missing) => formatMinutes(value, language),
    days: (value: number | Missing, digits?: number) => formatDays(value, language, digits),
    list: (values: readonly string[]) => formatList(values, language),
    phone: (value: string | Missing) => formatPhone(value),
  };
}
export type Formats = ReturnType<typeof formatsIn>;
