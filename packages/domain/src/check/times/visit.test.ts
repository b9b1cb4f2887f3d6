import { describe, expect, it } from 'vitest';
import { instantAt } from '../../clock.ts';
import { atAppointmentLocation, firstTapOf, isUnderWay, lastTap, momentOfTap, NO_VISIT, visitError, wentInVain } from './visit.ts';

const DAY = '2026-11-23';
const at = (time: string, day = DAY) => instantAt(day, time);
const visit = { ...NO_VISIT, appointmentStart: at('10:00') };

describe('the recorded time of a tap', () => {
  it('is the server’s time, also if the phone’s clock is slightly wrong or ahead', () => {
    const server = { at: at('10:00'), receivedAt: null };
    expect(momentOfTap(at('10:00'), at('10:00'))).toEqual(server);
    expect(momentOfTap(at('09:58'), at('10:00'))).toEqual(server);
    expect(momentOfTap(at('13:00'), at('10:00'))).toEqual(server);
  });

  it('is the phone’s time if the tap arrived late, with the time of arrival', () => {
    expect(momentOfTap(at('09:30'), at('18:00'))).toEqual({ at: at('09:30'), receivedAt: at('18:00') });
  });
});

describe('a check that could not be carried out is charged for a useless trip or wait', () => {
  const visiting = { ...visit, status: 'WaitingForCheck', checkLocation: 'House' } as const;
  it.each([
    ['not before its appointment', visiting, false, '09:59', false],
    ['if the doctor set out', { ...visiting, onMyWayAt: at('09:20') }, false, '09:30', true],
    ['from its appointment on, even without a tap', visiting, false, '10:00', true],
    ['at the practice, where the doctor waited', { ...visiting, checkLocation: 'Office' }, false, '10:00', true],
    [
      'not if the doctor set out to his or her own practice',
      { ...visiting, checkLocation: 'Office', onMyWayAt: at('09:20') },
      false,
      '09:30',
      false,
    ],
    ['not while a problem is open', { ...visiting, status: 'ModificationProblem' }, false, '10:30', false],
    [
      'while a problem is open, if the doctor had arrived before',
      { ...visiting, status: 'ModificationProblem', arrivedAt: at('09:55') },
      false,
      '10:30',
      true,
    ],
    ['after an attempt, even before the appointment on the card', { ...visiting, checkLocation: 'Office' }, true, '09:00', true],
  ] as const)('%s', (_, check, attempted, time, went) => {
    expect(wentInVain(check, attempted, at(time))).toBe(went);
  });
});

describe('the taps of a doctor', () => {
  it('are refused until four hours before visits may begin on the day of the appointment', () => {
    expect(firstTapOf(visit.appointmentStart)).toEqual(at('03:00'));
    expect(visitError(visit, 'onMyWay', at('02:59'))).toBe('visitTooEarly');
    expect(visitError(visit, 'arrived', at('23:00', '2026-11-22'))).toBe('visitTooEarly');
    expect(visitError(visit, 'onMyWay', at('03:00'))).toBe('visitTooEarly');
    expect(visitError(visit, 'onMyWay', at('03:01'))).toBeNull();
  });

  it('must be in order; the first one may be left out', () => {
    expect(visitError(visit, 'left', at('10:20'))).toBe('visitOrder');
    expect(visitError(visit, 'arrived', at('10:00'))).toBeNull();
    const there = { ...visit, onMyWayAt: at('09:30'), arrivedAt: at('10:00') };
    expect(visitError({ ...there, arrivedAt: null }, 'arrived', at('09:29'))).toBe('visitOrder');
    expect(visitError(there, 'onMyWay', at('10:05'))).toBe('visitOrder');
    expect(visitError(there, 'left', at('09:59'))).toBe('visitOrder');
    expect(visitError(there, 'left', at('10:15'))).toBeNull();
  });

  it('can be undone, the last one first', () => {
    const all = { onMyWayAt: at('09:30'), arrivedAt: at('10:00'), leftAt: at('10:15') };
    expect(lastTap(all)).toBe('left');
    expect(lastTap({ ...all, leftAt: null })).toBe('arrived');
    expect(lastTap({ ...all, leftAt: null, arrivedAt: null })).toBe('onMyWay');
    expect(lastTap(NO_VISIT)).toBeNull();
  });

  it('make the cancellation of a visit late from setting out on', () => {
    expect(isUnderWay({ ...NO_VISIT, checkLocation: 'House' })).toBe(false);
    expect(isUnderWay({ checkLocation: 'House', onMyWayAt: at('09:30'), arrivedAt: null })).toBe(true);
    expect(isUnderWay({ checkLocation: 'House', onMyWayAt: null, arrivedAt: at('10:00') })).toBe(true);
    expect(isUnderWay({ checkLocation: 'Office', onMyWayAt: null, arrivedAt: at('10:00') })).toBe(false);
  });

  it('belong to the location of their appointment, whatever is ordered since', () => {
    const driving = { onMyWayAt: at('09:30'), arrivedAt: null };
    expect(isUnderWay(atAppointmentLocation({ ...driving, checkLocation: 'Office', appointmentLocation: 'House' }))).toBe(true);
    expect(isUnderWay(atAppointmentLocation({ ...driving, checkLocation: 'House', appointmentLocation: 'Office' }))).toBe(false);
    expect(isUnderWay(atAppointmentLocation({ ...driving, checkLocation: 'House', appointmentLocation: null }))).toBe(true);
  });
});
