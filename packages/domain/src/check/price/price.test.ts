import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantAt } from '../../clock.ts';
import { ONE_SHOT_PRICE_CENTS } from '../../constants.ts';
import { CHECK_LOCATIONS, CHECK_OCCURRENCES, NON_OPERABLE_REASON_CODES, NON_OPERABLE_REASONS } from '../enums.ts';
import { firstTapOf } from '../times/visit.ts';
import { archivedPrice, cancellationFee, cancellationFeeBounds, dayOfPrice, doctorPay, PRICES, priceOf, vatOn } from './price.ts';

const cents = fc.integer({ min: 0, max: 2_000_00 });
const NOW = new Date('2026-11-21T09:00:00Z');
const inHours = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);

describe('price of a check', () => {
  it('adds the home supplement and the weekend surcharge', () => {
    const office = { contractPrice: 120_00, checkLocation: 'Office', checkDate: '2026-11-20' } as const;
    expect(priceOf(office)).toBe(120_00);
    expect(priceOf({ ...office, checkLocation: 'House' })).toBe(145_00);
    expect(priceOf({ ...office, checkDate: '2026-11-21' })).toBe(156_00);
    expect(priceOf({ ...office, checkLocation: 'House', checkDate: '2026-11-22' })).toBe(188_50);
    expect(priceOf({ ...office, checkDate: null })).toBe(120_00);
  });

  it('stays in whole cents and never falls below the contract price', () => {
    fc.assert(
      fc.property(
        cents,
        fc.constantFrom(...CHECK_LOCATIONS),
        fc.constantFrom(null, '2026-11-20', '2026-11-21'),
        (contractPrice, checkLocation, checkDate) => {
          const price = priceOf({ contractPrice, checkLocation, checkDate });
          expect(Number.isInteger(price)).toBe(true);
          expect(price).toBeGreaterThanOrEqual(contractPrice);
        },
      ),
    );
  });

  it('adds VAT of 21 %, rounded half up: 150.00 + 31.50', () => {
    expect(vatOn(ONE_SHOT_PRICE_CENTS)).toBe(31_50);
    expect(ONE_SHOT_PRICE_CENTS + vatOn(ONE_SHOT_PRICE_CENTS)).toBe(181_50);
    expect(vatOn(50)).toBe(11);
    fc.assert(
      fc.property(cents, (amount) => {
        expect(BigInt(vatOn(amount))).toBe((BigInt(amount) * 21n + 50n) / 100n);
      }),
    );
  });
});

describe('the day that decides the price', () => {
  const [THURSDAY, FRIDAY, SATURDAY, SUNDAY, MONDAY] = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'] as const;

  it('is the day of the appointment', () => {
    expect(dayOfPrice(MONDAY, { startDate: SATURDAY, endDate: SUNDAY }, SATURDAY)).toBe(MONDAY);
  });

  it.each([
    ['a weekend', SATURDAY, SUNDAY, SATURDAY, SATURDAY],
    ['a weekend to come', SATURDAY, SUNDAY, FRIDAY, SATURDAY],
    ['its Sunday', SATURDAY, SUNDAY, SUNDAY, SUNDAY],
    ['the weekend that is left of a week', THURSDAY, SUNDAY, SATURDAY, SATURDAY],
    ['a weekend after a Friday that is left', FRIDAY, SUNDAY, FRIDAY, null],
    ['a weekend before a Monday', SATURDAY, MONDAY, SATURDAY, null],
    ['a period that is over', SATURDAY, SUNDAY, MONDAY, null],
    ['a period in the wrong order', SUNDAY, SATURDAY, FRIDAY, null],
    ['no period yet', '', '', SATURDAY, null],
  ])('is, without appointment, for %s (%s to %s, on %s): %s', (_, startDate, endDate, today, day) => {
    expect(dayOfPrice(null, { startDate, endDate }, today)).toBe(day);
  });
});

describe('cancelling', () => {
  it('is free until a doctor accepted, then 25 %, and 50 % in the last four hours', () => {
    const fee = (appointmentStart: Date | null) => cancellationFee({ price: 120_00, appointmentStart, underWay: false }, NOW);
    expect(fee(null)).toBe(0);
    expect(fee(inHours(48))).toBe(30_00);
    expect(fee(inHours(4))).toBe(30_00);
    expect(fee(new Date(inHours(4).getTime() - 1))).toBe(60_00);
    expect(fee(inHours(-1))).toBe(60_00);
  });

  it('costs 50 % once the doctor is on the way, at any hour', () => {
    const fee = (underWay: boolean) => cancellationFee({ price: 120_00, appointmentStart: inHours(6), underWay }, NOW);
    expect([fee(false), fee(true)]).toEqual([30_00, 60_00]);
    expect(cancellationFee({ price: 120_00, appointmentStart: null, underWay: true }, NOW)).toBe(0);
  });

  it('never costs more than the check, and never gets cheaper as the appointment comes nearer', () => {
    const hours = fc.double({ min: -100, max: 1000, noNaN: true });
    fc.assert(
      fc.property(cents, hours, hours, (price, one, other) => {
        const fee = (left: number) => cancellationFee({ price, appointmentStart: inHours(left), underWay: false }, NOW);
        expect(Number.isInteger(fee(one))).toBe(true);
        expect(fee(one)).toBeGreaterThanOrEqual(0);
        expect(fee(one)).toBeLessThanOrEqual(price);
        expect(fee(Math.min(one, other))).toBeGreaterThanOrEqual(fee(Math.max(one, other)));
      }),
    );
  });
});

