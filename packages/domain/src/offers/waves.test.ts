import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, instantAt, timeOf } from '../clock.ts';
import type { RankedDoctor } from '../planning/ranking.ts';
import { OFFER_STATES } from './states.ts';
import {
  acceptanceChance,
  answerableUntil,
  askedUntil,
  daysToAsk,
  LAST_ASKED_MINUTES,
  mailUrgency,
  momentToAsk,
  nextWave,
  searchStep,
  sendableAt,
  WAVES,
  wakingMinutes,
  waveEnds,
} from './waves.ts';

const DAY = '2026-11-24';
const at = (time: string, days = 0) => instantAt(addDays(DAY, days), time);

describe('quiet hours', () => {
  it.each([
    // By day mails are sent at once either way; one that cannot be sent before 21:00 is sent later, or in the morning.
    ['2026-03-02T20:59:00+01:00', '2026-03-02T21:30:00+01:00', 'atOnce'],
    ['2026-03-02T20:59:00+01:00', '2026-03-03T09:59:00+01:00', 'atOnce'],
    ['2026-03-02T20:59:00+01:00', '2026-03-03T10:00:00+01:00', 'waking'],
    ['2026-03-02T21:00:00+01:00', '2026-03-03T09:59:00+01:00', 'atOnce'],
    ['2026-03-02T21:00:00+01:00', '2026-03-03T10:00:00+01:00', 'waking'],
    ['2026-03-03T06:59:00+01:00', '2026-03-03T09:59:00+01:00', 'atOnce'],
    ['2026-03-03T06:59:00+01:00', '2026-03-04T09:00:00+01:00', 'waking'],
    ['2026-03-02T23:00:00+01:00', null, 'waking'],
    ['2026-03-02T23:00:00+01:00', '2026-03-02T20:30:00+01:00', 'waking'],
  ] as const)('at %s, a mail about an appointment at %s is %s', (now, concernsFrom, urgency) => {
    expect(mailUrgency(new Date(now), concernsFrom && new Date(concernsFrom))).toBe(urgency);
  });

  it.each([
    ['06:59', at('07:00')],
    ['07:00', at('07:00')],
    ['20:59', at('20:59')],
    ['21:00', at('07:00', 1)],
    ['23:30', at('07:00', 1)],
    ['00:10', at('07:00')],
  ])('delay a message from %s to %s', (time, sent) => {
    expect(sendableAt(at(time))).toEqual(sent);
  });

  it.each([
    ['within a day', at('08:00'), at('09:30'), 90],
    ['over a night', at('20:30'), at('07:15', 1), 45],
    ['of a night alone', at('21:00'), at('07:00', 1), 0],
    ['over two nights', at('20:00'), at('08:00', 2), 60 + 14 * 60 + 60],
    ['backwards', at('10:00'), at('09:00'), 0],
  ])('do not count as time to answer: %s', (_, from, to, minutes) => {
    expect(wakingMinutes(from, to)).toBe(minutes);
  });

  it('are the same on the nights when the clock changes', () => {
    expect(wakingMinutes(instantAt('2026-10-24', '20:00'), instantAt('2026-10-25', '08:00'))).toBe(120);
    expect(wakingMinutes(instantAt('2026-03-28', '20:00'), instantAt('2026-03-29', '08:00'))).toBe(120);
  });
});

describe('the time until the next doctors are asked', () => {
  it('is an hour for an immediate check and two for an optimised one', () => {
    expect(waveEnds(at('09:00'), at('18:00'), 'Immediate')).toEqual(at('10:00'));
    expect(waveEnds(at('09:00'), at('18:00'), 'Optimized')).toEqual(at('11:00'));
  });

  it('does not end the offer, which can be accepted until three hours before the appointment', () => {
    expect(answerableUntil(at('18:00'))).toEqual(at('15:00'));
  });

  it('is shown as a waking hour: the evening before, until that is over', () => {
    expect(askedUntil(at('15:00'))).toEqual(at('15:00'));
    expect(askedUntil(at('07:00', 1))).toEqual(at('07:00', 1));
    expect(askedUntil(at('05:00', 1), at('20:59'))).toEqual(at('21:00'));
    expect(askedUntil(at('05:00', 1), at('21:00'))).toEqual(at('05:00', 1));
    expect(askedUntil(at('23:00'))).toEqual(at('21:00'));
  });

  it('does not run at night', () => {
    expect(waveEnds(at('20:30'), at('18:00', 1), 'Immediate')).toEqual(at('07:30', 1));
    expect(waveEnds(at('23:00'), at('18:00', 1), 'Immediate')).toEqual(at('08:00', 1));
  });

  it('ends three hours before the appointment, and does not begin after that', () => {
    expect(waveEnds(at('09:00'), at('12:30'), 'Immediate')).toEqual(at('09:30'));
    expect(waveEnds(at('09:00'), at('12:00'), 'Immediate')).toBeNull();
    // The message would be sent at seven.
    expect(waveEnds(at('23:00'), at('10:00', 1), 'Immediate')).toBeNull();
  });

  it('is never longer than configured, ends in waking hours, and leaves time to ask others', () => {
    const minute = fc.integer({ min: 0, max: 14 * 24 * 60 });
    fc.assert(
      fc.property(minute, minute, fc.constantFrom('Immediate', 'Optimized'), (sent, start, timing) => {
        const sentAt = new Date(at('00:00').getTime() + sent * 60_000);
        const appointment = new Date(at('00:00').getTime() + start * 60_000);
        const by = waveEnds(sentAt, appointment, timing);
        if (by === null) return;
        expect(wakingMinutes(sentAt, by)).toBeLessThanOrEqual(WAVES[timing].minutes);
        expect(appointment.getTime() - by.getTime()).toBeGreaterThanOrEqual(LAST_ASKED_MINUTES * 60_000);
        expect(by > sentAt).toBe(true);
        if (appointment.getTime() - by.getTime() > LAST_ASKED_MINUTES * 60_000)
          expect(timeOf(by) >= '07:00' && timeOf(by) <= '21:00').toBe(true);
      }),
    );
  });
});

