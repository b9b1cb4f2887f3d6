import { DEADLINE_CODES, DEADLINES } from '@checkwell/domain/check/deadlines/deadlines';
import { describe, expect, it } from 'vitest';
import { deadlineValues } from './deadlines.ts';
import type { MessageLanguage } from './index.ts';
import { getTranslator } from './translator.ts';

/** A value for every placeholder of any deadline. */
const PARAMS = {
  until: '2026-11-27',
  from: '2026-11-16',
  to: '13:30',
  start: '2026-11-16',
  end: '2026-11-18',
  day: '2026-11-18',
  days: 30,
  left: 25,
  lastDay: '2026-12-25',
  otherwise: '2026-12-15',
  number: 1,
  quota: 2,
  year: '2026',
  staff: 50,
  copies: 2,
  basis: 'X',
};
type Reader = 'deadlines' | 'employeeDeadlines';
/** The key is composed of reader and code; the compiler checks that each has a sentence (completeness.ts). */
const sentenceOf = (language: MessageLanguage, namespace: Reader, key: string, code: string): string =>
  (getTranslator(language, namespace) as unknown as (key: string, values: object) => string)(key, deadlineValues(code, PARAMS, language));

const expectComplete = (text: string) => {
  expect(text).not.toMatch(/\{\{|deadlines|\d{4}-\d{2}-\d{2}/i);
  expect(text).toMatch(/\.$/);
};

describe('the sentence of a deadline', () => {
  it.each(['en', 'fr', 'nl'] as const)('has a value for every placeholder, for every reader with an account, in %s', (language) => {
    for (const code of DEADLINE_CODES)
      for (const reader of DEADLINES[code])
        if (reader !== 'employee') expectComplete(sentenceOf(language, 'deadlines', `${reader}.${code}`, code));
  });

  it.each(['en', 'fr', 'nl', 'de'] as const)('has a value for every placeholder, for the employee, in %s', (language) => {
    const codes = DEADLINE_CODES.filter((code) => (DEADLINES[code] as readonly string[]).includes('employee'));
    for (const code of codes) expectComplete(sentenceOf(language, 'employeeDeadlines', code, code));
  });

  it('names the last day with its weekday and the hour', () => {
    const of = (language: MessageLanguage) => sentenceOf(language, 'employeeDeadlines', 'arbitrationRuling', 'arbitrationRuling');
    expect(of('en')).toContain('by Friday 27 November 2026, 24:00');
    expect(of('fr')).toContain('vendredi 27 novembre 2026 à 24:00');
    expect(of('nl')).toContain('vrijdag 27 november 2026, 24.00 uur');
    expect(of('de')).toContain('bis Freitag, 27. November 2026, 24 Uhr');
  });

  it('writes a duration with its unit, and accepts values as text, as the API sends them', () => {
    expect(deadlineValues('guaranteedPay', { days: '30' }, 'en')).toEqual({ days: '30 days' });
    expect(deadlineValues('relapse', { days: '56' }, 'en')).toEqual({ days: '56' });
    expect(deadlineValues('payLeft', { left: '1' }, 'nl')).toEqual({ left: '1 dag' });
  });
});
