import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asSpreadsheetText, fromSpreadsheetText } from './spreadsheet-text.ts';

describe('texts for spreadsheets', () => {
  test.each([
    '=1+1',
    '+32470123456+cmd',
    '+32 470-12',
    '+A1',
    '++32',
    ' +32470123456',
    '+',
    '-12',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\0=1',
    '  =1',
    '\u00a0=1',
    '\u200b=1',
    '\ufeff=1',
    '\u3000=1',
    '＝1',
    '＋1',
    '－1',
    '＠1',
    '﹢1',
    '﹦1',
    '﹫1',
    "'=1",
    "' '=1",
  ])('%j is escaped', (text) => {
    expect(asSpreadsheetText(text)).toBe(`'${text}`);
  });

  test.each([
    '',
    'Jan Peeters',
    "D'Hondt",
    "'s Hertogen",
    "O'=Neill",
    '12-5',
    'a=b',
    '2026-11-21',
    'é',
    '０',
    '+32470123456',
    '+32 470 12 34 56',
    '+0',
  ])('%j stays unchanged', (text) => {
    expect(asSpreadsheetText(text)).toBe(text);
  });

  const nasty = fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n\0 \u00a0\u200b\ufeff＝＋－＠﹢﹦\'"a1;,éü') });

  test('every text can be restored, and no escaped text begins a formula', () => {
    fc.assert(
      fc.property(fc.oneof(nasty, fc.string({ unit: 'binary' })), (text) => {
        const cell = asSpreadsheetText(text);
        expect(fromSpreadsheetText(cell)).toBe(text);
        if (!/^\+\d[\d ]*$/.test(cell)) expect(cell.trim().normalize('NFKC')).not.toMatch(/^[=+\-@\t\r\0]/);
      }),
      { numRuns: 500 },
    );
  });
});
