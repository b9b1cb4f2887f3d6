import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskNiss, nissRule, normaliseNiss } from './niss.ts';

/** The examples of domain.md 2.4. */
const OLD_CENTURY = ['93051822361', '85073003328'] as const;
const NEW_CENTURY = '01020300467';

const checkOf = (nine: string, since2000: boolean): string => String(97 - (Number(since2000 ? `2${nine}` : nine) % 97)).padStart(2, '0');

const numbers = fc
  .record({
    year: fc.integer({ min: 0, max: 99 }),
    month: fc.integer({ min: 0, max: 12 }),
    bis: fc.constantFrom(0, 20, 40),
    day: fc.integer({ min: 0, max: 31 }),
    serial: fc.integer({ min: 1, max: 998 }),
    since2000: fc.boolean(),
  })
  .map(({ year, month, bis, day, serial, since2000 }) => {
    const two = (number: number): string => String(number).padStart(2, '0');
    const nine = `${two(year)}${two(month + bis)}${two(day)}${String(serial).padStart(3, '0')}`;
    return nine + checkOf(nine, since2000);
  });

describe('national register number', () => {
  it.each(OLD_CENTURY)('accepts %s of a person born before 2000', (niss) => {
    expect(normaliseNiss(niss)).toBe(niss);
    expect(checkOf(niss.slice(0, 9), false)).toBe(niss.slice(9));
  });

  it('accepts a number that only fits with the 2 of the births since 2000', () => {
    expect(normaliseNiss(NEW_CENTURY)).toBe(NEW_CENTURY);
    expect(checkOf(NEW_CENTURY.slice(0, 9), false)).not.toBe(NEW_CENTURY.slice(9));
  });

  it.each(['85.07.30-033.28', ' 85 07 30 033 28 ', '850730-033-28', '85/07/30.033.28'])('reads %s', (text) => {
    expect(normaliseNiss(text)).toBe('85073003328');
  });

  it.each(['', '8507300332', '850730033280', '85073003329', '85133003328', '85073203328', 'abcdefghijk', '85073003328x', '+85073003328'])(
    'refuses %j',
    (text) => {
      expect(normaliseNiss(text)).toBeNull();
    },
  );

  it.each(['850730000', '850730999'])('refuses the serial of %s even with fitting check digits', (nine) => {
    expect(normaliseNiss(nine + checkOf(nine, false))).toBeNull();
  });

  it('accepts every number built as the law says, bis numbers and unknown birth dates included', () => {
    fc.assert(fc.property(numbers, (niss) => normaliseNiss(niss) === niss));
  });

  it('notices one wrong digit of the check, and nearly every other', () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 9, max: 10 }), fc.integer({ min: 1, max: 9 }), (niss, place, shift) => {
        const wrong = niss.slice(0, place) + String((Number(niss[place]) + shift) % 10) + niss.slice(place + 1);
        const nine = niss.slice(0, 9);
        // The other century may own the mistyped number: then it is a number of the register too.
        fc.pre(checkOf(nine, false) !== wrong.slice(9) && checkOf(nine, true) !== wrong.slice(9));
        return normaliseNiss(wrong) === null;
      }),
    );
  });

  it('is masked but for its check digits', () => {
    expect(maskNiss('85073003328')).toBe('••.••.••-•••.28');
  });

  it('shows nothing of birth date and serial in the mask', () => {
    fc.assert(fc.property(numbers, (niss) => maskNiss(niss).replace(/\D/g, '') === niss.slice(9)));
  });

  it('is optional in a form, and stored as digits', () => {
    expect(nissRule().parse('')).toBe('');
    expect(nissRule().parse('85.07.30-033.28')).toBe('85073003328');
    expect(nissRule().safeParse('85.07.30-033.29').error?.issues[0]?.message).toBe('nissInvalid');
  });
});
