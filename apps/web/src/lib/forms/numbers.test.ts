import { describe, expect, it } from 'vitest';
import { centsOf, centsText } from './numbers.ts';

describe('an amount in euro', () => {
  it.each([
    ['99', 9900],
    ['99,5', 9950],
    [' 1 250.05 € ', 125005],
    ['0', 0],
  ])('%j is %i cents', (text, cents) => {
    expect(centsOf(text)).toBe(cents);
  });

  it.each([
    ['en', '1250.05'],
    ['fr', '1250,05'],
    ['nl', '1250,05'],
    ['de', '1250,05'],
  ] as const)('is shown in a field in %s as %j, and parsed from it', (language, text) => {
    expect(centsText(125005, language)).toBe(text);
    expect(centsOf(text)).toBe(125005);
  });

  it.each(['', 'free', '-1', '99,999', '1.250,00', undefined])('%j is not an amount', (text) => {
    expect(centsOf(text)).toBeNaN();
  });
});
