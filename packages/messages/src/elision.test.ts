import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { formatsIn } from './formats.ts';
import { getTranslator } from './translator.ts';

it('French elides "de" before months that start with a vowel', () => {
  const t = getTranslator('fr', 'invoices');
  const months = ['2026-04-01', '2026-08-01', '2026-10-01', '2026-03-01', '2026-12-01'].map((day) => formatsIn('fr').month(day));
  expect(months.map((month) => t('checksOf', { month }))).toEqual([
    'Contrôles d’avril 2026',
    'Contrôles d’août 2026',
    'Contrôles d’octobre 2026',
    'Contrôles de mars 2026',
    'Contrôles de décembre 2026',
  ]);
});

it.each([
  ['Anna', 'Départ d’Anna'],
  ['Élise', 'Départ d’Élise'],
  ['Jan', 'Départ de Jan'],
])('French elides "de" before names that start with a vowel: %s', (name, sentence) => {
  expect(getTranslator('fr', 'employees')('departure.title', { name })).toBe(sentence);
});

it('no French sentence puts a bare "de" or "que" before a name or a month', () => {
  const directory = new URL('../locales/fr/', import.meta.url);
  const bare = readdirSync(directory).flatMap((file) =>
    [
      ...readFileSync(new URL(file, directory), 'utf8').matchAll(/.*\b(?:de|que) \{\{(?:name|month|sender|company|worker|doctor)\}\}.*/g),
    ].map(([line]) => `${file}: ${line.trim()}`),
  );
  expect(bare).toEqual([]);
});
