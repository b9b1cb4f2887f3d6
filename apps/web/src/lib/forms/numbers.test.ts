import { describe, expect, it } from 'vitest';
import { centsOf } from './numbers.ts';

describe('an amount in euro', () => {
  it.each([
    ['99', 9900],
    ['99,5', 9950],
    [' 1 250.05 € ', 125005],
    ['0', 0],
  ])('%j is %i cents', (text, cents) => {
    expect(centsOf(text)).toBe(cents);
  });

  it.each(['', 'free', '-1', '99,999', '1.250,00', undefined])('%j is none', (text) => {
    expect(centsOf(text)).toBeNaN();
  });
});
