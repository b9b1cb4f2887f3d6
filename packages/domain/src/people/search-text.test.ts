import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText, searchTextOf } from './search-text.ts';

describe('search text', () => {
  it.each([
    ['Müller', 'MULLER', 'muller'],
    ['Rene\u0301', 'RENÉ', 'rene'],
    ['D’Hondt', 'd‘hondt', "d'hondt"],
    ['Lefèvre-Dubois', 'LEFÈVRE\u2010DUBOIS', 'lefevre-dubois'],
    ['Łukasz', 'łUKASZ', 'lukasz'],
    ['Søren Bjørn', 'SØREN  BJØRN', 'soren bjorn'],
    ['Strauß', 'STRAUSS', 'strauss'],
    ['Œuvrard', 'œuvrard', 'oeuvrard'],
    ['İbrahim', 'IBRAHIM', 'ibrahim'],
    ['Işık', 'ISIK', 'isik'],
    ['Παπαδόπουλος', 'ΠΑΠΑΔΌΠΟΥΛΟΣ', 'παπαδοπουλοσ'],
    ['\u200bAnna\ufeff', 'ＡＮＮＡ', 'anna'],
  ])('%s and %s are both %s', (one, other, folded) => {
    expect([foldText(one), foldText(other)]).toEqual([folded, folded]);
  });

  it('is idempotent, trimmed and independent of Unicode composition', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const folded = foldText(value);
        expect(foldText(folded)).toBe(folded);
        expect(folded).toBe(folded.trim());
        expect(foldText(value.normalize('NFC'))).toBe(foldText(value.normalize('NFD')));
      }),
      { numRuns: 2000 },
    );
  });

  it('contains both orders of the name, and the numbers', () => {
    const stored = searchTextOf('Zoë', 'Van den Berghe', 'A-1234', '');
    for (const typed of ['zoe van den', 'BERGHE ZOË', 'a-1234', 'van den berghe']) expect(stored).toContain(foldText(typed));
    expect(stored).not.toContain('  ');
  });

  it('ends with a last name of several parts as one word', () => {
    expect(searchTextOf('Leen', 'Van Damme', '17')).toBe('leen van damme leen 17 vandamme');
    expect(searchTextOf('Joris', 'D’Hondt', '17')).toBe("joris d'hondt joris 17 dhondt");
    expect(searchTextOf('Zoë', 'Peeters', '17')).toBe('zoe peeters zoe 17');
  });
});
