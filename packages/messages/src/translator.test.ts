import { describe, expect, it } from 'vitest';
import { getTranslator } from './translator.ts';

describe('getTranslator', () => {
  it('translates into the given language', () => {
    expect(getTranslator('nl', 'shell')('nav.checks')).toBe('Controles');
    expect(getTranslator('fr', 'shell')('nav.checks')).toBe('Contrôles');
  });

  it('chooses the plural form by the rules of the language', () => {
    const days = (language: 'en' | 'fr', count: number): string => getTranslator(language, 'common')('characters.left', { count });
    expect(days('en', 1)).toBe('1 character left');
    // In French, zero takes the singular.
    expect(days('fr', 0)).toBe('0 caractère restant');
    expect(days('fr', 2)).toBe('2 caractères restants');
  });

  it('inserts values unchanged, without escaping for HTML', () => {
    expect(getTranslator('en', 'auth')('handoff.title', { name: 'O’Brien & <Co>' })).toBe('Continue as O’Brien & <Co>?');
  });

  it('falls back to English where German has no translation', () => {
    expect(getTranslator('de', 'shell')('nav.checks')).toBe('Checks');
  });
});
