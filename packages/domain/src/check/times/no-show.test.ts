import { expect, it, test } from 'vitest';
import type { CheckOccurence } from '../enums.ts';
import { isAttempted, noShowRefusal, readsAttempts } from './no-show.ts';

const visit = {
  checkLocation: 'House',
  employeeTold: null,
  authorizedExit: false,
  appointmentStart: '2026-03-03T09:00:00Z',
  attemptedAt: '2026-03-03T09:05:00Z',
} as const;

it.each([
  ['of an attempted visit to a worker who may not leave home', visit, null],
  ['of a visit without attempt', { ...visit, attemptedAt: null }, 'noShowNoAttempt'],
  ['of a visit, with an attempt at an earlier one only', { ...visit, attemptedAt: '2026-02-27T09:05:00Z' }, 'noShowNoAttempt'],
  ['of a visit to a worker who may leave home', { ...visit, authorizedExit: true }, 'noShowNoCard'],
  ['of a visit to a worker who may leave home, without attempt', { ...visit, authorizedExit: true, attemptedAt: null }, 'noShowNoAttempt'],
  ['of a worker whose data are no longer visible to the doctor', { ...visit, authorizedExit: null }, 'noShowNoCard'],
  [
    'of the appointment on a card that was left in time',
    { ...visit, checkLocation: 'Office', authorizedExit: true, employeeTold: 'InTime' },
    null,
  ],
  [
    'of an appointment of which the employee was not notified',
    { ...visit, checkLocation: 'Office', employeeTold: 'NotTold' },
    'noShowNotTold',
  ],
  ['of an imported check', { ...visit, checkLocation: 'Unknown', attemptedAt: null }, null],
] as const)('a no-show %s', (_, check, refusal) => {
  expect(noShowRefusal(check)).toBe(refusal);
});

it('an attempt counts for the current visit only shortly before its appointment or later', () => {
  const at = (attemptedAt: string) => isAttempted({ ...visit, attemptedAt });
  expect(at('2026-03-03T02:01:00Z')).toBe(true);
  expect(at('2026-03-03T02:00:00Z')).toBe(false);
});

test('planners and the doctor read attempts, the employer only those of a no-show', () => {
  const readers = (checkOccurence: CheckOccurence | null) =>
    (['anonymous', 'employerAdmin', 'employerBasic', 'planner', 'doctor', 'system'] as const).filter((role) =>
      readsAttempts(role, { checkOccurence }),
    );
  expect(readers(null)).toEqual(['planner', 'doctor', 'system']);
  expect(readers('YesPatientHome')).toEqual(['planner', 'doctor', 'system']);
  expect(readers('NoShow')).toEqual(['employerAdmin', 'employerBasic', 'planner', 'doctor', 'system']);
});
