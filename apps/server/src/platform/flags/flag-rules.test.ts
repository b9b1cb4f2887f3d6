import { describe, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { flagRules } from './flag-rules.ts';

describe('the companies for which a flag is on', () => {
  const companies = Array.from({ length: 1000 }, () => newId());
  const companiesWith = async (percentage: number, name: 'telecheck' | 'dashboardMail' = 'telecheck') => {
    const rules = await flagRules(new Map([[name, { enabled: true, percentage, companies: [] }]]));
    return companies.filter((companyId) => rules.one(name, { key: `somebody@${companyId}.example`, companyId }).value);
  };

  test('a percentage turns it on for about that many companies, and a higher one keeps all of them', async () => {
    const [none, some, more, all] = await Promise.all([companiesWith(0), companiesWith(20), companiesWith(60), companiesWith(100)]);
    expect([none.length, all.length]).toEqual([0, 1000]);
    expect(some.length).toBeGreaterThan(150);
    expect(some.length).toBeLessThan(250);
    expect(more.length).toBeGreaterThan(540);
    expect(more.length).toBeLessThan(660);
    expect(some.filter((companyId) => !more.includes(companyId))).toEqual([]);
    expect(await companiesWith(20, 'dashboardMail')).not.toEqual(some);
  });

  test('users of one company get the same value; users without a company are counted separately', async () => {
    const rules = await flagRules(new Map([['telecheck', { enabled: true, percentage: 50, companies: [] }]]));
    const valueFor = (key: string, companyId: string) => rules.one('telecheck', { key, companyId }).value;
    for (const companyId of companies.slice(0, 50)) expect(valueFor('an@a.example', companyId)).toBe(valueFor('bo@a.example', companyId));
    expect(new Set(companies.slice(0, 50).map((id) => valueFor(`${id}@a.example`, '')))).toEqual(new Set([true, false]));
  });

  test('a listed company has its own value, but a disabled flag is off for it too', async () => {
    const [named = '', refused = '', other = ''] = companies;
    const own = [
      { companyId: named, enabled: true },
      { companyId: refused, enabled: false },
    ];
    const valuesOf = async (enabled: boolean, percentage: number) => {
      const rules = await flagRules(new Map([['telecheck', { enabled, percentage, companies: own }]]));
      return [named, refused, other].map((companyId) => rules.one('telecheck', { key: 'x', companyId }).value);
    };
    expect(await valuesOf(true, 0)).toEqual([true, false, false]);
    expect(await valuesOf(true, 100)).toEqual([true, false, true]);
    expect(await valuesOf(false, 100)).toEqual([false, false, false]);
  });
});
