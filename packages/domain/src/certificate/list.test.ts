import { describe, expect, it } from 'vitest';
import { companyFilterRule, employeeFilterRule, userFilterRule } from '../people/list.ts';
import { issuesOf } from '../validation.ts';
import { certificateFilterRule } from './list.ts';

const ID = '018f2f5a-0000-7000-8000-000000000001';

describe('list filters', () => {
  it('may be left out or null', () => {
    const nothing = {
      companyId: null,
      superiorId: null,
      entryType: null,
      certifType: null,
      incapacityReason: null,
      from: null,
      to: null,
      activeOn: null,
      employeeId: null,
      search: null,
    };
    expect(certificateFilterRule.parse({})).toEqual({});
    expect(certificateFilterRule.parse(nothing)).toEqual(nothing);
    expect(employeeFilterRule.parse({ search: '  jan ' })).toEqual({ search: 'jan' });
    expect(companyFilterRule.parse({ search: null, language: null })).toEqual({ search: null, language: null });
  });

  it('refuse a period that ends before it begins, and days that do not exist', () => {
    expect(certificateFilterRule.parse({ from: '2026-02-01', to: '2026-02-01' })).toEqual({ from: '2026-02-01', to: '2026-02-01' });
    const fieldErrors = (filter: object): unknown => {
      const { error } = certificateFilterRule.safeParse(filter);
      return error && issuesOf(error).map(({ path, message }) => `${path}: ${message}`);
    };
    expect(fieldErrors({ from: '2026-02-02', to: '2026-02-01' })).toEqual(['to: endBeforeStart']);
    expect(fieldErrors({ from: '2026-02-30' })).toEqual(['from: dateInvalid']);
    expect(fieldErrors({ companyId: 'mine', order: 1 })).toEqual(['companyId: invalidChoice', 'order: unknownField']);
  });

  it('require a company for users', () => {
    expect(userFilterRule.parse({ companyId: ID })).toEqual({ companyId: ID });
    expect(userFilterRule.safeParse({}).success).toBe(false);
  });
});
