import { expect, it } from 'vitest';
import type { CheckAction } from './lifecycle.ts';
import { type MissionState, missionNews } from './mission-news.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 24, hour));
const state = (status: MissionState['status'], doctorId: string | null = null, hour = 9): MissionState => ({
  status,
  doctorId,
  appointmentStart: doctorId === null ? null : at(hour),
  appointmentEnd: doctorId === null ? null : at(hour + 1),
});
const none = state('Planning');
const mine = state('WaitingForCheck', 'a');
const held = state('ModificationProblem', 'a');
const over = state('Archived', 'a');

it.each<[string, CheckAction, MissionState, MissionState, string[]]>([
  ['a new mission', 'schedule', none, mine, ['a Planned']],
  ['an offer that a doctor accepted', 'acceptOffer', none, mine, ['a Accepted']],
  ['another moment', 'reschedule', mine, state('WaitingForCheck', 'a', 11), ['a Moved']],
  ['a longer one', 'reschedule', mine, { ...mine, appointmentEnd: at(11) }, ['a Moved']],
  ['the same once more', 'reschedule', mine, mine, []],
  ['another doctor', 'reschedule', mine, state('WaitingForCheck', 'b'), ['a Withdrawn', 'b Planned']],
  ['back to planning', 'unschedule', mine, none, ['a Withdrawn']],
  ['a question about it', 'modify', mine, held, ['a OnHold']],
  ['another question', 'modify', held, held, []],
  ['an answer that needs a new appointment', 'resolveProblem', held, none, ['a Withdrawn']],
  ['cancelled', 'cancel', mine, over, ['a Cancelled']],
  ['cancelled while held up', 'cancel', held, over, ['a Cancelled']],
  ['not possible', 'markNonOperable', mine, over, ['a Cancelled']],
  ['deleted', 'delete', mine, over, ['a Cancelled']],
  ['a result that a planner records', 'recordResult', mine, over, []],
  ['a question about the result', 'questionResult', mine, mine, ['a ResultAsked']],
  ['the employee disagrees with the findings', 'employeeDisagree', over, over, ['a Disagreed']],
  ['an arbitrating doctor has ruled', 'recordRuling', over, over, ['a Ruled']],
  ['nobody had it', 'cancel', none, state('Archived'), []],
])('%s', (_, action, before, after, told) => {
  expect(missionNews(action, before, after, null).map(({ doctorId, news }) => `${doctorId} ${news}`)).toEqual(told);
});

it('sends a doctor no message about his or her own action', () => {
  expect(missionNews('markNonOperable', mine, over, 'a')).toEqual([]);
  expect(missionNews('reportProblem', mine, held, 'a')).toEqual([]);
  expect(missionNews('markNonOperable', mine, over, 'b')).toEqual([{ doctorId: 'a', news: 'Cancelled' }]);
});
