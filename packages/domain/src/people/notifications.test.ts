import { describe, expect, test } from 'vitest';
import { deliveryAt, isOfferTexted, kindsOf, mayChoose, NOTIFICATION_KINDS, nextDailyMail, notificationRule } from './notifications.ts';

const at = (text: string): Date => new Date(text);

describe('the table of kinds', () => {
  test('each kind has its readers', () => {
    expect(kindsOf('planner')).toEqual(['CommentWritten', 'ResultWaits', 'DoctorNotFound']);
    expect(kindsOf('doctor').filter((kind) => !kind.startsWith('Mission'))).toEqual(['CommentWritten']);
    expect(NOTIFICATION_KINDS.filter((kind) => notificationRule(kind).readers.length === 0)).toEqual([]);
  });

  test('a question about a result, a mission on hold or withdrawn, a disagreement and a held result are always notified at once', () => {
    expect(NOTIFICATION_KINDS.filter((kind) => notificationRule(kind).deliveries.length === 1)).toEqual([
      'MissionOnHold',
      'MissionResultAsked',
      'MissionDisagreed',
      'MissionWithdrawn',
      'ResultWaits',
    ]);
    expect(mayChoose('employer', 'ProblemNeedsEmployer', 'Daily')).toBe(false);
    expect(mayChoose('doctor', 'MissionPlanned', 'InApp')).toBe(false);
    expect(mayChoose('planner', 'CommentWritten', 'Daily')).toBe(true);
  });

  test('an offer is mailed at once, and by default also sent as a text message for an immediate check', () => {
    const texted = ([null, 'SmsImmediate', 'SmsAlways', 'AtOnce', 'InApp'] as const).map((chosen) =>
      (['Immediate', 'Optimized'] as const).map((timing) => isOfferTexted(chosen, timing)),
    );
    expect(texted).toEqual([
      [true, false],
      [true, false],
      [true, true],
      [false, false],
      // What may not be chosen.
      [true, false],
    ]);
    for (const delivery of ['Daily', 'InApp'] as const) expect(mayChoose('doctor', 'MissionOffered', delivery)).toBe(false);
    expect(mayChoose('doctor', 'MissionPlanned', 'SmsAlways')).toBe(false);
  });
});

describe('the daily mail', () => {
  test.each([
    ['2026-03-02T07:29:59+01:00', '2026-03-02T07:30:00+01:00'],
    ['2026-03-02T07:30:00+01:00', '2026-03-03T07:30:00+01:00'],
    // The clocks go forward in the night.
    ['2026-03-28T20:00:00+01:00', '2026-03-29T07:30:00+02:00'],
  ])('after %s is that of %s', (now, next) => {
    expect(nextDailyMail(at(now))).toEqual(at(next));
  });

  test.each([
    ['MissionMoved', 'Daily', '2026-03-04T07:30:00+01:00', 'Daily'],
    ['MissionMoved', 'Daily', '2026-03-04T07:29:00+01:00', 'AtOnce'],
    ['MissionMoved', 'Daily', null, 'AtOnce'],
    ['MissionMoved', 'AtOnce', '2026-03-20T07:30:00+01:00', 'AtOnce'],
    // Of an immediate check, and of one whose last day is near, nobody waits for the morning.
    ['DoctorNotFound', 'Daily', null, 'AtOnce'],
    ['DoctorNotFound', 'Daily', '2026-03-04T00:00:00+01:00', 'AtOnce'],
    ['DoctorNotFound', 'Daily', '2026-03-10T00:00:00+01:00', 'Daily'],
    ['AppointmentMade', 'Daily', null, 'Daily'],
    ['AppointmentMade', null, null, 'AtOnce'],
    // What may not be chosen, or may not any more.
    ['MissionMoved', 'InApp', null, 'AtOnce'],
  ] as const)('%s, %s, of an appointment at %s: %s', (kind, chosen, from, delivery) => {
    expect(deliveryAt(kind, chosen, at('2026-03-02T09:00:00+01:00'), from === null ? null : at(from))).toBe(delivery);
  });
});

test('a cancelled appointment is notified in the application, and by mail if it was near or the user chose mail', () => {
  const now = new Date('2026-03-02T08:00:00Z');
  const far = new Date('2026-03-03T08:00:00Z');
  const near = new Date('2026-03-03T07:59:00Z');
  expect(deliveryAt('AppointmentOff', null, now, far)).toBe('InApp');
  expect(deliveryAt('AppointmentOff', 'AtOnce', now, far)).toBe('AtOnce');
  for (const chosen of [null, 'InApp'] as const) expect(deliveryAt('AppointmentOff', chosen, now, near)).toBe('AtOnce');
  expect(deliveryAt('EmployeeReported', 'InApp', now, near)).toBe('InApp');
});
