import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWorkingDay } from '../../law/working-days.ts';
import { CHECK_OCCURRENCES, NO_SHOW_EXCUSES, NON_OPERABLE_REASON_CODES } from '../enums.ts';
import { explanationOf, outcomeOf, savedDays, tookPlace } from './outcome.ts';
import { mayOrderAgain, type StepFacts, stepsOf } from './outcome-steps.ts';

/** Examined on Friday 20 November 2026. */
const confirmed: StepFacts = {
  checkOccurence: 'Yes',
  nonOperableReason: null,
  earlyReturn: false,
  checkDate: '2026-11-20',
  incapacityStartDate: '2026-11-16',
  incapacityEndDate: '2026-11-30',
  incapacityType: 'Illness',
  newIncapacityEndDate: null,
  prolongationNeeded: false,
  secondCheckNeeded: false,
  workerDisagreement: false,
  arbitrationAskedOn: null,
  arbitrationRuling: null,
  arbitrationRuledOn: null,
  noShowExcuse: null,
  companyTotalPrice: 110_00,
};
const early: StepFacts = { ...confirmed, earlyReturn: true, newIncapacityEndDate: '2026-11-24' };

/** The day of the examination, unless the test is about a later one. */
const onDay = (check: StepFacts, today = check.checkDate ?? check.incapacityStartDate) => stepsOf(check, today);
const keysOf = (check: StepFacts, today?: string) => onDay(check, today).map(({ key }) => key);
const stepOf = (check: StepFacts, wanted: string, today?: string) => onDay(check, today).find(({ key }) => key === wanted);

describe('savedDays', () => {
  it('are the days from the new end to the original one, of an early return alone', () => {
    expect(savedDays(early)).toBe(6);
    expect(savedDays({ ...early, newIncapacityEndDate: '2026-11-30' })).toBe(0);
    expect(savedDays({ ...early, newIncapacityEndDate: '2026-12-05' })).toBe(0);
    expect(savedDays({ ...early, earlyReturn: false })).toBe(0);
    expect(savedDays({ ...early, checkOccurence: 'Deleted' })).toBe(0);
  });

  it('are at least one of a day without certificate that is not confirmed', () => {
    const denied = { ...confirmed, checkOccurence: 'NoCertifDenied', earlyReturn: true } as const;
    expect(savedDays(denied)).toBe(1);
    expect(savedDays({ ...denied, newIncapacityEndDate: '2026-11-27' })).toBe(3);
  });
});

describe('outcomeOf', () => {
  it('names the day after the new end for an early return', () => {
    expect(outcomeOf(early)).toEqual({ key: 'fit', date: '2026-11-25' });
  });

  it('names the last day of the certificate if the doctor confirms it', () => {
    expect(outcomeOf(confirmed)).toEqual({ key: 'confirmed', date: '2026-11-30' });
    expect(outcomeOf({ ...confirmed, checkOccurence: 'NoCertifConfirmed' })).toMatchObject({ key: 'confirmed' });
  });

  it('reads a denied day without certificate as considered fit', () => {
    const denied = { ...confirmed, checkOccurence: 'NoCertifDenied', earlyReturn: true, newIncapacityEndDate: '2026-11-29' } as const;
    expect(outcomeOf(denied)).toEqual({ key: 'fit', date: '2026-11-30' });
    expect(outcomeOf({ ...denied, newIncapacityEndDate: null })).toEqual({ key: 'fit', date: '2026-11-20' });
    expect(outcomeOf({ ...denied, newIncapacityEndDate: null, checkDate: null })).toEqual({ key: 'fit', date: '2026-11-16' });
  });

  it.each([
    ['NoShow', 'noShow'],
    ['NonOperable', 'nonOperable'],
    ['Cancelled', 'cancelled'],
    ['Deleted', 'deleted'],
    [null, 'unknown'],
  ] as const)('is, for %s, %s without a day', (checkOccurence, key) => {
    expect(outcomeOf({ ...confirmed, checkOccurence })).toEqual({ key, date: null });
  });

  it('explains how many days earlier the worker is fit', () => {
    expect(explanationOf(early)).toEqual({ key: 'fit', date: '2026-11-24', days: 6 });
    expect(explanationOf(confirmed)).toEqual({ key: 'confirmed' });
  });

  it('mentions no certificate for a day without one', () => {
    const denied = { ...confirmed, checkOccurence: 'NoCertifDenied', earlyReturn: true } as const;
    expect(explanationOf(denied)).toEqual({ key: 'denied' });
    expect(explanationOf({ ...denied, newIncapacityEndDate: '2026-11-19' })).toEqual({ key: 'denied' });
    expect(explanationOf({ ...confirmed, checkOccurence: 'NoCertifConfirmed' })).toEqual({ key: 'confirmedDay' });
  });

  it('explains the outcomes without an examination', () => {
    expect(explanationOf({ ...confirmed, checkOccurence: 'NoShow' })).toEqual({ key: 'noShow' });
    expect(explanationOf({ ...confirmed, checkOccurence: null })).toBeNull();
  });

  it('knows which outcomes mean that the check took place', () => {
    expect((['Yes', 'NoCertifDenied', 'NoShow'] as const).every((checkOccurence) => tookPlace({ checkOccurence }))).toBe(true);
    expect((['Cancelled', 'NonOperable', 'Deleted', null] as const).some((checkOccurence) => tookPlace({ checkOccurence }))).toBe(false);
  });
});

