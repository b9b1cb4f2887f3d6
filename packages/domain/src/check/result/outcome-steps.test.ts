import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWorkingDay } from '../../law/working-days.ts';
import { CHECK_OCCURRENCES, NO_SHOW_EXCUSES, NON_OPERABLE_REASON_CODES } from '../enums.ts';
import { explanationOf, outcomeOf, tookPlace } from './outcome.ts';
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

const keysOf = (check: StepFacts) => stepsOf(check).map(({ key }) => key);
const stepOf = (check: StepFacts, wanted: string) => stepsOf(check).find(({ key }) => key === wanted);

describe('outcomeOf', () => {
  it('names the day after the new end for an early return', () => {
    expect(outcomeOf(early)).toEqual({ key: 'fit', date: '2026-11-25' });
  });

  it('names the last day of the certificate when the doctor confirms it', () => {
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
  ] as const)('%s reads %s, without a day', (checkOccurence, key) => {
    expect(outcomeOf({ ...confirmed, checkOccurence })).toEqual({ key, date: null });
  });

  it('explains how much earlier, and what a denied day means', () => {
    expect(explanationOf(early)).toEqual({ key: 'fit', date: '2026-11-24', days: 6 });
    expect(explanationOf(confirmed)).toEqual({ key: 'confirmed' });
  });

  it('speaks of no certificate on a day without one', () => {
    const denied = { ...confirmed, checkOccurence: 'NoCertifDenied', earlyReturn: true } as const;
    expect(explanationOf(denied)).toEqual({ key: 'denied' });
    expect(explanationOf({ ...denied, newIncapacityEndDate: '2026-11-19' })).toEqual({ key: 'denied' });
    expect(explanationOf({ ...confirmed, checkOccurence: 'NoCertifConfirmed' })).toEqual({ key: 'confirmedDay' });
  });

  it('explains the outcomes without an examination', () => {
    expect(explanationOf({ ...confirmed, checkOccurence: 'NoShow' })).toEqual({ key: 'noShow' });
    expect(explanationOf({ ...confirmed, checkOccurence: null })).toBeNull();
  });

  it('knows which reports tell of a check that took place', () => {
    expect((['Yes', 'NoCertifDenied', 'NoShow'] as const).every((checkOccurence) => tookPlace({ checkOccurence }))).toBe(true);
    expect((['Cancelled', 'NonOperable', 'Deleted', null] as const).some((checkOccurence) => tookPlace({ checkOccurence }))).toBe(false);
  });
});

