import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { companyNumberFrom, formatVat, normaliseVat, vatLooksRight, vatRule } from './vat.ts';

describe('VAT number', () => {
  it.each(['BE0440966354', 'be0440966354', 'Be 0440.966.354', ' BE 0440 966 354 ', 'BE-0440-966-354'])('reads %j', (text) => {
    expect(normaliseVat(text)).toBe('BE0440966354');
    expect(vatRule().parse(text)).toBe('BE0440966354');
  });

  it.each(['', '0440966354', 'BE044096635', 'BE04409663541', 'NL0440966354', 'BE0440966A54', 'B E0440966354x', 'BE+440966354'])(
    'refuses %j',
    (text) => {
      expect(normaliseVat(text)).toBeNull();
      expect(vatRule().safeParse(text).error?.issues[0]?.message).toBe('vatFormat');
    },
  );

  it('accepts BE and any ten digits, as the specification says', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{10}$/), fc.constantFrom('BE', 'be', 'Be', 'bE'), (digits, country) => {
        expect(vatRule().parse(country + digits)).toBe(`BE${digits}`);
      }),
    );
  });

  // The examples of domain.md 2.4.
  it.each([
    ['BE0440966354', true],
    ['BE1006872569', true],
    ['BE0123456749', true],
    ['BE0123456789', false],
    ['BE2123456749', false],
    ['no number', false],
  ])('%s looks right: %s', (text, right) => {
    expect(vatLooksRight(text)).toBe(right);
  });

  it('is accepted even if its check digits are wrong', () => {
    expect(vatRule().parse('BE0123456789')).toBe('BE0123456789');
  });

  it('gets valid check digits from `companyNumberFrom`', () => {
    expect(companyNumberFrom('04409663')).toBe('BE0440966354');
    fc.assert(fc.property(fc.stringMatching(/^[01]\d{7}$/), (digits) => vatLooksRight(companyNumberFrom(digits))));
  });

  it('is formatted for printing', () => {
    expect(formatVat('BE0440966354')).toBe('BE 0440.966.354');
  });
});
