import { expect, it } from 'vitest';
import { CHECK_NOTICE_KINDS } from '../people/notifications.ts';
import { CHECK_ACTIONS } from './lifecycle.ts';
import { noticeKindOf } from './notices.ts';

it('every kind of message about a step has an action that gives rise to it', () => {
  const kinds = (['order', ...CHECK_ACTIONS] as const).map((action) => noticeKindOf(action, 'employer'));
  expect([...new Set(kinds.filter((kind) => kind !== null))].toSorted()).toEqual([...CHECK_NOTICE_KINDS].toSorted());
});

it('a problem is told to the employer only when the employer must act', () => {
  expect(noticeKindOf('reportProblem', 'employer')).toBe('ProblemNeedsEmployer');
  expect(noticeKindOf('reportProblem', 'provider')).toBeNull();
});
