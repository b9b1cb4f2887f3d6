import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../test/render.tsx';
import { sayIn } from '../../test/say.ts';
import { LOCAL } from '../session/storage.ts';

test('a tab changes its language when another tab does', async () => {
  const { say } = await renderApp('/', { as: 'visitor' });
  await expect.element(page.getByRole('button', { name: say('common:continue') })).toBeVisible();
  localStorage.setItem(LOCAL.language, 'nl');
  dispatchEvent(new StorageEvent('storage', { key: LOCAL.language, newValue: 'nl', storageArea: localStorage }));
  await expect.element(page.getByRole('button', { name: sayIn('nl')('common:continue') })).toBeVisible();
});