describe('the next wave', () => {
  const ranked = (id: string, score: number, slots: readonly string[] = ['15:00']): RankedDoctor => ({
    id,
    score,
    distanceKm: 5,
    travelMinutes: 12,
    speaksLanguage: true,
    offersLocation: true,
    missionsThatDay: 0,
    freeSlots: slots.map((time) => at(time)),
    reasons: [],
  });
  const doctors = [ranked('a', 20), ranked('b', 15), ranked('c', 10), ranked('d', 5)];
  const ask = (
    histories: [string, { asked: number; accepted: number }][] = [],
    asked: string[] = [],
    timing: 'Immediate' | 'Optimized' = 'Immediate',
  ) => nextWave(doctors, new Map(histories), new Set(asked), { checkTiming: timing, now: at('09:00') }).map(({ doctorId }) => doctorId);

  it('is three doctors for an immediate check, one for an optimised one, best first', () => {
    expect(ask()).toEqual(['a', 'b', 'c']);
    expect(ask([], [], 'Optimized')).toEqual(['a']);
  });

  it('leaves out doctors already asked, possibly all', () => {
    expect(ask([], ['a', 'c'])).toEqual(['b', 'd']);
    expect(ask([], ['a', 'b', 'c', 'd'])).toEqual([]);
  });

  it('prefers a doctor who usually accepts to a better one who does not', () => {
    expect(
      ask([
        ['a', { asked: 20, accepted: 0 }],
        ['d', { asked: 20, accepted: 20 }],
      ]),
    ).toEqual(['d', 'b', 'c']);
  });

  it.each([
    ['the first that leaves two hours', ['12:10', '13:50', '14:00', '15:00'], '14:00'],
    ['the first, if none leaves two hours', ['12:10', '13:50'], '12:10'],
    ['none, if it is too late for all', ['10:00', '12:00'], undefined],
    ['none, if none is free', [], undefined],
  ])('offers one of the free appointments: %s', (_, free, asked) => {
    const slots = free.map((time) => at(time));
    expect(momentToAsk(slots, { checkTiming: 'Immediate', now: at('09:00') })).toEqual(asked && at(asked));
  });

  it('with `withRoom`, leaves out doctors whose appointments leave too little time to answer', () => {
    const some = [ranked('late', 20, ['12:10']), ranked('free', 1, ['15:00'])];
    const wave = (withRoom: boolean) =>
      nextWave(some, new Map(), new Set(), { checkTiming: 'Immediate', now: at('09:00'), withRoom }).map(({ doctorId }) => doctorId);
    expect(wave(true)).toEqual(['free']);
    expect(wave(false)).toEqual(['late', 'free']);
  });

  it('is searched on the proposed day and later days first, then on earlier ones', () => {
    expect(daysToAsk(['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'], '2026-11-26')).toEqual([
      '2026-11-26',
      '2026-11-27',
      '2026-11-25',
      '2026-11-24',
    ]);
  });

  it('offers each an appointment that leaves time to answer, and leaves out doctors without one', () => {
    const some = [ranked('late', 20, ['11:00', '14:00']), ranked('full', 30, []), ranked('now', 30, ['11:40'])];
    const wave = nextWave(some, new Map(), new Set(), { checkTiming: 'Immediate', now: at('09:00') });
    expect(wave).toEqual([{ doctorId: 'late', start: at('14:00'), chance: 0.5, distanceKm: 5, travelMinutes: 12 }]);
  });
});

it.each([
  [0, 0, 0.5],
  [4, 0, 0.25],
  [4, 4, 0.75],
  [96, 96, 0.98],
])('of %d offers %d accepted: the chance is %d', (asked, accepted, chance) => {
  expect(acceptanceChance({ asked, accepted })).toBe(chance);
});

describe('a search', () => {
  it('waits while a doctor can answer, ends with an acceptance, and otherwise asks the next doctors', () => {
    expect(searchStep(['Open', 'Declined'], false)).toBe('wait');
    expect(searchStep(['Open', 'Declined'], true)).toBe('ask');
    expect(searchStep(['Open', 'Accepted'], true)).toBe('end');
    expect(searchStep([], false)).toBe('ask');
    for (const state of OFFER_STATES.filter((each) => each !== 'Open' && each !== 'Accepted'))
      expect(searchStep([state], false)).toBe('ask');
  });
});
