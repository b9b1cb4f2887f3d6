import { expect, it } from 'vitest';
import { modifiedPrice } from './modify-price.ts';

const SATURDAY = '2026-11-21';
/** At the doctor's, on a Sunday. */
const check = { checkDate: '2026-11-22', companyTotalPrice: 123_50, visitCharged: false } as const;
const kept = { checkLocation: 'Office', startDate: SATURDAY, endDate: '2026-11-27', keepsAppointment: true } as const;
const price = (change: object = {}) => modifiedPrice(check, { ...kept, ...change }, 95_00, SATURDAY);

it('stays as it is when nothing that counts changes', () => {
  expect(price({ endDate: '2026-11-30' })).toEqual({ before: { excl: 123_50, incl: 149_44 }, after: { excl: 123_50, incl: 149_44 } });
});

it('holds the home visit, and the weekend on both', () => {
  expect(price({ checkLocation: 'House' }).after).toEqual({ excl: 156_00, incl: 188_76 });
});

it('stays the price of a home visit once a doctor found nobody at home, wherever the check takes place', () => {
  const visited = { ...check, checkDate: '2026-11-24', companyTotalPrice: 120_00, visitCharged: true };
  expect(modifiedPrice(visited, kept, 95_00, SATURDAY)).toMatchObject({ before: { excl: 120_00 }, after: { excl: 120_00 } });
});

it('loses the weekend with the appointment, unless no other day is left', () => {
  expect(price({ keepsAppointment: false }).after.excl).toBe(95_00);
  expect(price({ keepsAppointment: false, endDate: '2026-11-22' }).after.excl).toBe(123_50);
});
