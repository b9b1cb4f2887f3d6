import { describe, expect, it, test } from 'vitest';
import { addDays, isCalendarDay } from '../clock.ts';
import {
  ARBITRATION_TERMS,
  CERTIFICATE_TERM_WORKING_DAYS,
  GUARANTEED_SALARY_DAYS,
  NO_CERTIFICATE_DAYS,
  RELAPSE_WINDOW_DAYS,
} from './absence-rules.ts';
import { AVAILABILITY_LIMITS } from './availability.ts';
import { PAY_AFTER_EVASION, PAY_WHEN_FOUND_FIT } from './control-rules.ts';
import { type DatedRule, EMPLOYMENT_CONTRACTS_ADDRESS, findRule, lawAddress } from './dated.ts';

const TABLES: readonly (readonly [name: string, rules: readonly DatedRule<unknown>[]])[] = [
  ['days without certificate', NO_CERTIFICATE_DAYS],
  ['relapse window', RELAPSE_WINDOW_DAYS],
  ['guaranteed salary', GUARANTEED_SALARY_DAYS],
  ['term of the certificate', CERTIFICATE_TERM_WORKING_DAYS],
  ['arbitration', ARBITRATION_TERMS],
  ['hours at home', AVAILABILITY_LIMITS],
  ['pay of a worker who evades the control', PAY_AFTER_EVASION],
  ['pay of a worker who is found fit', PAY_WHEN_FOUND_FIT],
];

describe.each(TABLES)('rows of %s', (_name, rules) => {
  it('have no gap or overlap, and the last one is open-ended', () => {
    for (const [index, { from, until }] of rules.entries()) {
      for (const day of [from, until]) if (day !== null) expect(isCalendarDay(day)).toBe(true);
      const next = rules[index + 1];
      if (next) expect(until === null ? null : addDays(until, 1)).toBe(next.from);
      else expect(until).toBeNull();
    }
  });

  it('give law, article and address', () => {
    for (const { source } of rules) {
      expect(source.law).toMatch(/Act of \d/);
      expect(source.article).toMatch(/^art\. \d/);
      expect(source.address).toMatch(/^https:\/\/www\.ejustice\.just\.fgov\.be\/eli\/loi\/\S+\/justel$/);
    }
  });
});

test('the address of an act is that of the Dutch text for Dutch readers; other addresses are unchanged', () => {
  const dutch = 'https://www.ejustice.just.fgov.be/eli/wet/1978/07/03/1978070303/justel';
  expect(lawAddress(EMPLOYMENT_CONTRACTS_ADDRESS, 'nl')).toBe(dutch);
  expect(lawAddress(EMPLOYMENT_CONTRACTS_ADDRESS, 'fr')).toBe(EMPLOYMENT_CONTRACTS_ADDRESS);
  expect(lawAddress(EMPLOYMENT_CONTRACTS_ADDRESS, 'en')).toBe(EMPLOYMENT_CONTRACTS_ADDRESS);
  expect(lawAddress('https://ordomedic.be/fr/avis', 'nl')).toBe('https://ordomedic.be/fr/avis');
});

describe('the rule of a day', () => {
  const rules: readonly DatedRule<string>[] = [
    {
      from: '2022-11-28',
      until: '2025-12-31',
      value: 'old',
      source: { act: 'employmentContracts' as const, law: '', article: '', address: '' },
    },
    { from: '2026-01-01', until: null, value: 'new', source: { act: 'employmentContracts' as const, law: '', article: '', address: '' } },
  ];

  it('applies from its first to its last day, inclusive', () => {
    const on = (day: string) => findRule(rules, day)?.value;
    expect(['2022-11-27', '2022-11-28', '2025-12-31', '2026-01-01', '2199-12-31'].map(on)).toEqual([undefined, 'old', 'old', 'new', 'new']);
  });
});
