import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GeoPoint, roadKm, straightKm, travelMinutes } from './geo.ts';

const BRUSSELS = { latitude: 50.8467, longitude: 4.3525 };
const ANTWERP = { latitude: 51.2194, longitude: 4.4025 };
const LIEGE = { latitude: 50.6326, longitude: 5.5797 };

const anywhere = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
/** Belgium and what lies around it. */
const nearby = fc.record({
  latitude: fc.double({ min: 49.4, max: 51.6, noNaN: true }),
  longitude: fc.double({ min: 2.4, max: 6.5, noNaN: true }),
});

describe('straight distance', () => {
  it('agrees with known distances', () => {
    expect(straightKm(BRUSSELS, ANTWERP)).toBeCloseTo(41.6, 0);
    expect(straightKm(BRUSSELS, LIEGE)).toBeCloseTo(89.5, 0);
    // A degree of latitude, and half the globe.
    expect(straightKm({ latitude: 50, longitude: 4 }, { latitude: 51, longitude: 4 })).toBeCloseTo(111.2, 1);
    expect(straightKm({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBeCloseTo(20_015, 0);
  });

  it('is a metric: zero for the same point, symmetric, and never longer than a detour', () => {
    fc.assert(
      fc.property(anywhere, anywhere, anywhere, (a, b, c) => {
        expect(straightKm(a, a)).toBe(0);
        expect(straightKm(a, b)).toBeCloseTo(straightKm(b, a), 6);
        // Between opposite points of the globe the formula is exact to a few metres only; nobody drives that way.
        expect(straightKm(a, c)).toBeLessThanOrEqual(straightKm(a, b) + straightKm(b, c) + 0.01);
        expect(straightKm(a, b)).toBeLessThanOrEqual(20_016);
      }),
    );
  });

  it('is continuous across the date line', () => {
    expect(straightKm({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })).toBeCloseTo(111.2, 1);
  });
});

describe('road distance', () => {
  it('is never shorter than the straight line, and fits the column', () => {
    fc.assert(
      fc.property(nearby, nearby, (a: GeoPoint, b: GeoPoint) => {
        const km = roadKm(a, b);
        expect(km).toBeGreaterThanOrEqual(straightKm(a, b) - 0.05);
        expect(km).toBe(Number(km.toFixed(1)));
        expect(roadKm(b, a)).toBe(km);
      }),
    );
  });

  it('makes about 54 km from Brussels to Antwerp', () => {
    expect(roadKm(BRUSSELS, ANTWERP)).toBeCloseTo(54, 0);
  });
});

describe('travel time', () => {
  it.each([
    [0, 0],
    [1, 6],
    [5, 13],
    [7, 16],
    [20, 30],
    [54, 54],
    [105, 90],
  ])('%d km take %d minutes', (km, minutes) => {
    expect(travelMinutes(km)).toBe(minutes);
  });

  it('grows with the way and never beats the motorway', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 400, noNaN: true }), fc.double({ min: 0, max: 50, noNaN: true }), (km, more) => {
        expect(travelMinutes(km + more)).toBeGreaterThanOrEqual(travelMinutes(km));
        expect(travelMinutes(km)).toBeGreaterThanOrEqual(Math.floor((km / 85) * 60));
        expect(Number.isInteger(travelMinutes(km))).toBe(true);
      }),
    );
  });
});
