import { describe, expect, it } from 'vitest';
import { issuesOf } from '../validation.ts';
import { ANONYMOUS_FLAG_CONTEXT, FLAG_NAMES, flagContextOf, isFlagName, PRIVATE_FLAG_ATTRIBUTES } from './flags.ts';
import { featureFlagRule } from './rules.ts';

const ANNA = { email: 'anna@alfa.example', companyId: 'c1', firstName: 'Anna', lastName: 'Maes' };

describe('the context of flags (specification, sections 3 and 4)', () => {
  it('starts anonymous, with a placeholder as key and an empty company and e-mail', () => {
    expect(flagContextOf(undefined)).toEqual({
      kind: 'user',
      key: 'anonymous',
      companyId: '',
      email: '',
      firstName: '',
      lastName: '',
      anonymous: true,
    });
    expect(flagContextOf({ ...ANNA, email: '' })).toBe(ANONYMOUS_FLAG_CONTEXT);
  });

  it('has the e-mail address as key for a known user, with company, e-mail and names', () => {
    expect(flagContextOf(ANNA)).toEqual({ kind: 'user', key: ANNA.email, ...ANNA, anonymous: false });
    expect(flagContextOf({ ...ANNA, companyId: null })).toMatchObject({ key: ANNA.email, companyId: '' });
    expect(flagContextOf(ANNA, 'a1b2')).toMatchObject({ key: 'a1b2', email: ANNA.email });
  });

  it('keeps the e-mail out of events', () => expect(PRIVATE_FLAG_ATTRIBUTES).toEqual(['email']));
});

describe('names', () => {
  it('are those of the list, without inherited property names', () => {
    expect(FLAG_NAMES.every(isFlagName)).toBe(true);
    expect(isFlagName('toString')).toBe(false);
  });
});

describe('the setting of a flag', () => {
  const company = '0192f0c0-0000-7000-8000-000000000001';
  const fieldErrors = (input: object) => {
    const { success, error } = featureFlagRule.safeParse({ enabled: true, percentage: 100, companies: [], ...input });
    return success ? [] : issuesOf(error).map(({ path, message }) => `${path}: ${message}`);
  };

  it.each([[{}], [{ enabled: false }], [{ percentage: 0 }], [{ companies: [{ companyId: company, enabled: false }] }]])(
    'accepts %j',
    (input) => expect(fieldErrors(input)).toEqual([]),
  );

  it.each([
    [{ percentage: -1 }, 'percentage: shareRange'],
    [{ percentage: 101 }, 'percentage: shareRange'],
    [{ percentage: 12.5 }, 'percentage: shareRange'],
    [{ percentage: null }, 'percentage: shareRange'],
    [{ companies: [{ companyId: 'x', enabled: true }] }, 'companies.0.companyId: invalidChoice'],
    [
      {
        companies: [
          { companyId: company, enabled: true },
          { companyId: company, enabled: false },
        ],
      },
      'companies: invalidChoice',
    ],
    [{ name: 'telecheck' }, 'name: unknownField'],
  ])('refuses %j', (input, fieldError) => expect(fieldErrors(input)).toEqual([fieldError]));
});
