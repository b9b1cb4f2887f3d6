import { describe, expect, it } from 'vitest';
import { formatIban, ibanEnd, maskedIban } from './iban.ts';
import { bicLooksRight, normaliseIban } from './iban-check.ts';

describe('an account number', () => {
  it.each([
    ['BE68 5390 0754 7034', 'BE68539007547034'],
    [' be68-5390-0754-7034 ', 'BE68539007547034'],
    ['NL91ABNA0417164300', 'NL91ABNA0417164300'],
    ['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    // One digit too many, wrong check digits, a country without such numbers, and none at all.
    ['BE68 5390 0754 70345', null],
    ['BE69 5390 0754 7034', null],
    ['XX68 5390 0754 7034', null],
    ['5390 0754 7034', null],
    ['', null],
  ])('%s', (typed, stored) => {
    expect(normaliseIban(typed)).toBe(stored);
  });

  it('is printed in groups, and masked but for its end', () => {
    expect(formatIban('BE68539007547034')).toBe('BE68 5390 0754 7034');
    expect(maskedIban(ibanEnd('BE68539007547034'))).toBe('•••• 7034');
  });
});

describe('the code of a bank', () => {
  it.each([
    ['GKCCBEBB', true],
    ['GKCCBEBBXXX', true],
    ['GKCCBEB', false],
    ['GKCCBEBBX', false],
    ['68CCBEBB', false],
    ['GKCCXXBB', false],
  ])('%s', (bic, right) => {
    expect(bicLooksRight(bic)).toBe(right);
  });
});
