import { describe, expect, it } from 'vitest';
import { instantAt } from '../../clock.ts';
import { WAKING_DAY_MINUTES, wakingMinutes } from '../../offers/waves.ts';
import {
  currentMessages,
  decisionMessages,
  decisiveMessage,
  type EmployeeMessageFacts,
  hasOpenedPage,
  isInTime,
  leavesAtNight,
  soonestProposed,
  type ToldAppointment,
  type ToldState,
  toldRefusal,
  toldState,
  waysToTell,
} from './told.ts';

const at = (time: string, day = '2026-11-24') => instantAt(day, time);
const appointment = { checkLocation: 'Office', doctorId: 'a', appointmentStart: at('12:00') } as const satisfies ToldAppointment;
const message = (values: Partial<EmployeeMessageFacts> = {}): EmployeeMessageFacts => ({
  ...appointment,
  channel: 'sms',
  news: 'Invited',
  decisionVersion: null,
  createdAt: at('08:00'),
  sentAt: null,
  deliveredAt: null,
  failedAt: null,
  reached: null,
  withdrawnAt: null,
  ...values,
});
const sent = message({ sentAt: at('08:01') });
const failed = message({ failedAt: at('08:02') });
const opened = (time: string) => message({ channel: 'page', createdAt: at(time), sentAt: at(time) });
const call = (values: Partial<EmployeeMessageFacts> = {}) =>
  message({ channel: 'phone', reached: 'employee', sentAt: at('09:00'), createdAt: at('09:01'), ...values });

it.each<[string, string, boolean]>([
  ['10:00', '12:00', true],
  ['10:01', '12:00', false],
  ['12:00', '12:00', false],
  // The time before 07:00 is night and does not count.
  ['06:30', '09:00', true],
  ['06:30', '08:59', false],
])('a notice needs two waking hours: sent at %s for an appointment at %s', (told, start, expected) => {
  for (const channel of ['sms', 'phone', 'page'] as const) expect(isInTime(channel, at(told), at(start))).toBe(expected);
});

it('an email needs a whole waking day of notice', () => {
  const next = (time: string) => at(time, '2026-11-25');
  expect(isInTime('mail', at('09:00'), next('09:00'))).toBe(true);
  expect(isInTime('mail', at('09:01'), next('09:00'))).toBe(false);
  expect(isInTime('mail', at('20:30'), next('20:00'))).toBe(false);
  expect(isInTime('mail', at('23:00'), at('07:00', '2026-11-26'))).toBe(true);
  expect(WAKING_DAY_MINUTES).toBe(wakingMinutes(at('00:00'), next('00:00')));
});

it('messages go to the mobile numbers first, then to the private email address', () => {
  const contact = { phoneNumber: '+32470111222', workerPhoneNumber: '+32470333444', workerEmail: 'an@example.be' };
  const [gsm, own, mail] = [
    { channel: 'sms', to: '+32470111222' },
    { channel: 'sms', to: '+32470333444' },
    { channel: 'mail', to: 'an@example.be' },
  ];
  expect(waysToTell(contact)).toEqual([gsm, own, mail]);
  expect(waysToTell({ ...contact, workerPhoneNumber: contact.phoneNumber })).toEqual([gsm, mail]);
  expect(waysToTell({ ...contact, phoneNumber: '', workerPhoneNumber: '+3221234567' })).toEqual([mail]);
  expect(waysToTell({ ...contact, workerEmail: '' })).toEqual([gsm, own]);
  expect(waysToTell({ phoneNumber: '', workerPhoneNumber: '+3221234567', workerEmail: '' })).toEqual([]);
});

it('a notice at 20:00 for an appointment the next morning counts the evening and the morning', () => {
  expect(isInTime('sms', at('20:00'), at('08:00', '2026-11-25'))).toBe(true);
  expect(isInTime('sms', at('20:01'), at('08:00', '2026-11-25'))).toBe(false);
});

