import { describe, expect, it } from 'vitest';
import { correctionsOf } from './correction-lines.ts';

const first = {
  checkOccurence: 'NoShow',
  examinedFrom: '2026-11-20T09:00:00Z',
  examinationMinutes: null,
  newIncapacityEndDate: null,
  earlyReturn: false,
  workerDisagreement: false,
  secondCheckNeeded: true,
  prolongationNeeded: false,
  injuryDifference: null,
  checkPlausibility: 'Unknown',
} as const;
const second = { ...first, checkOccurence: 'Yes', examinationMinutes: 14, secondCheckNeeded: false } as const;
const third = { ...second, examinedFrom: '2026-11-20T09:30:00Z', newIncapacityEndDate: '2026-11-24', earlyReturn: true } as const;

describe('corrections of a result', () => {
  it('list the values that each of them replaced, oldest first, for any order of the history', () => {
    const events = [
      { at: 'later', version: 9, correctionReason: 'LearnedLater', formerResult: second },
      { at: 'ordered', version: 1, correctionReason: null, formerResult: null },
      { at: 'soon', version: 8, correctionReason: 'Mistyped', formerResult: first },
    ] as const;
    expect(correctionsOf(events, third)).toEqual([
      {
        at: 'soon',
        reason: 'Mistyped',
        replaced: [
          { key: 'checkOccurence', kind: 'enum', label: 'checkOccurence', value: 'NoShow' },
          { key: 'examinationMinutes', kind: 'text', value: '' },
          { key: 'secondCheckNeeded', kind: 'yesNo', value: true },
        ],
      },
      {
        at: 'later',
        reason: 'LearnedLater',
        replaced: [
          { key: 'checkTime', kind: 'time', value: '10:00' },
          { key: 'newIncapacityEndDate', kind: 'text', value: '' },
          { key: 'earlyReturn', kind: 'yesNo', value: false },
        ],
      },
    ]);
  });

  it('are none if nothing was corrected', () => {
    expect(correctionsOf([{ at: 'now', version: 2, correctionReason: null, formerResult: null }], first)).toEqual([]);
  });
});
