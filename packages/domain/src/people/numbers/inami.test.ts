import { describe, expect, test } from 'vitest';
import { formatInami, inamiDigits, inamiError, inamiOf, isInami } from './inami.ts';

describe('the INAMI/RIZIV number', () => {
  test.each(['11234578004', '10544789004', '10000007999'])('%s has the right check digits', (digits) => {
    expect(isInami(digits)).toBe(true);
  });

  test('may have check digits of a later modulus', () => {
    // 112345 = 1262 × 89 + 27, and 89 - 27 = 62.
    expect(isInami('11234562004')).toBe(true);
  });

  test.each(['11234567004', '11235478004', '1123457800', '112345780044', '1123457800A', ''])('%s is none', (digits) => {
    expect(isInami(digits)).toBe(false);
  });

  test('is validated if it changes, not if it equals the stored one', () => {
    expect(inamiError('11234578004', null)).toBeNull();
    expect(inamiError('11234567004', null)).toBe('inamiFormat');
    expect(inamiError('11234567004', '11234578004')).toBe('inamiFormat');
    expect(inamiError('11234567004', '11234567004')).toBeNull();
  });

  test('can be made, read and printed', () => {
    expect(inamiOf(112_345)).toBe('11234578004');
    // 100007 = 1031 × 97: check digits are never 00.
    expect(inamiOf(100_007, '003')).toBe('10000797003');
    expect(isInami(inamiOf(100_007))).toBe(true);
    expect(inamiDigits(' 1-12345/78.004')).toBe('11234578004');
    expect(formatInami('11234578004')).toBe('1-12345-78-004');
  });
});
