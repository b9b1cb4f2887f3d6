import { addDays, type CalendarDay, isoWeekday } from '@checkwell/domain/clock';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datesIn, shortDateBefore } from './dates.ts';
import { readText } from './text.ts';

const MONTHS = {
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
  nl: 'januari februari maart april mei juni juli augustus september oktober november december'.split(' '),
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
  en: 'January February March April May June July August September October November December'.split(' '),
};
const WEEKDAYS = {
  fr: 'lundi mardi mercredi jeudi vendredi samedi dimanche'.split(' '),
  nl: 'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag'.split(' '),
  de: 'Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag'.split(' '),
  en: 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' '),
};
type Language = keyof typeof MONTHS;

/** Every way in which the four languages write a day. */
const FORMS: readonly ((day: CalendarDay) => string)[] = [
  (day) => day,
  ...['/', '-', '.'].flatMap((sign) => [
    (day: CalendarDay) => day.split('-').reverse().join(sign),
    (day: CalendarDay) => day.split('-').reverse().map(Number).join(sign),
    (day: CalendarDay) => `${day.slice(8)} ${sign} ${day.slice(5, 7)} ${sign} ${day.slice(0, 4)}`,
    (day: CalendarDay) => `${Number(day.slice(8))}${sign}${Number(day.slice(5, 7))}${sign}${day.slice(2, 4)}`,
  ]),
  ...(Object.keys(MONTHS) as Language[]).flatMap((language) => {
    const month = (day: CalendarDay) => MONTHS[language][Number(day.slice(5, 7)) - 1] ?? '';
    const date = (day: CalendarDay) => Number(day.slice(8));
    return [
      (day: CalendarDay) => `${date(day)} ${month(day)} ${day.slice(0, 4)}`,
      (day: CalendarDay) => `${date(day)}. ${month(day).toUpperCase()} ${day.slice(0, 4)}`,
      (day: CalendarDay) => `${date(day)}\n${month(day)} ${day.slice(0, 4)}`,
      (day: CalendarDay) => `${WEEKDAYS[language][isoWeekday(day) - 1]} ${date(day)} ${month(day)} ${day.slice(0, 4)}`,
    ];
  }),
  (day) => `${MONTHS.en[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8))}, ${day.slice(0, 4)}`,
];

const found = (text: string): readonly CalendarDay[] => datesIn(readText([{ text, words: [] }]).folded).map(({ day }) => day);
const anyDay = fc.integer({ min: 0, max: 36_524 }).map((days) => addDays('2000-01-01', days));
const anyForm = fc.constantFrom(...FORMS);

describe('dates in a text', () => {
  it('are found in every form of the four languages, whatever the day', () => {
    fc.assert(
      fc.property(anyDay, anyForm, anyDay, anyForm, (one, write, other, writeOther) => {
        const text = `incapable du ${write(one)} au ${writeOther(other)} inclus, tél. 081 22 33 44`;
        expect(datesIn(readText(text.split('\n').map((line) => ({ text: line, words: [] }))).folded).map(({ day }) => day)).toEqual([
          one,
          other,
        ]);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['12/03/2026', '2026-03-12'],
    ['12-3-26', '2026-03-12'],
    ['12 mars 2026', '2026-03-12'],
    ['12 maart 2026', '2026-03-12'],
    ['1er mars 2026', '2026-03-01'],
    ['1ste maart 2026', '2026-03-01'],
    ['12. März 2026', '2026-03-12'],
    ['3rd March 2026', '2026-03-03'],
    ['12 févr. 2026', '2026-02-12'],
    ['12 mrt 2026', '2026-03-12'],
    ['29/02/2028', '2028-02-29'],
  ])('%s is %s', (text, day) => {
    expect(found(text)).toEqual([day]);
  });

  it.each([
    '31/02/2026',
    '29/02/2026',
    '00/01/2026',
    '12/13/2026',
    '32 mars 2026',
    'lundi 17 mars 2026', // a Tuesday
    'Mittwoch, den 12. März 2026', // a Thursday
    '1-12345-67-004',
    'BE 0123.456.789',
    '12/03',
    '12/03/202',
    '12/03/20266',
    '112/03/2026',
    '12/03-2026',
    '12/¿/2026',
    'o6/03/2026',
    'l2/03/2026',
    '12/03/26i',
    '12 brumaire 2026',
  ])('finds no date in %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('a date without its year', () => {
  const before = (text: string, end: CalendarDay) => shortDateBefore(readText([{ text, words: [] }]).folded, text.length, end)?.day ?? null;

  it.each([
    ['du 12', '2026-03-16', '2026-03-12'],
    ['du 12/03', '2026-03-16', '2026-03-12'],
    ['van 28/12', '2026-01-03', '2025-12-28'],
    ['vom 28. Dezember', '2026-01-03', '2025-12-28'],
    ['from 2 March', '2026-03-16', '2026-03-02'],
    ['du 28', '2026-03-03', null], // of which month?
    ['du 31', '2026-02-03', null],
    ['du lundi 12', '2026-03-16', null], // a Thursday
    ['du ¿', '2026-03-16', null],
  ])('%s … %s: %s', (text, end, day) => {
    expect(before(text, end)).toBe(day);
  });
});