it.each<[string, string, string?]>([
  ['09:05', '11:05'],
  ['06:30', '09:00'],
  ['20:00', '08:00', '2026-11-25'],
  ['22:00', '09:00', '2026-11-25'],
])('an appointment proposed at %s begins at %s at the earliest, so that the notice is in time', (now, first, day) => {
  const soonest = soonestProposed('Office', at(now));
  expect(soonest).toEqual(at(first, day));
  expect(isInTime('sms', at(now), soonest)).toBe(true);
  expect(isInTime('sms', at(now), new Date(soonest.getTime() - 1))).toBe(false);
  expect(soonestProposed('House', at(now))).toEqual(at(now));
});

describe('whether the employee was notified of an appointment', () => {
  it.each<[string, readonly EmployeeMessageFacts[], ToldState]>([
    ['nothing yet', [], 'Waiting'],
    ['a message that waits to be sent', [message()], 'Waiting'],
    ['accepted by the SMS operator', [sent], 'InTime'],
    ['delivered', [message({ sentAt: at('08:01'), deliveredAt: at('08:02') })], 'InTime'],
    ['accepted in time, delivered too late', [message({ sentAt: at('08:01'), deliveredAt: at('10:30') })], 'Late'],
    ['accepted, then failed', [message({ sentAt: at('08:01'), failedAt: at('08:30') })], 'NotTold'],
    ['no way to tell', [message({ channel: null })], 'NotTold'],
    ['one number fails, the other waits', [failed, message({ createdAt: at('08:02') })], 'Waiting'],
    ['told by telephone after a failure', [failed, call()], 'InTime'],
    ['a voicemail', [failed, call({ reached: 'voicemail' })], 'NotTold'],
    ['nobody answers', [failed, call({ reached: 'nobody' })], 'NotTold'],
    ['a withdrawn call', [failed, call({ withdrawnAt: at('09:30') })], 'NotTold'],
    ['called too late', [failed, call({ sentAt: at('11:00') })], 'Late'],
    ['too late first, in time by another way', [call({ createdAt: at('07:00'), sentAt: at('11:00') }), sent], 'InTime'],
    ['a letter that counts as read too late', [failed, message({ channel: 'letter', sentAt: at('00:00', '2026-11-20') })], 'Late'],
    ['a letter that counts as read in time', [failed, message({ channel: 'letter', sentAt: at('00:00', '2026-11-18') })], 'InTime'],
    [
      'a letter that the post returned',
      [failed, message({ channel: 'letter', sentAt: at('00:00', '2026-11-18'), withdrawnAt: at('09:00') })],
      'NotTold',
    ],
    ['a mail on the day itself', [failed, message({ channel: 'mail', sentAt: at('08:03') })], 'Late'],
    ['a mail the day before', [failed, message({ channel: 'mail', sentAt: at('12:00', '2026-11-23') })], 'InTime'],
    [
      'a mail that came back after its delivery',
      [
        message({
          channel: 'mail',
          sentAt: at('12:00', '2026-11-22'),
          deliveredAt: at('12:01', '2026-11-22'),
          failedAt: at('13:00', '2026-11-22'),
        }),
      ],
      'NotTold',
    ],
    ['a message that failed, of somebody who opened the page in time', [failed, opened('10:00')], 'InTime'],
    ['opened too late', [failed, opened('10:01')], 'Late'],
    ['opened after it had begun', [failed, opened('12:05')], 'Late'],
    ['a mail too late to count alone, and opened in time', [message({ channel: 'mail', sentAt: at('08:03') }), opened('09:30')], 'InTime'],
    ['opened too late of a message that was in time', [sent, opened('11:30')], 'InTime'],
    ['the page of another time opened', [{ ...opened('09:00'), appointmentStart: at('14:00') }], 'Waiting'],
    ['an appointment from before notices were recorded', [message({ channel: 'unrecorded' })], 'Unrecorded'],
    ['another time', [message({ sentAt: at('08:01'), appointmentStart: at('14:00') })], 'Waiting'],
    ['another doctor, so another place', [message({ sentAt: at('08:01'), doctorId: 'b' })], 'Waiting'],
    ['cancelled since', [sent, message({ news: 'Cancelled', sentAt: at('08:31'), createdAt: at('08:30') })], 'Waiting'],
    [
      'notified of this time, then of another, then of this one again without success',
      [
        sent,
        message({ news: 'Moved', appointmentStart: at('14:00'), sentAt: at('08:31'), createdAt: at('08:30') }),
        message({ news: 'Moved', failedAt: at('09:01'), createdAt: at('09:00') }),
      ],
      'NotTold',
    ],
  ])('%s', (_, employeeMessages, state) => {
    expect(toldState(appointment, employeeMessages)).toBe(state);
    expect(toldState(appointment, employeeMessages.toReversed())).toBe(state);
  });

  it('an opened page counts only for the appointment that it showed', () => {
    expect(hasOpenedPage(appointment, [sent])).toBe(false);
    expect(hasOpenedPage(appointment, [sent, opened('09:00')])).toBe(true);
    const moved = message({ news: 'Moved', appointmentStart: at('14:00'), createdAt: at('09:30') });
    const back = message({ news: 'Moved', createdAt: at('09:45') });
    expect(hasOpenedPage({ ...appointment, appointmentStart: at('14:00') }, [sent, opened('09:00'), moved])).toBe(false);
    expect(hasOpenedPage(appointment, [sent, opened('09:00'), moved, back])).toBe(false);
    expect(decisiveMessage(appointment, [failed, opened('09:00')])).toEqual(opened('09:00'));
    expect(decisiveMessage(appointment, [sent, opened('09:00')])).toEqual(sent);
  });

  it('there is none for a home visit, which is not announced', () => {
    expect(toldState({ ...appointment, checkLocation: 'House' }, [])).toBeNull();
  });

  it('only notices since the last notice of another appointment are current', () => {
    const moved = message({ news: 'Moved', appointmentStart: at('14:00'), createdAt: at('08:30') });
    const back = message({ news: 'Moved', createdAt: at('09:00') });
    expect(currentMessages(appointment, [sent, moved, back])).toEqual([back]);
  });
});

