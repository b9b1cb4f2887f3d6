import { describe, expect, it } from 'vitest';
import { courtIn, legalFormIn, legalFormOf, registerIn } from './legal-form.ts';
import { fullSellerName } from './seller.ts';

describe('the seller', () => {
  it.each([
    ['SRL', 'BV'],
    ['b.v.', 'BV'],
    ['asbl', 'VZW'],
    ['S.A.', 'NV'],
    ['Ltd', undefined],
  ])('has the legal form %s: %s', (text, form) => {
    expect(legalFormOf(text)).toBe(form);
  });

  it('is written in the language of its reader', () => {
    expect((['nl', 'fr', 'en'] as const).map((language) => legalFormIn('BV', language))).toEqual(['BV', 'SRL', 'BV/SRL']);
    expect((['nl', 'fr', 'en'] as const).map((language) => registerIn('Gand', language))).toEqual([
      'RPR Gent',
      'RPM Gand',
      'RPR/RPM Ghent',
    ]);
    expect(registerIn('Eupen', 'fr')).toBe('RPM Eupen');
    expect(courtIn(' luik ', 'fr')).toBe('Liège');
  });

  it('has its legal form once in its name', () => {
    expect(fullSellerName({ name: 'Controle Dienst', legalForm: 'BV' }, 'fr')).toBe('Controle Dienst SRL');
    expect(fullSellerName({ name: 'Controle Dienst bv', legalForm: 'BV' }, 'nl')).toBe('Controle Dienst bv');
    expect(fullSellerName({ name: 'Controle Dienst NV', legalForm: 'BV' }, 'nl')).toBe('Controle Dienst NV BV');
    expect(fullSellerName({ name: 'SA', legalForm: 'NV' }, 'nl')).toBe('SA NV');
  });
});
