import { expect, it } from 'vitest';
import { ENGLISH } from './english-translations.ts';
import { LATER } from './later-translations.ts';

/** The translations of the sign-in page, which ../i18n.ts loads. */
const FIRST = ['auth', 'common', 'errors', 'validation'];

// Vite needs literal patterns in `import.meta.glob`, so that the two files cannot share them.
it.each(['en', 'fr', 'nl'])('the translation files in %s are those that are built in in English', (language) => {
  const later = [...LATER.keys()].filter((name) => name.startsWith(`${language}/`)).map((name) => name.replace(/^.+\//, ''));
  expect([...FIRST, ...later].toSorted()).toEqual([...ENGLISH.keys()].toSorted());
});
