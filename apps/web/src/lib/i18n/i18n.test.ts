import { expect, it } from 'vitest';
import { currentLanguage, setLanguage, startI18n } from './i18n.ts';

it('uses the last chosen language, even if another one is still loading', async () => {
  await startI18n();
  await setLanguage('en', 'nothing');
  const first = setLanguage('nl', 'nothing');
  await setLanguage('en', 'nothing');
  await first;
  expect(currentLanguage()).toBe('en');
});
