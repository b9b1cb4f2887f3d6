import { expect, it } from 'vitest';
import { type ExpectedState, employeeNews } from './employee-news.ts';
import type { CheckAction } from './lifecycle.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 24, hour));
const NOW = at(9);
const none: ExpectedState = { status: 'Planning', checkLocation: 'Office', doctorId: null, appointmentStart: null };
const made: ExpectedState = { status: 'WaitingForCheck', checkLocation: 'Office', doctorId: 'a', appointmentStart: at(12) };
const over: ExpectedState = { ...made, status: 'Archived' };

it.each<[string, CheckAction, ExpectedState, ExpectedState, string | null]>([
  ['an appointment', 'schedule', none, made, 'Invited 12'],
  ['one that a doctor accepted, by video', 'acceptOffer', none, { ...made, checkLocation: 'Telecheck' }, 'Invited 12'],
  ['a home visit', 'schedule', none, { ...made, checkLocation: 'House' }, null],
  ['another moment', 'reschedule', made, { ...made, appointmentStart: at(14) }, 'Moved 14'],
  ['another doctor, so another place', 'reschedule', made, { ...made, doctorId: 'b' }, 'Moved 12'],
  ['the same once more', 'reschedule', made, made, null],
  ['back to planning', 'unschedule', made, none, 'Cancelled 12'],
  ['a question to be answered first', 'reportProblem', made, { ...made, status: 'ModificationProblem' }, 'Cancelled 12'],
  ['cancelled', 'cancel', made, over, 'Cancelled 12'],
  ['cancelled before an appointment', 'cancel', none, { ...none, status: 'Archived' }, null],
  ['a result before its time', 'recordResult', made, over, null],
  ['not carried out, when it is over', 'markNonOperable', { ...made, appointmentStart: at(8) }, { ...over, appointmentStart: at(8) }, null],
  ['a moment of the past', 'schedule', none, { ...made, appointmentStart: at(8) }, null],
])('%s', (_, action, before, after, told) => {
  const result = employeeNews(action, before, after, NOW);
  expect(result && `${result.news} ${result.appointmentStart.getUTCHours()}`).toBe(told);
});
