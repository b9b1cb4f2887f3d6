import { describe, expect, test } from 'vitest';
import { roadKm, travelMinutes } from '../../planning/geo.ts';
import { type Stop, waysOf } from './day-route.ts';

const BRUSSELS = { latitude: 50.8466, longitude: 4.3528 };
const LEUVEN = { latitude: 50.8798, longitude: 4.7005 };
const MECHELEN = { latitude: 51.0259, longitude: 4.4776 };
const NOWHERE = { latitude: null, longitude: null };

const visit = (
  id: string,
  at: string,
  place: Pick<Stop, 'latitude' | 'longitude'>,
  checkLocation: Stop['checkLocation'] = 'House',
): Stop => ({
  id,
  appointmentStart: new Date(at),
  checkLocation,
  ...place,
});
const way = (from: 'Practice' | 'StopBefore', a: typeof BRUSSELS, b: typeof BRUSSELS) => ({
  from,
  km: roadKm(a, b),
  minutes: travelMinutes(roadKm(a, b)),
});

describe('the trips of a day', () => {
  test('go from the practice to the first visit and from visit to visit, in order of time', () => {
    const ways = waysOf(BRUSSELS, [visit('b', '2026-03-03T11:00:00+01:00', MECHELEN), visit('a', '2026-03-03T09:00:00+01:00', LEUVEN)]);
    expect(Object.fromEntries(ways)).toEqual({ a: way('Practice', BRUSSELS, LEUVEN), b: way('StopBefore', LEUVEN, MECHELEN) });
  });

  test('go back to the practice for an appointment there, and leave from there again', () => {
    const ways = waysOf(BRUSSELS, [
      visit('a', '2026-03-03T09:00:00+01:00', LEUVEN),
      visit('b', '2026-03-03T11:00:00+01:00', MECHELEN, 'Office'),
      visit('c', '2026-03-03T12:00:00+01:00', NOWHERE, 'Telecheck'),
      visit('d', '2026-03-03T14:00:00+01:00', MECHELEN),
    ]);
    expect(Object.fromEntries(ways)).toEqual({
      a: way('Practice', BRUSSELS, LEUVEN),
      b: way('StopBefore', LEUVEN, BRUSSELS),
      d: way('Practice', BRUSSELS, MECHELEN),
    });
  });

  test('start again from the practice each Belgian day', () => {
    // Half past eleven in the evening and half past midnight, in Belgium; the same day in UTC.
    const ways = waysOf(BRUSSELS, [visit('a', '2026-03-03T22:30:00Z', LEUVEN), visit('b', '2026-03-03T23:30:00Z', MECHELEN)]);
    expect(ways.get('b')).toEqual(way('Practice', BRUSSELS, MECHELEN));
  });

  test('are left out to and from an unknown place', () => {
    const ways = waysOf(BRUSSELS, [
      visit('a', '2026-03-03T09:00:00+01:00', NOWHERE),
      visit('b', '2026-03-03T10:00:00+01:00', LEUVEN),
      visit('c', '2026-03-03T11:00:00+01:00', MECHELEN, 'Unknown'),
      visit('d', '2026-03-03T12:00:00+01:00', LEUVEN),
      visit('e', '2026-03-03T13:00:00+01:00', LEUVEN),
    ]);
    expect([...ways.keys()]).toEqual([]);
  });
});
