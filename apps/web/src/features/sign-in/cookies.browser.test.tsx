import type { SignInOutcome } from '@checkwell/domain/identity/second-step';
import type { Identified } from '@checkwell/domain/identity/sign-in';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../test/render.tsx';
import { fakeServer } from '../../test/server.ts';

test('a browser that keeps no cookies is told so, and is not led in circles', async () => {
  const server = fakeServer();
  server.rest<Identified>('POST', '/auth/identify', () => ({ known: true, methods: ['password'] }));
  // The server opens a session; its cookies do not arrive.
  server.rest<SignInOutcome>('POST', '/auth/sign-in', () => ({
    expiresAt: '2026-11-24T08:00:00Z',
    accessTokenExpiresAt: '2026-11-23T08:10:00Z',
  }));
  const { say, address } = await renderApp('/', { as: 'visitor', server });
  await userEvent.fill(page.getByLabelText(say('auth:signIn.email')), 'hanne@example.com');
  await page.getByRole('button', { name: say('common:continue') }).click();
  await userEvent.fill(page.getByLabelText(say('auth:signIn.password'), { exact: true }), 'a long password');
  await page.getByRole('button', { name: say('auth:signIn.submit'), exact: true }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(say('common:failed.cookiesRefused'));
  expect(address()).toBe('/');
  await expect.element(page.getByLabelText(say('auth:signIn.password'), { exact: true })).toHaveValue('a long password');
});