describe('stepsOf', () => {
  it('speaks of a relapse only where guaranteed pay knows one', () => {
    expect(keysOf(confirmed)).toContain('relapse');
    expect(keysOf({ ...confirmed, incapacityType: 'WorkAccident' })).not.toContain('relapse');
  });

  it('an early return: tell it, both opinions count, pay from the control on is for payroll to decide', () => {
    expect(keysOf(early)).toEqual(['tellFit', 'arbitrationPossible', 'noObligation', 'payrollFit', 'relapse']);
    expect(stepOf(early, 'tellFit')).toMatchObject({ date: '2026-11-25', due: null });
    expect(stepOf(early, 'payrollFit')).toMatchObject({ date: '2026-11-20', source: { key: 'payWhenFoundFit' } });
    expect(stepOf(early, 'noObligation')?.source?.address).toContain('ordomedic.be');
  });

  it('arbitration: two working days to agree on an arbiter, three more for the ruling, Saturdays counted', () => {
    const disagreed = { ...early, workerDisagreement: true };
    expect(keysOf(disagreed)).toContain('arbitration');
    // Friday → Saturday 21, Monday 23; then Tuesday 24, Wednesday 25, Thursday 26.
    expect(stepOf(disagreed, 'arbitration')).toMatchObject({ due: '2026-11-23', source: { key: 'arbitration' } });
    expect(stepOf(disagreed, 'arbitrationRuling')).toMatchObject({ due: '2026-11-26' });
    // All Saints on a Sunday moves nothing; 11 November is no working day.
    expect(stepOf({ ...disagreed, checkDate: '2026-11-10' }, 'arbitration')?.due).toBe('2026-11-13');
    expect(stepOf(early, 'arbitrationPossible')?.due).toBe('2026-11-23');
    expect(keysOf({ ...confirmed, workerDisagreement: true })).toContain('arbitration');
    expect(keysOf(confirmed)).not.toContain('arbitration');
  });

  it('says that there is nothing to do only where nothing follows that is', () => {
    expect(keysOf(confirmed)).toContain('covered');
    for (const more of [{ workerDisagreement: true }, { secondCheckNeeded: true }, { arbitrationAskedOn: '2026-11-21' }])
      expect(keysOf({ ...confirmed, ...more })[0]).toBe('justified');
  });

  it('knows no term of arbitration before the law had one', () => {
    expect(keysOf({ ...early, workerDisagreement: true, checkDate: '2002-11-30', incapacityStartDate: '2002-11-16' })).not.toContain(
      'arbitration',
    );
  });

  it('a prolongation is due in the term of the law after the old certificate’s end', () => {
    const longer = { ...confirmed, prolongationNeeded: true };
    expect(keysOf(longer)).toEqual(['justified', 'prolongation']);
    expect(stepOf(longer, 'prolongation')).toMatchObject({ date: '2026-12-01', due: '2026-12-03', source: { key: 'certificateTerm' } });
  });

  it('a relapse counts as one for eight weeks, for fourteen days where the incapacity began before 2026', () => {
    expect(stepOf(confirmed, 'relapse')).toMatchObject({ date: '2027-01-25', source: { key: 'relapse' } });
    const old = { ...confirmed, incapacityStartDate: '2025-11-17', incapacityEndDate: '2025-11-30', checkDate: '2025-11-20' };
    expect(stepOf(old, 'relapse')?.date).toBe('2025-12-14');
    expect(stepOf(early, 'relapse')?.date).toBe('2027-01-19');
  });

  it('a no-show: ask first, pay may be refused, decided with payroll', () => {
    const missed = { ...confirmed, checkOccurence: 'NoShow' } as const;
    expect(keysOf(missed)).toEqual(['askExplanation', 'forceMajeure', 'payrollNoShow', 'orderAgain']);
    expect(stepOf(missed, 'payrollNoShow')?.source?.key).toBe('payAfterEvasion');
  });

  it('follows the reason when the check could not be carried out', () => {
    const check = { ...confirmed, checkOccurence: 'NonOperable', nonOperableReason: 'WorkerResumed', companyTotalPrice: 0 } as const;
    expect(keysOf(check)).toEqual(['byReason', 'notCharged']);
  });

  it('says nothing about charges to who does not see the price', () => {
    const hidden = { ...confirmed, companyTotalPrice: null };
    expect(keysOf({ ...hidden, checkOccurence: 'NonOperable', nonOperableReason: 'WorkerResumed' })).toEqual(['byReason']);
    expect(keysOf({ ...hidden, checkOccurence: 'NonOperable', nonOperableReason: null })).toEqual(['nothing']);
    expect(keysOf({ ...hidden, checkOccurence: 'Cancelled' })).toEqual(['orderAgain']);
  });

  it('counts the arbitration from the day on which it was asked, and ends with the ruling', () => {
    const asked = { ...early, workerDisagreement: true, arbitrationAskedOn: '2026-11-21' };
    expect(stepOf(asked, 'arbitrationRuling')).toMatchObject({ due: '2026-11-25', source: { key: 'arbitration' } });
    expect(keysOf(asked)).not.toContain('arbitration');
    const ruled = { ...asked, arbitrationRuling: 'TreatingDoctor', arbitrationRuledOn: '2026-11-24' } as const;
    expect(keysOf(ruled)).not.toContain('arbitrationRuling');
    expect(stepOf(ruled, 'ruled')).toMatchObject({ date: '2026-11-24', due: null });
    expect(explanationOf(ruled)).toEqual({ key: 'ruledTreatingDoctor' });
  });

  it('holds nothing against whoever is excused', () => {
    const noShow: StepFacts = { ...confirmed, checkOccurence: 'NoShow' };
    expect(keysOf(noShow)).toEqual(['askExplanation', 'forceMajeure', 'payrollNoShow', 'orderAgain']);
    expect(keysOf({ ...noShow, noShowExcuse: 'Hospital' })).toEqual(['excused', 'orderAgain']);
    expect(explanationOf({ ...noShow, noShowExcuse: 'Hospital' })).toEqual({ key: 'noShowExcused' });
  });

  it('passes on the advice of a second check', () => {
    for (const check of [confirmed, early]) {
      expect(keysOf(check)).not.toContain('secondCheck');
      expect(keysOf({ ...check, secondCheckNeeded: true })).toContain('secondCheck');
    }
  });

  it('always has a step, every deadline is a working day after the check, and every deadline has its source', () => {
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
        const steps = stepsOf(check);
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
