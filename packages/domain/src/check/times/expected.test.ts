import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayOf, instantAt } from '../../clock.ts';
import { CHECK_STATUSES, CHECK_TIMINGS } from '../enums.ts';
import { type ExpectedCheck, expectedSteps } from './expected.ts';

const TUESDAY = '2026-11-17';
const CHECK: ExpectedCheck = {
  status: 'Planning',
  problemOwner: null,
  checkTiming: 'Immediate',
  creationDate: instantAt(TUESDAY, '10:00'),
  incapacityStartDate: TUESDAY,
  incapacityEndDate: '2026-11-30',
  appointmentStart: null,
  appointmentEnd: null,
  checkDate: null,
};
const NOW = instantAt(TUESDAY, '11:00');
const steps = (change: Partial<ExpectedCheck>, now = NOW) => expectedSteps({ ...CHECK, ...change }, now);
const due = (key: string, change: Partial<ExpectedCheck>) => steps(change).find((step) => step.key === key)?.due;

describe('the remaining steps of a check', () => {
  it.each([
    ['Reception', ['verify: provider', 'plan: provider', 'check: doctor', 'result: doctor']],
    ['Planning', ['plan: provider', 'check: doctor', 'result: doctor']],
    ['WaitingForCheck', ['check: doctor', 'result: doctor']],
    ['ModificationProblem', ['solve: provider', 'plan: provider', 'check: doctor', 'result: doctor']],
    ['Archived', []],
  ] as const)('%s: %j', (status, expected) => {
    expect(steps({ status }).map(({ key, actor }) => `${key}: ${actor}`)).toEqual(expected);
  });

  it('begin with the employer if the employer must solve a problem', () => {
    expect(steps({ status: 'ModificationProblem', problemOwner: 'employer' })[0]).toMatchObject({ key: 'solve', actor: 'employer' });
  });

  it.each([
    ['a Tuesday: 24 hours', TUESDAY, '10:00', '2026-11-18', '10:00'],
    ['a Thursday: 24 hours', '2026-11-19', '16:30', '2026-11-20', '16:30'],
    ['a Friday: 48 hours', '2026-11-20', '10:00', '2026-11-22', '10:00'],
    ['a Sunday: 48 hours', '2026-11-22', '10:00', '2026-11-24', '10:00'],
    ['the eve of Armistice Day: 48 hours', '2026-11-10', '10:00', '2026-11-12', '10:00'],
  ])('an immediate check ordered on %s', (_, day, time, dueDay, dueTime) => {
    const check = { creationDate: instantAt(day, time), incapacityStartDate: day };
    expect(due('check', check)).toEqual({ kind: 'instant', at: instantAt(dueDay, dueTime) });
  });

  it('have a target for an immediate check counted from the first day, and not after the last one', () => {
    expect(due('check', { incapacityStartDate: '2026-11-24' })).toEqual({ kind: 'instant', at: instantAt('2026-11-25', '00:00') });
    expect(due('check', { incapacityEndDate: TUESDAY })).toEqual({ kind: 'day', day: TUESDAY });
  });

  it('leave days to act on the result of an optimised check, if the period is long enough', () => {
    expect(due('check', { checkTiming: 'Optimized' })).toEqual({ kind: 'day', day: '2026-11-28' });
    expect(due('check', { checkTiming: 'Optimized', incapacityEndDate: '2026-11-18' })).toEqual({ kind: 'day', day: '2026-11-18' });
  });

  it('are due by the last day if those days were over before the order', () => {
    const lastDays = { checkTiming: 'Optimized', creationDate: instantAt('2026-11-29', '10:00') } as const;
    expect(due('check', lastDays)).toEqual({ kind: 'day', day: '2026-11-30' });
    expect(due('check', { ...lastDays, creationDate: instantAt('2026-11-28', '10:00') })).toEqual({ kind: 'day', day: '2026-11-28' });
    expect(steps(lastDays, instantAt('2026-11-29', '10:00')).some(({ late }) => late)).toBe(false);
  });

  it('are due at the appointment, and for the report two hours after it', () => {
    const planned = {
      status: 'WaitingForCheck',
      appointmentStart: instantAt('2026-11-19', '09:00').toISOString(),
      appointmentEnd: instantAt('2026-11-19', '09:20').toISOString(),
      checkDate: '2026-11-19',
    } as const;
    expect(due('check', planned)).toEqual({ kind: 'instant', at: instantAt('2026-11-19', '09:00') });
    expect(due('result', planned)).toEqual({ kind: 'instant', at: instantAt('2026-11-19', '11:20') });
    expect(due('solve', { ...planned, status: 'ModificationProblem' })).toEqual({ kind: 'instant', at: instantAt('2026-11-19', '09:00') });
    expect(due('result', { ...planned, status: 'ModificationProblem' })).toBeNull();
  });

  it('are due on the day of a visit of which only the day is known', () => {
    const visit = { status: 'WaitingForCheck', checkDate: '2026-11-19' } as const;
    const day = { kind: 'day', day: '2026-11-19' };
    expect([due('check', visit), due('result', visit)]).toEqual([day, day]);
    expect(due('solve', { ...visit, status: 'ModificationProblem' })).toEqual(day);
    const late = (now: Date) => steps(visit, now).map((step) => step.late);
    expect(late(instantAt('2026-11-19', '23:59'))).toEqual([false, false]);
    expect(late(instantAt('2026-11-20', '00:00'))).toEqual([true, true]);
  });

  it('are late after their target', () => {
    expect(steps({}, instantAt('2026-11-18', '10:01')).map(({ key, late }) => `${key}: ${late}`)).toEqual([
      'plan: false',
      'check: true',
      'result: false',
    ]);
    expect(steps({ checkTiming: 'Optimized' }, instantAt('2026-11-28', '23:00')).some(({ late }) => late)).toBe(false);
    expect(steps({ checkTiming: 'Optimized' }, instantAt('2026-11-29', '00:00')).some(({ late }) => late)).toBe(true);
  });

  it('never have a target for the check outside the incapacity or before the order', () => {
    const any = fc.record({
      status: fc.constantFrom(...CHECK_STATUSES),
      checkTiming: fc.constantFrom(...CHECK_TIMINGS),
      hours: fc.integer({ min: 0, max: 24 * 400 }),
      startsIn: fc.integer({ min: -30, max: 30 }),
      // An order is refused once its period is over.
      endsIn: fc.integer({ min: 0, max: 60 }),
    });
    fc.assert(
      fc.property(any, ({ status, checkTiming, hours, startsIn, endsIn }) => {
        const creationDate = new Date(CHECK.creationDate);
        creationDate.setTime(creationDate.getTime() + hours * 3_600_000);
        const incapacityStartDate = addDays(dayOf(creationDate), startsIn);
        const incapacityEndDate = addDays(dayOf(creationDate), Math.max(startsIn, endsIn));
        const check = { ...CHECK, status, checkTiming, creationDate, incapacityStartDate, incapacityEndDate };
        for (const { key, due: term } of expectedSteps(check, NOW)) {
          if (key !== 'check' || term === null) continue;
          const day = term.kind === 'day' ? term.day : dayOf(term.at);
          expect(day >= incapacityStartDate && day <= incapacityEndDate).toBe(true);
          expect(day >= dayOf(creationDate)).toBe(true);
        }
      }),
    );
  });
});
