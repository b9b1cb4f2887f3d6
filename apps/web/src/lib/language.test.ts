import { describe, expect, it } from 'vitest';
import { initialLanguage, languageForSuperior, parseLanguages } from './language.ts';

describe('the languages on offer', () => {
  it.each([
    ['en,fr,nl', ['en', 'fr', 'nl']],
    [' NL , fr', ['nl', 'fr']],
    ['fr,fr', ['fr']],
    ['en,xx', ['en']],
    ['', ['en', 'fr', 'nl']],
    [undefined, ['en', 'fr', 'nl']],
  ])('%s', (setting, offered) => {
    expect(parseLanguages(setting)).toEqual(offered);
  });
});

describe('the language at first', () => {
  it.each([
    [null, ['en', 'fr', 'nl'], 'en'],
    ['nl', ['en', 'fr', 'nl'], 'nl'],
    ['FR', ['en', 'fr', 'nl'], 'fr'],
    ['de', ['en', 'fr', 'nl'], 'en'],
    [null, ['fr', 'nl'], 'fr'],
  ] as const)('saved %s, offered %s: %s', (saved, offered, language) => {
    expect(initialLanguage(saved, offered)).toBe(language);
  });
});

describe('the language once the superior is loaded', () => {
  const offered = ['en', 'fr', 'nl'] as const;

  it('is the superior’s, lower-cased and saved, when its request form is InterfaceAdmin', () => {
    expect(languageForSuperior({ language: 'NL', requestForm: 'InterfaceAdmin' }, 'fr', offered)).toEqual({ language: 'nl', save: true });
  });

  it('is the saved one with any other request form', () => {
    expect(languageForSuperior({ language: 'NL', requestForm: 'Interface' }, 'fr', offered)).toEqual({ language: 'fr', save: false });
    expect(languageForSuperior({ language: null, requestForm: 'InterfaceAdmin' }, 'fr', offered)).toEqual({ language: 'fr', save: false });
  });

  it('stays when nothing is saved', () => {
    expect(languageForSuperior({ language: 'NL', requestForm: null }, null, offered)).toBeUndefined();
    expect(languageForSuperior(undefined, null, offered)).toBeUndefined();
  });

  it('does not become one that is not on offer', () => {
    expect(languageForSuperior({ language: 'DE', requestForm: 'InterfaceAdmin' }, 'fr', offered)).toEqual({ language: 'fr', save: false });
  });
});