describe('stepsOf', () => {
  it('mentions a relapse only for types that have guaranteed pay', () => {
    expect(keysOf(confirmed)).toContain('relapse');
    expect(keysOf({ ...confirmed, incapacityType: 'WorkAccident' })).not.toContain('relapse');
  });

  it('for an early return: inform the worker, arbitration is possible, there is no obligation to resume, payroll decides on pay from the check on', () => {
    expect(keysOf(early)).toEqual(['tellFit', 'arbitrationPossible', 'noObligation', 'payrollFit', 'relapse']);
    expect(stepOf(early, 'tellFit')).toMatchObject({ date: '2026-11-25', due: null });
    expect(stepOf(early, 'payrollFit')).toMatchObject({ date: '2026-11-20', source: { key: 'payWhenFoundFit' } });
    expect(stepOf(early, 'noObligation')?.source?.address).toContain('ordomedic.be');
  });

  it('for arbitration: two working days to agree on an arbiter, three more for the ruling, Saturdays counted', () => {
    const disagreed = { ...early, workerDisagreement: true };
    expect(keysOf(disagreed)).toContain('arbitration');
    // Friday → Saturday 21, Monday 23; then Tuesday 24, Wednesday 25, Thursday 26.
    expect(stepOf(disagreed, 'arbitration')).toMatchObject({ due: '2026-11-23', source: { key: 'arbitration' } });
    expect(stepOf(disagreed, 'arbitrationRuling')).toMatchObject({ due: '2026-11-26' });
    // 11 November is not a working day.
    expect(stepOf({ ...disagreed, checkDate: '2026-11-10' }, 'arbitration')?.due).toBe('2026-11-13');
    expect(stepOf(early, 'arbitrationPossible')?.due).toBe('2026-11-23');
    expect(keysOf({ ...confirmed, workerDisagreement: true })).toContain('arbitration');
    expect(keysOf(confirmed)).not.toContain('arbitration');
  });

  it.each([
    ['arbitration', { ...early, workerDisagreement: true }],
    ['arbitrationPossible', early],
  ])('%s: until the last day to choose an arbiter; after it only the labour court is left', (key, check) => {
    expect(keysOf(check, '2026-11-23')).toContain(key);
    const later = keysOf(check, '2026-11-24');
    for (const gone of ['arbitration', 'arbitrationPossible', 'arbitrationRuling']) expect(later).not.toContain(gone);
    expect(stepOf(check, 'arbitrationOver', '2026-11-24')).toMatchObject({ due: '2026-11-23', source: { key: 'arbitration' } });
    // Who was asked in time still decides.
    expect(keysOf({ ...check, arbitrationAskedOn: '2026-11-23' }, '2026-11-24')).toContain('arbitrationRuling');
  });

  it('say that nothing is to be done only if no other step follows', () => {
    expect(keysOf(confirmed)).toContain('covered');
    for (const more of [{ workerDisagreement: true }, { secondCheckNeeded: true }, { arbitrationAskedOn: '2026-11-21' }])
      expect(keysOf({ ...confirmed, ...more })[0]).toBe('justified');
  });

  it('have no term of arbitration before the law set one', () => {
    expect(keysOf({ ...early, workerDisagreement: true, checkDate: '2002-11-30', incapacityStartDate: '2002-11-16' })).not.toContain(
      'arbitration',
    );
  });

  it('for a prolongation: due within the legal term after the end of the old certificate', () => {
    const longer = { ...confirmed, prolongationNeeded: true };
    expect(keysOf(longer)).toEqual(['justified', 'prolongation']);
    expect(stepOf(longer, 'prolongation')).toMatchObject({ date: '2026-12-01', due: '2026-12-03', source: { key: 'certificateTerm' } });
  });

  it('for a relapse: possible for eight weeks, or fourteen days if the incapacity began before 2026', () => {
    expect(stepOf(confirmed, 'relapse')).toMatchObject({ date: '2027-01-25', source: { key: 'relapse' } });
    const old = { ...confirmed, incapacityStartDate: '2025-11-17', incapacityEndDate: '2025-11-30', checkDate: '2025-11-20' };
    expect(stepOf(old, 'relapse')?.date).toBe('2025-12-14');
    expect(stepOf(early, 'relapse')?.date).toBe('2027-01-19');
  });

  it('for a no-show: ask the worker first; payroll decides whether pay is refused', () => {
    const missed = { ...confirmed, checkOccurence: 'NoShow' } as const;
    expect(keysOf(missed)).toEqual(['askExplanation', 'forceMajeure', 'payrollNoShow', 'orderAgain']);
    expect(stepOf(missed, 'payrollNoShow')?.source?.key).toBe('payAfterEvasion');
  });

  it('depend on the reason if the check could not be carried out', () => {
    const check = { ...confirmed, checkOccurence: 'NonOperable', nonOperableReason: 'WorkerResumed', companyTotalPrice: 0 } as const;
    expect(keysOf(check)).toEqual(['byReason', 'notCharged']);
  });

  it('mention no charges to a reader who does not see the price', () => {
    const hidden = { ...confirmed, companyTotalPrice: null };
    expect(keysOf({ ...hidden, checkOccurence: 'NonOperable', nonOperableReason: 'WorkerResumed' })).toEqual(['byReason']);
    expect(keysOf({ ...hidden, checkOccurence: 'NonOperable', nonOperableReason: null })).toEqual(['nothing']);
    expect(keysOf({ ...hidden, checkOccurence: 'Cancelled' })).toEqual(['orderAgain']);
  });

  it('count the term of arbitration from the day on which it was asked, until the ruling', () => {
    const asked = { ...early, workerDisagreement: true, arbitrationAskedOn: '2026-11-21' };
    expect(stepOf(asked, 'arbitrationRuling')).toMatchObject({ due: '2026-11-25', source: { key: 'arbitration' } });
    expect(keysOf(asked)).not.toContain('arbitration');
    const ruled = { ...asked, arbitrationRuling: 'TreatingDoctor', arbitrationRuledOn: '2026-11-24' } as const;
    expect(keysOf(ruled)).not.toContain('arbitrationRuling');
    expect(stepOf(ruled, 'ruled')).toMatchObject({ date: '2026-11-24', due: null });
    expect(explanationOf(ruled)).toEqual({ key: 'ruledTreatingDoctor' });
  });

  it('ask nothing of an excused worker', () => {
    const noShow: StepFacts = { ...confirmed, checkOccurence: 'NoShow' };
    expect(keysOf(noShow)).toEqual(['askExplanation', 'forceMajeure', 'payrollNoShow', 'orderAgain']);
    expect(keysOf({ ...noShow, noShowExcuse: 'Hospital' })).toEqual(['excused', 'orderAgain']);
    expect(explanationOf({ ...noShow, noShowExcuse: 'Hospital' })).toEqual({ key: 'noShowExcused' });
  });

  it('include a second check if the doctor advises one', () => {
    for (const check of [confirmed, early]) {
      expect(keysOf(check)).not.toContain('secondCheck');
      expect(keysOf({ ...check, secondCheckNeeded: true })).toContain('secondCheck');
    }
  });

  it('are never empty or repeated; every deadline is a working day after the check and has a source', () => {
    const day = fc.integer({ min: 0, max: 4000 }).map((days) => new Date(Date.UTC(2019, 0, 1 + days)).toISOString().slice(0, 10));
    const facts = fc.record({
      checkOccurence: fc.option(fc.constantFrom(...CHECK_OCCURRENCES)),
      nonOperableReason: fc.option(fc.constantFrom(...NON_OPERABLE_REASON_CODES)),
      earlyReturn: fc.boolean(),
      checkDate: fc.option(day),
      incapacityStartDate: day,
      incapacityEndDate: day,
      incapacityType: fc.constantFrom('Illness', 'WorkAccident'),
      newIncapacityEndDate: fc.option(day),
      prolongationNeeded: fc.boolean(),
      secondCheckNeeded: fc.boolean(),
      workerDisagreement: fc.boolean(),
      arbitrationAskedOn: fc.constant(null),
      arbitrationRuling: fc.constant(null),
      arbitrationRuledOn: fc.constant(null),
      noShowExcuse: fc.option(fc.constantFrom(...NO_SHOW_EXCUSES)),
      companyTotalPrice: fc.option(fc.constantFrom(0, 110_00)),
    });
    fc.assert(
      fc.property(facts, (check) => {
        const steps = onDay(check);
        expect(steps.length).toBeGreaterThan(0);
        expect(new Set(steps.map(({ key }) => key)).size).toBe(steps.length);
        for (const { key, due, source } of steps) {
          if (due === null) continue;
          expect(isWorkingDay(due), key).toBe(true);
          expect(source, key).not.toBeNull();
          if (key !== 'prolongation') expect(due > (check.checkDate ?? ''), key).toBe(true);
        }
      }),
    );
  });
});

describe('mayOrderAgain', () => {
  it.each([
    [{ checkOccurence: 'NoShow' }, true],
    [{ checkOccurence: 'NonOperable', nonOperableReason: 'AddressNotFound' }, true],
    [{ checkOccurence: 'NonOperable', nonOperableReason: 'WorkerResumed' }, false],
    [{ checkOccurence: 'Yes' }, false],
    [{ checkOccurence: 'Yes', secondCheckNeeded: true }, true],
    [{ checkOccurence: 'Deleted' }, false],
  ] as const)('%o: %s', (facts, answer) => {
    expect(mayOrderAgain({ ...confirmed, ...facts })).toBe(answer);
  });
});