describe('cancelling a visit of which only the day is known', () => {
  const DAY = '2026-11-23';
  const visit = { price: 120_00, appointmentStart: instantAt(DAY, '15:00'), underWay: false };
  const bounds = (day: string, time: string) => Object.values(cancellationFeeBounds(visit, 'day', instantAt(day, time)));

  it.each([
    ['2026-11-22', '23:59', 30_00, 30_00],
    [DAY, '03:00', 30_00, 30_00],
    [DAY, '03:01', 30_00, 60_00],
    [DAY, '16:00', 30_00, 60_00],
    [DAY, '16:01', 60_00, 60_00],
    ['2026-11-24', '08:00', 60_00, 60_00],
  ])('on %s at %s costs from %i to %i cents', (day, time, atLeast, atMost) => {
    expect(bounds(day, time)).toEqual([atLeast, atMost]);
  });

  it('has bounds that do not depend on the time of the visit, and contain the fee charged', () => {
    const minutes = fc.integer({ min: 7 * 60, max: 20 * 60 });
    const from = instantAt('2026-11-22', '12:00').getTime();
    fc.assert(
      fc.property(minutes, minutes, fc.integer({ min: 0, max: 48 * 60 }), (one, other, later) => {
        const at = (minute: number) => new Date(instantAt(DAY, '00:00').getTime() + minute * 60_000);
        const now = new Date(from + later * 60_000);
        const bounds = (minute: number, underWay = false) =>
          cancellationFeeBounds({ price: 120_00, appointmentStart: at(minute), underWay }, 'day', now);
        expect(bounds(one)).toEqual(bounds(other));
        // A doctor cannot be on the way before that can be recorded.
        const underWay = now > firstTapOf(at(one));
        expect(bounds(one, underWay)).toEqual(bounds(one));
        const charged = cancellationFee({ price: 120_00, appointmentStart: at(one), underWay }, now);
        expect(charged).toBeGreaterThanOrEqual(bounds(one).atLeast);
        expect(charged).toBeLessThanOrEqual(bounds(one).atMost);
      }),
      // At 03:00 to the second.
      { examples: [[7 * 60, 7 * 60, 15 * 60]] },
    );
  });

  it('has an exact fee for a user who knows the time, and none without an appointment', () => {
    const now = instantAt(DAY, '11:00');
    expect(cancellationFeeBounds(visit, 'minute', now)).toEqual({ atLeast: 30_00, atMost: 30_00 });
    expect(cancellationFeeBounds({ price: 120_00, appointmentStart: null, underWay: false }, 'day', now)).toEqual({
      atLeast: 0,
      atMost: 0,
    });
  });
});

describe('the price of an archived check', () => {
  it('is nothing for an administrative error, the fee for a cancellation, the price for a result or a no-show', () => {
    const cost = (checkOccurence: (typeof CHECK_OCCURRENCES)[number]) =>
      archivedPrice({
        checkOccurence,
        nonOperableReason: checkOccurence === 'NonOperable' ? 'NoDoctorFound' : null,
        price: 120_00,
        cancellationFee: 30_00,
      });
    expect(Object.fromEntries(CHECK_OCCURRENCES.map((occurrence) => [occurrence, cost(occurrence)]))).toEqual({
      Cancelled: 30_00,
      NonOperable: 0,
      NoShow: 120_00,
      Yes: 120_00,
      YesPatientHome: 120_00,
      YesSecondCheck: 120_00,
      NoCertifConfirmed: 120_00,
      NoCertifDenied: 120_00,
      Deleted: 0,
    });
  });

  it('depends on the reason for checks that could not be carried out, and is nothing if the provider is at fault', () => {
    for (const reason of NON_OPERABLE_REASON_CODES) {
      const cost = archivedPrice({ checkOccurence: 'NonOperable', nonOperableReason: reason, price: 120_00, cancellationFee: 0 });
      expect(cost).toBe(NON_OPERABLE_REASONS[reason].billable ? 120_00 : 0);
      if (NON_OPERABLE_REASONS[reason].fault === 'provider') expect(cost).toBe(0);
    }
    expect(NON_OPERABLE_REASON_CODES.filter((reason) => !NON_OPERABLE_REASONS[reason].doctorFound)).toEqual([
      'NoDoctorFound',
      'TooLateInPeriod',
    ]);
  });
});

describe('the pay of a doctor', () => {
  it('is a fee, with supplement and kilometres beyond the free ones for a home visit', () => {
    expect(doctorPay({ checkLocation: 'Office', distanceToCheck: 50 })).toEqual({
      doctorTotalPrice: 55_00,
      doctorTravelCosts: 0,
      doctorExtraCosts: 0,
    });
    expect(doctorPay({ checkLocation: 'House', distanceToCheck: 10 })).toEqual({
      doctorTotalPrice: 70_00,
      doctorTravelCosts: 0,
      doctorExtraCosts: 15_00,
    });
    expect(doctorPay({ checkLocation: 'House', distanceToCheck: 20.5 })).toEqual({
      doctorTotalPrice: 74_52,
      doctorTravelCosts: 4_52,
      doctorExtraCosts: 15_00,
    });
    expect(doctorPay({ checkLocation: 'House', distanceToCheck: null }).doctorTravelCosts).toBe(0);
  });

  it('is always the sum of its parts in whole cents', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CHECK_LOCATIONS),
        fc.option(fc.double({ min: 0, max: 300, noNaN: true })),
        (checkLocation, distanceToCheck) => {
          const pay = doctorPay({ checkLocation, distanceToCheck });
          expect(pay.doctorTotalPrice).toBe(PRICES.doctorFee + pay.doctorExtraCosts + pay.doctorTravelCosts);
          expect(Number.isInteger(pay.doctorTotalPrice)).toBe(true);
        },
      ),
    );
  });
});
