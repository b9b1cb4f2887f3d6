import { type CalendarDay, isCalendarDay, isoWeekday } from '@checkwell/domain/clock';

/** A calendar day in a text, and where it is. */
export interface FoundDate {
  readonly day: CalendarDay;
  readonly from: number;
  readonly to: number;
}

/** Months in French, Dutch, German and English, without accents. */
const MONTHS: readonly string[] = [
  'janvier|janv|januari|january|januar|jan',
  'fevrier|fevr|fev|februari|february|februar|feb',
  'mars|maart|mrt|march|marz|maerz|mar',
  'avril|avr|april|apr',
  'mai|mei|may',
  'juin|juni|june|jun',
  'juillet|juil|juli|july|jul',
  'aout|augustus|august|aug',
  'septembre|september|sept|sep',
  'octobre|oktober|october|oct|okt',
  'novembre|november|nov',
  'decembre|december|dezember|dec|dez',
];
/** Longer names first, so that none is cut short. */
const MONTH = MONTHS.join('|')
  .split('|')
  .toSorted((a, b) => b.length - a.length)
  .join('|');

/** Days of the week from Monday on. */
const WEEKDAYS: readonly string[] = [
  'lundi|maandag|montag|monday',
  'mardi|dinsdag|dienstag|tuesday',
  'mercredi|woensdag|mittwoch|wednesday',
  'jeudi|donderdag|donnerstag|thursday',
  'vendredi|vrijdag|freitag|friday',
  'samedi|zaterdag|samstag|saturday',
  'dimanche|zondag|sonntag|sunday',
];
const WEEKDAY = WEEKDAYS.join('|');

const ORDINAL = '(?:er|ste|de|e|st|nd|rd|th|\\.)?';
/** A letter next to the number is probably a misread digit: the number is not used. */
const NOT_INSIDE_A_NUMBER = '(?<![a-z\\d./-])';
const NOT_FOLLOWED_BY_MORE = '(?![a-z\\d/]|[.-]\\d)';

/** Ways to write a date, each with the order of its parts; Belgium writes the day first. */
const FORMS: readonly { readonly pattern: RegExp; readonly order: readonly ['day' | 'month' | 'year', ...('day' | 'month' | 'year')[]] }[] =
  [
    {
      pattern: new RegExp(`${NOT_INSIDE_A_NUMBER}(\\d{1,2}) ?([./-]) ?(\\d{1,2}) ?\\2 ?(\\d{4}|\\d\\d)${NOT_FOLLOWED_BY_MORE}`, 'g'),
      order: ['day', 'month', 'year'],
    },
    {
      pattern: new RegExp(`${NOT_INSIDE_A_NUMBER}(\\d{4})(-)(\\d\\d)-(\\d\\d)${NOT_FOLLOWED_BY_MORE}`, 'g'),
      order: ['year', 'month', 'day'],
    },
    {
      pattern: new RegExp(`${NOT_INSIDE_A_NUMBER}(\\d{1,2})( ?)${ORDINAL} ?(?:de )?(${MONTH})\\.?,? (\\d{4})${NOT_FOLLOWED_BY_MORE}`, 'g'),
      order: ['day', 'month', 'year'],
    },
    {
      pattern: new RegExp(`\\b(${MONTH})( )(\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})${NOT_FOLLOWED_BY_MORE}`, 'g'),
      order: ['month', 'day', 'year'],
    },
  ];
const WEEKDAY_BEFORE = new RegExp(`\\b(${WEEKDAY}),?(?: (?:le|de|den|dem|the))? *$`);

/**
 * Every calendar day of a text that has its year, in the order of the text: `12/03/2026`, `12-3-26`, `2026-03-12`,
 * `12 mars 2026`, `March 12, 2026`. Days that do not exist, and days beside another weekday than their own, are left out.
 * @param folded small letters without accents (`readText`)
 */
export function datesIn(folded: string): readonly FoundDate[] {
  // A date may continue on the next line.
  const text = folded.replace(/\n/g, ' ');
  const found: FoundDate[] = [];
  for (const { pattern, order } of FORMS) {
    for (const match of text.matchAll(pattern)) {
      const parts = { day: '', month: '', year: '' };
      for (const [index, part] of order.entries()) parts[part] = match[index === 0 ? 1 : index + 2] ?? '';
      const day = dayFrom(parts);
      const to = match.index + match[0].length;
      if (day === null || found.some((other) => other.from < to && other.to > match.index)) continue;
      if (hasOtherWeekday(text.slice(Math.max(0, match.index - 20), match.index), day)) continue;
      found.push({ day, from: match.index, to });
    }
  }
  return found.toSorted((a, b) => a.from - b.from);
}

/** `du 12 au 16 mars 2026`, `van 28/12 tot 3/1/2026`: the last words before "to" as a day; a missing month or year is that of the end of the period. */
export function shortDateBefore(folded: string, until: number, end: CalendarDay): FoundDate | null {
  const text = folded.slice(Math.max(0, until - 30), until).replace(/\n/g, ' ');
  const [year = '', month = ''] = end.split('-');
  const match =
    new RegExp(`${NOT_INSIDE_A_NUMBER}(\\d{1,2})${ORDINAL}(?: ?[./-] ?(\\d{1,2})[./-]?| ?(?:de )?(${MONTH})\\.?)?\\s*$`).exec(text) ??
    undefined;
  if (!match) return null;
  const [whole, day = '', number, word] = match;
  const ownMonth = number ?? word;
  const from = until - whole.length;
  const to = until - (whole.length - whole.trimEnd().length);
  const same = dayFrom({ day, month: ownMonth ?? month, year });
  if (same === null || hasOtherWeekday(folded.slice(Math.max(0, from - 20), from), same)) return null;
  if (same <= end) return { day: same, from, to };
  // With its own month it can be in the year before; a number of a day alone, after the end, could be of any month.
  const earlier = ownMonth === undefined ? null : dayFrom({ day, month: ownMonth, year: String(Number(year) - 1) });
  return earlier === null ? null : { day: earlier, from, to };
}

function dayFrom({ day, month, year }: { readonly day: string; readonly month: string; readonly year: string }): CalendarDay | null {
  const number = /^\d+$/.test(month) ? Number(month) : MONTHS.findIndex((names) => names.split('|').includes(month)) + 1;
  const text = `${year.length === 2 ? `20${year}` : year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDay(text) ? text : null;
}

function hasOtherWeekday(before: string, day: CalendarDay): boolean {
  const name = WEEKDAY_BEFORE.exec(before)?.[1];
  return name !== undefined && WEEKDAYS.findIndex((names) => names.split('|').includes(name)) + 1 !== isoWeekday(day);
}
