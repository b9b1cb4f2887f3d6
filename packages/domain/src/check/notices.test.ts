import { expect, it } from 'vitest';
import { EMPLOYEE_REPORTS } from '../employee-page/contract.ts';
import { CHECK_NOTICE_KINDS } from '../people/notifications.ts';
import type { ProblemOwner } from './enums.ts';
import { CHECK_ACTIONS } from './lifecycle.ts';
import { noticeKindOf } from './notices.ts';

const held = (problemOwner: ProblemOwner) =>
  ({ problemOwner, problemReason: 'DoctorUnavailable', statusBefore: 'WaitingForCheck' }) as const;

it('every kind of message about a check is caused by some action', () => {
  const kinds = (['order', ...CHECK_ACTIONS] as const).map((action) => noticeKindOf(action, held('employer')));
  expect([...new Set(kinds.filter((kind) => kind !== null))].toSorted()).toEqual([...CHECK_NOTICE_KINDS].toSorted());
});

it('the employer is notified of a problem that the employer must or can solve, or that cancels an announced appointment', () => {
  expect(noticeKindOf('reportProblem', held('employer'))).toBe('ProblemNeedsEmployer');
  expect(noticeKindOf('reportProblem', held('provider'))).toBe('AppointmentOff');
  expect(noticeKindOf('reportProblem', { ...held('provider'), statusBefore: 'Planning' })).toBeNull();
  for (const problemReason of EMPLOYEE_REPORTS)
    expect(noticeKindOf('reportProblem', { ...held('provider'), problemReason, statusBefore: 'Planning' })).toBe('EmployeeReported');
});
