import { expect, it } from 'vitest';
import { ENGLISH } from './english-translations.ts';
import { LATER } from './later-translations.ts';

/** Translations of the sign-in page, which ../i18n.ts has the addresses of. */
const FIRST = ['auth', 'common', 'errors', 'validation'];

// Vite reads the patterns of `import.meta.glob` as they are written, so that the two files cannot share them.
it.each(['en', 'fr', 'nl'])('what the browser can load in %s is what it has in English as code', (language) => {
  const later = [...LATER.keys()].filter((name) => name.startsWith(`${language}/`)).map((name) => name.replace(/^.+\//, ''));
  expect([...FIRST, ...later].toSorted()).toEqual([...ENGLISH.keys()].toSorted());
});
