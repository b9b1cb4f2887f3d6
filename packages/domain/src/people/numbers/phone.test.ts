import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMobilePhone, normalisePhone } from './phone.ts';

describe('telephone numbers', () => {
  it.each([
    ['+32 470 12 34 56', '+32470123456'],
    ['0470/12.34.56', '+32470123456'],
    ['0470 12 34 56', '+32470123456'],
    ['0032470123456', '+32470123456'],
    ['+32 (0)470 12 34 56', '+32470123456'],
    ['0032 (0) 470 12 34 56', '+32470123456'],
    ['+320470123456', '+32470123456'],
    ['(0470) 12-34-56', '+32470123456'],
    ['0470–12–34–56', '+32470123456'],
    ['\u202a+32 470 12 34 56\u202c', '+32470123456'],
    ['02 123 45 67', '+3221234567'],
    ['04 222 33 44', '+3242223344'],
    ['+352 621 123 456', '+352621123456'],
    ['+31 (0)6 12345678', '+31612345678'],
    ['+44 20 7946 0018', '+442079460018'],
  ])('%s is %s', (input, expected) => {
    expect(normalisePhone(input)).toBe(expected);
  });

  it.each([
    '',
    '0',
    '112',
    '+',
    '+32',
    '047012345',
    '04701234567',
    '+32 470 12 34 5',
    '470123456',
    '+0470123456',
    '+1234567890123456',
    'call me',
    '0470 12 34 56 x3',
    '٠٤٧٠١٢٣٤٥٦',
    '+32 9 1',
    'tel:+32470123456',
  ])('%j is none', (input) => {
    expect(normalisePhone(input)).toBeNull();
  });

  it('are normalised idempotently, without exceptions', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789+()/. -'), maxLength: 25 });
    fc.assert(
      fc.property(fc.oneof(typed, fc.string({ unit: 'binary' })), (input) => {
        const number = normalisePhone(input);
        if (number === null) return;
        expect(number).toMatch(/^\+[1-9]\d{6,14}$/);
        expect(normalisePhone(number)).toBe(number);
      }),
      { numRuns: 3000 },
    );
  });

  it('are accepted in every usual Belgian spelling', () => {
    const spelling = fc.constantFrom(['0', ' '], ['0', '/'], ['0', ''], ['+32', ' '], ['+32 (0)', ''], ['0032', '.'], ['+32 ', '-']);
    fc.assert(
      fc.property(fc.integer({ min: 450_000_000, max: 499_999_999 }), spelling, (subscriber, [prefix, separator]) => {
        const [, operator, ...pairs] = /^(\d{3})(\d\d)(\d\d)(\d\d)$/.exec(String(subscriber)) ?? [];
        const typed = `${prefix}${[operator, ...pairs].join(separator)}`;
        expect(normalisePhone(typed)).toBe(`+32${subscriber}`);
        expect(isMobilePhone(typed)).toBe(true);
      }),
    );
  });

  it('are recognised as mobile or fixed', () => {
    expect(
      ['0470 12 34 56', '+31 6 12345678', '+33 6 12 34 56 78', '+49 151 23456789', '+352 621 123 456', '+44 7700 900123'].map(
        isMobilePhone,
      ),
    ).toEqual(Array(6).fill(true));
    expect(
      ['02 123 45 67', '04 222 33 44', '+31 20 123 4567', '+33 1 23 45 67 89', '+49 30 1234567', '+352 26 12 34', '', 'x'].map(
        isMobilePhone,
      ),
    ).toEqual(Array(8).fill(false));
  });
});
