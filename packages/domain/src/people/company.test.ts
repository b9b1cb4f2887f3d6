import { describe, expect, it } from 'vitest';
import { COMPANY_LIMITS } from '../constants.ts';
import { issuesOf } from '../validation.ts';
import { type CompanyInput, companyRule } from './company.ts';

const company: CompanyInput = {
  name: 'Alfa',
  companyNumber: 'BE0440966354',
  companyAddress: 'Meir 1, 2000 Antwerpen',
  language: 'nl',
  checkPrice: 95_00,
  invoicingFirstName: '',
  invoicingLastName: '',
  invoicingEmail: null,
  invoicingPhoneNumber: '',
  purchaseOrder: '',
};

describe('company', () => {
  it('is valid with and without an invoicing contact', () => {
    expect(companyRule.parse(company)).toEqual(company);
    expect(
      companyRule.parse({
        ...company,
        companyNumber: 'be 0440.966.354',
        invoicingEmail: 'Ann@Alfa.be ',
        invoicingPhoneNumber: '03 123 45 67',
      }),
    ).toEqual({
      ...company,
      invoicingEmail: 'ann@alfa.be',
      invoicingPhoneNumber: '+3231234567',
    });
  });

  it.each<[Partial<Record<keyof CompanyInput | 'id', unknown>>, string]>([
    [{ name: ' ' }, 'name: required'],
    [{ companyNumber: '0440966354' }, 'companyNumber: vatFormat'],
    [{ checkPrice: -1 }, 'checkPrice: priceRange'],
    [{ checkPrice: 99.5 }, 'checkPrice: priceRange'],
    [{ checkPrice: COMPANY_LIMITS.checkPriceCents + 1 }, 'checkPrice: priceRange'],
    [{ invoicingEmail: '' }, 'invoicingEmail: emailRequired'],
    [{ invoicingPhoneNumber: 'call' }, 'invoicingPhoneNumber: phoneFormat'],
    [{ language: 'de' }, 'language: invalidChoice'],
    [{ id: '1' }, 'id: unknownField'],
  ])('is refused with %j: %s', (change, fieldError) => {
    const { error } = companyRule.safeParse({ ...company, ...change });
    expect(error && issuesOf(error).map(({ path, message }) => `${path}: ${message}`)).toEqual([fieldError]);
  });
});
