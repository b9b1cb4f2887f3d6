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
  ['of a visit that was attempted, to somebody who may not leave home', visit, null],
  ['of a visit without attempt', { ...visit, attemptedAt: null }, 'noShowNoAttempt'],
  ['of a visit after an attempt of another one', { ...visit, attemptedAt: '2026-02-27T09:05:00Z' }, 'noShowNoAttempt'],
  ['of somebody who may leave home', { ...visit, authorizedExit: true }, 'noShowNoCard'],
  ['of somebody who may leave home, without attempt', { ...visit, authorizedExit: true, attemptedAt: null }, 'noShowNoAttempt'],
  ['of somebody whom the doctor sees no more', { ...visit, authorizedExit: null }, 'noShowNoCard'],
  [
    'of the appointment on the card, told in time',
    { ...visit, checkLocation: 'Office', authorizedExit: true, employeeTold: 'InTime' },
    null,
  ],
  ['of an appointment that nobody knew of', { ...visit, checkLocation: 'Office', employeeTold: 'NotTold' }, 'noShowNotTold'],
  ['of an imported check', { ...visit, checkLocation: 'Unknown', attemptedAt: null }, null],
] as const)('a no-show %s', (_, check, refusal) => {
  expect(noShowRefusal(check)).toBe(refusal);
});

it('an attempt is one of the current visit from the morning of its day on', () => {
  const at = (attemptedAt: string) => isAttempted({ ...visit, attemptedAt });
  expect(at('2026-03-03T02:01:00Z')).toBe(true);
  expect(at('2026-03-03T02:00:00Z')).toBe(false);
});

test('attempts are read by planners and doctor, and by the employer of a no-show', () => {
  const readers = (checkOccurence: CheckOccurence | null) =>
    (['anonymous', 'employerAdmin', 'employerBasic', 'planner', 'doctor', 'system'] as const).filter((role) =>
      readsAttempts(role, { checkOccurence }),
    );
  expect(readers(null)).toEqual(['planner', 'doctor', 'system']);
  expect(readers('YesPatientHome')).toEqual(['planner', 'doctor', 'system']);
  expect(readers('NoShow')).toEqual(['employerAdmin', 'employerBasic', 'planner', 'doctor', 'system']);
});
