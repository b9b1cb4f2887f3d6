import { expect, it, test } from 'vitest';
import type { CheckOccurence } from '../enums.ts';
import { noShowRefusal, readsAttempts } from './no-show.ts';

const visit = {
  checkLocation: 'House',
  employeeTold: null,
  authorizedExit: false,
  appointmentStart: '2026-03-03T09:00:00Z',
  attempts: [{ appointmentStart: new Date('2026-03-03T09:00:00Z') }],
} as const;

it.each([
  ['of an attempted visit to a worker who may not leave home', visit, null],
  ['of a visit without attempt', { ...visit, attempts: [] }, 'noShowNoAttempt'],
  [
    'of a visit, with an attempt at an earlier one of the same day only',
    { ...visit, appointmentStart: '2026-03-03T16:00:00Z' },
    'noShowNoAttempt',
  ],
  ['of a visit to a worker who may leave home', { ...visit, authorizedExit: true }, 'noShowNoCard'],
  ['of a visit to a worker who may leave home, without attempt', { ...visit, authorizedExit: true, attempts: [] }, 'noShowNoAttempt'],
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
  ['of an imported check', { ...visit, checkLocation: 'Unknown', attempts: [] }, null],
] as const)('a no-show %s', (_, check, refusal) => {
  expect(noShowRefusal(check)).toBe(refusal);
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
