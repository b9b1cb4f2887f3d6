import { addDays, type CalendarDay } from '@checkwell/domain/clock';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Gate, gateOf } from './gate.ts';

const TODAY = '2026-03-16';
const dayNumber = (day: CalendarDay): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

/** A second, independent implementation of the rule of dispatch.md 5. */
function mayPass(start: CalendarDay, end: CalendarDay, signed: CalendarDay | null, engine: 'pdfText' | 'ocr'): boolean {
  const [first, last, today] = [dayNumber(start), dayNumber(end), dayNumber(TODAY)];
  if (last < first || last - first + 1 > 92 || first < today - 75 || first > today + 75) return false;
  if (signed === null) return engine === 'pdfText';
  return dayNumber(signed) <= today && dayNumber(signed) >= first - 15 && dayNumber(signed) <= first + 15;
}

const near = (days: number) => fc.integer({ min: -days, max: days }).map((offset) => addDays(TODAY, offset));
const engine = fc.constantFrom('pdfText' as const, 'ocr' as const);

describe('the plausibility gate', () => {
  it('lets through exactly what is plausible', () => {
    fc.assert(
      fc.property(
        near(90),
        fc.integer({ min: -5, max: 110 }),
        fc.option(fc.integer({ min: -20, max: 20 })),
        engine,
        (start, length, signedAfter, by) => {
          const end = addDays(start, length);
          const signed = signedAfter === null ? null : addDays(start, signedAfter);
          expect(gateOf({ startDate: start, endDate: end }, signed, TODAY, by) === 'passed').toBe(mayPass(start, end, signed, by));
        },
      ),
      { numRuns: 5000 },
    );
  });

  it.each<[string, Partial<{ startDate: string; endDate: string; signedOn: string | null; engine: 'pdfText' | 'ocr' }>, Gate]>([
    ['a week', {}, 'passed'],
    ['one day', { endDate: '2026-03-10' }, 'passed'],
    ['an end before its start', { endDate: '2026-03-09' }, 'endBeforeStart'],
    ['92 days', { endDate: '2026-06-09' }, 'passed'],
    ['93 days', { endDate: '2026-06-10' }, 'tooLong'],
    ['75 days ago', { startDate: '2025-12-31', signedOn: '2025-12-31' }, 'passed'],
    ['76 days ago', { startDate: '2025-12-30', signedOn: '2025-12-30' }, 'farFromToday'],
    ['another year', { startDate: '2027-03-10', endDate: '2027-03-16' }, 'farFromToday'],
    ['signed 15 days before', { signedOn: '2026-02-23' }, 'passed'],
    ['signed 16 days before', { signedOn: '2026-02-22' }, 'signedFar'],
    ['signed tomorrow', { signedOn: '2026-03-17' }, 'signedLater'],
    ['no signature, in a picture', { signedOn: null, engine: 'ocr' }, 'unsigned'],
    ['no signature, in the text of a PDF', { signedOn: null }, 'passed'],
    ['a signature that cannot be read', { signedOn: 'unreadable' }, 'unsigned'],
  ])('%s', (_name, change, gate) => {
    const {
      signedOn,
      engine: by,
      ...period
    } = { startDate: '2026-03-10', endDate: '2026-03-16', signedOn: '2026-03-10', engine: 'pdfText' as const, ...change };
    expect(gateOf(period, signedOn, TODAY, by)).toBe(gate);
  });
});
