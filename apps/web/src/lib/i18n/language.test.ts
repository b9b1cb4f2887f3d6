import { describe, expect, it } from 'vitest';
import { initialLanguage, languageOfPerson, parseLanguages } from './language.ts';

describe('the offered languages', () => {
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

describe('the initial language', () => {
  it.each([
    [[], ['en', 'fr', 'nl'], 'en'],
    [[null, undefined, ''], ['en', 'fr', 'nl'], 'en'],
    [['nl', 'fr'], ['en', 'fr', 'nl'], 'nl'],
    [[null, 'FR'], ['en', 'fr', 'nl'], 'fr'],
    [[null, 'de-BE', 'nl-BE', 'fr'], ['en', 'fr', 'nl'], 'nl'],
    [['de'], ['en', 'fr', 'nl'], 'en'],
    [[], ['fr', 'nl'], 'fr'],
  ] as const)('preferred %s, offered %s: %s', (preferences, offered, language) => {
    expect(initialLanguage(preferences, offered)).toBe(language);
  });
});

describe('the language once profile and superior are loaded', () => {
  const offered = ['en', 'fr', 'nl'] as const;
  const profile = { language: 'fr' };

  it('is that of the superior, lower-cased and saved, when the request form is InterfaceAdmin', () => {
    const superior = { language: 'NL', requestForm: 'InterfaceAdmin' };
    expect(languageOfPerson({ superior, profile }, 'fr', offered)).toEqual({ language: 'nl', keep: 'choice' });
  });

  it('is the saved one with any other request form, or without an offered language', () => {
    for (const superior of [
      { language: 'NL', requestForm: 'Interface' },
      { language: null, requestForm: 'InterfaceAdmin' },
      { language: 'DE', requestForm: 'InterfaceAdmin' },
      undefined,
    ])
      expect(languageOfPerson({ superior, profile }, 'en', offered)).toEqual({ language: 'en', keep: 'nothing' });
  });

  it('is that of the profile when none is saved', () => {
    expect(languageOfPerson({ superior: { language: 'NL', requestForm: null }, profile }, null, offered)).toEqual({
      language: 'fr',
      keep: 'account',
    });
  });

  it('is unchanged when none is saved and the profile is unknown', () => {
    expect(languageOfPerson({ superior: undefined, profile: undefined }, null, offered)).toBeUndefined();
  });
});
