import { describe, expect, it } from 'vitest';
import { issuesOf } from '../validation.ts';
import { apiTokenRule, apiTokenState } from './api-token.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const fieldErrors = (input: unknown) => {
  const { error } = apiTokenRule.safeParse(input);
  return error ? issuesOf(error).map(({ path, message }) => `${path}: ${message}`) : [];
};

describe('an API token', () => {
  it('has a name, an access type and a lifetime', () => {
    expect(apiTokenRule.parse({ name: ' Payroll ', accesType: 'basic', expiresInDays: 90 })).toEqual({
      name: 'Payroll',
      accesType: 'basic',
      expiresInDays: 90,
    });
    expect(fieldErrors({})).toEqual(['name: required', 'accesType: accessTypeRequired', 'expiresInDays: invalidChoice']);
    for (const expiresInDays of [0, 31, 3650, '30', null]) {
      expect(fieldErrors({ name: 'Payroll', accesType: 'admin', expiresInDays }), String(expiresInDays)).toEqual([
        'expiresInDays: invalidChoice',
      ]);
    }
    expect(fieldErrors({ name: 'Payroll', accesType: 'planner', expiresInDays: 30 })).toEqual(['accesType: invalidChoice']);
    expect(fieldErrors({ name: 'Payroll', accesType: 'admin', expiresInDays: 30, companyId: 'x' })).toEqual(['companyId: unknownField']);
  });

  it('expires to the millisecond, and stays revoked once it is revoked', () => {
    const at = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
    expect(apiTokenState({ expiresAt: at(1), revokedAt: null }, NOW)).toBe('active');
    expect(apiTokenState({ expiresAt: at(0), revokedAt: null }, NOW)).toBe('expired');
    expect(apiTokenState({ expiresAt: at(1), revokedAt: at(0) }, NOW)).toBe('revoked');
    expect(apiTokenState({ expiresAt: at(-1), revokedAt: at(-5) }, NOW)).toBe('revoked');
  });
});
