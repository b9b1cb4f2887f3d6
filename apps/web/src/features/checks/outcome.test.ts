import { describe, expect, it } from 'vitest';
import { mayOrderAgain, type NextStepFacts, nextStepsOf, outcomeOf, tookPlace } from './outcome.ts';

const confirmed: NextStepFacts = {
  checkOccurence: 'Yes',
  nonOperableReason: null,
  earlyReturn: false,
  checkDate: '2026-11-20',
  incapacityStartDate: '2026-11-16',
  incapacityEndDate: '2026-11-30',
  newIncapacityEndDate: null,
  prolongationNeeded: false,
  secondCheckNeeded: false,
  workerDisagreement: false,
  companyTotalPrice: 110_00,
};

describe('outcomeOf', () => {
  it('names the day after the new end for an early return', () => {
    const early = { ...confirmed, earlyReturn: true, newIncapacityEndDate: '2026-11-30' };
    expect(outcomeOf({ ...early, incapacityEndDate: '2026-12-04' })).toMatchObject({ key: 'fit', date: '2026-12-01' });
  });

  it('names the last day of the certificate when the doctor confirms it', () => {
    expect(outcomeOf(confirmed)).toMatchObject({ key: 'confirmed', date: '2026-11-30' });
    expect(outcomeOf({ ...confirmed, checkOccurence: 'NoCertifConfirmed' })).toMatchObject({ key: 'confirmed' });
  });

  it('reads a denied day without certificate as considered fit', () => {
    const denied = { ...confirmed, checkOccurence: 'NoCertifDenied', earlyReturn: true, newIncapacityEndDate: '2026-11-29' } as const;
    expect(outcomeOf(denied)).toMatchObject({ key: 'fit', date: '2026-11-30' });
    expect(outcomeOf({ ...denied, newIncapacityEndDate: null })).toMatchObject({ key: 'fit', date: '2026-11-20' });
    expect(outcomeOf({ ...denied, newIncapacityEndDate: null, checkDate: null })).toMatchObject({ key: 'fit', date: '2026-11-16' });
  });

  it.each([
    ['NoShow', 'noShow'],
    ['NonOperable', 'nonOperable'],
    ['Cancelled', 'cancelled'],
    ['Deleted', 'deleted'],
    [null, 'unknown'],
  ] as const)('%s reads %s, without a day', (checkOccurence, key) => {
    expect(outcomeOf({ ...confirmed, checkOccurence })).toMatchObject({ key, date: null });
  });
});

describe('nextStepsOf', () => {
  it('never leaves the reader without a step', () => {
    for (const checkOccurence of ['Yes', 'NoShow', 'NonOperable', 'Cancelled', 'Deleted'] as const) {
      for (const companyTotalPrice of [0, 5000]) {
        expect(nextStepsOf({ ...confirmed, checkOccurence, companyTotalPrice }), checkOccurence).not.toHaveLength(0);
      }
    }
  });

  it('tells of arbitration only when the worker disagreed', () => {
    const early = { ...confirmed, earlyReturn: true, newIncapacityEndDate: '2026-11-25' };
    expect(nextStepsOf(early)).not.toContain('arbitration');
    expect(nextStepsOf({ ...early, workerDisagreement: true })).toContain('arbitration');
  });

  it('follows the reason when the check could not be carried out', () => {
    const check = { ...confirmed, checkOccurence: 'NonOperable', nonOperableReason: 'WorkerResumed', companyTotalPrice: 0 } as const;
    expect(nextStepsOf(check)).toEqual(['byReason', 'notCharged']);
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

it('knows which reports tell of a check that took place', () => {
  expect((['Yes', 'NoCertifDenied', 'NoShow'] as const).every((checkOccurence) => tookPlace({ checkOccurence }))).toBe(true);
  expect((['Cancelled', 'NonOperable', 'Deleted', null] as const).some((checkOccurence) => tookPlace({ checkOccurence }))).toBe(false);
});
