import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { medicalTerms } from './medical-terms.ts';

describe('words that may reveal an illness', () => {
  it.each([
    ['He has the flu and takes antibiotics.', ['flu', 'antibiotics']],
    ['Grossesse à risque ; dépression.', ['Grossesse', 'dépression']],
    ['Werkneemster is zwanger, geen koorts.', ['zwanger']],
    ['Bandscheibenvorfall, Rückenschmerzen seit Montag', ['Bandscheibenvorfall', 'Rückenschmerzen']],
    ['Burn-out? Burn-out!', ['Burn-out']],
    ['Elle est enceinte', ['est enceinte']],
  ])('%s', (text, found) => {
    expect(medicalTerms(text)).toEqual(found);
  });

  it.each([
    'The worker speaks fluent Dutch and was on time.',
    'L’employé a ouvert la porte de l’enceinte. Rendez-vous confirmé, opération simple.',
    'De werknemer was thuis. Graag tweede controle na 12 maart; de poort was gesloten.',
    'Der Arbeitnehmer war pünktlich. Krebsbach 12, Klingel oben.',
    'Second check advised before the end of the certificate. Report handed over.',
    'Infectieziektenlaan 3',
    '',
  ])('nothing in: %s', (text) => {
    expect(medicalTerms(text)).toEqual([]);
  });

  it('finds a whole word between any separators, and no part of a word', () => {
    const around = fc.constantFrom(' ', '.', ',', '(', '"', '\n', '’', '/', ':');
    fc.assert(
      fc.property(fc.constantFrom('grippe', 'Kanker', 'DÉPRESSION', 'Migräne'), around, around, (term, before, after) => {
        expect(medicalTerms(`x${before}${term}${after}x`)).toEqual([term]);
        expect(medicalTerms(`x${term}`)).toEqual([]);
        expect(medicalTerms(`${term}7`)).toEqual([]);
      }),
    );
  });

  it('returns substrings of the text', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('depressie', 'dépression'), (text, term) => {
        const whole = `${text} ${term}`.normalize('NFC');
        for (const found of medicalTerms(whole)) expect(whole).toContain(found);
      }),
    );
  });
});