it.each<[ToldState | null, ReturnType<typeof toldRefusal>]>([
  ['InTime', null],
  ['Unrecorded', null],
  ['Late', 'noShowToldLate'],
  ['Waiting', 'noShowNotTold'],
  ['NotTold', 'noShowNotTold'],
  [null, 'noShowNotTold'],
])('a no-show of an employee in state %s', (employeeTold, refusal) => {
  for (const checkLocation of ['Office', 'Telecheck'] as const) expect(toldRefusal({ checkLocation, employeeTold })).toBe(refusal);
  // Here the attempt decides (no-show.test.ts).
  for (const checkLocation of ['House', 'Unknown'] as const) expect(toldRefusal({ checkLocation, employeeTold: null })).toBeNull();
});

it('a text message is sent at night only if it would be too late in the morning', () => {
  expect(leavesAtNight(at('22:00'), at('08:30', '2026-11-25'))).toBe(true);
  expect(leavesAtNight(at('22:00'), at('09:00', '2026-11-25'))).toBe(false);
  expect(leavesAtNight(at('20:50'), at('08:30', '2026-11-25'))).toBe(true);
  expect(leavesAtNight(at('20:50'), at('09:00', '2026-11-25'))).toBe(false);
});

it('notices of a decision do not count for the appointment; only the last one counts, as long as the decision holds', () => {
  const excused = message({ news: 'Excused', decisionVersion: 8, createdAt: at('15:00'), sentAt: at('15:01') });
  const again = message({ news: 'Excused', decisionVersion: 10, createdAt: at('17:00'), failedAt: at('17:01') });
  expect(toldState(appointment, [sent, excused])).toBe('InTime');
  expect(currentMessages(appointment, [sent, excused, again])).toEqual([sent]);
  const check = { noShowExcuse: 'Hospital', arbitrationRuling: null, erasedAt: null } as const;
  expect(decisionMessages(check, [sent, excused, again])).toEqual([again]);
  expect(decisionMessages({ ...check, noShowExcuse: null }, [sent, excused, again])).toEqual([]);
  expect(decisionMessages(check, [sent])).toEqual([]);
});
