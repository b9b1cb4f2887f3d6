import { ONE_SHOT_PATH, type OneShotOffer } from '@checkwell/domain/one-shot/contract';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../test/render.tsx';
import { fakeServer } from '../../test/server.ts';

/** Without a payment provider nobody is led to a One Shot Check that they could not pay (main.test.ts: what the server says of it). */

function withoutPayments() {
  const server = fakeServer();
  server.rest<OneShotOffer>('GET', ONE_SHOT_PATH, () => ({ offered: false }));
  return server;
}

test('where nobody takes payments the sign-in does not lead to a One Shot Check', async () => {
  const { say } = await renderApp('/', { server: withoutPayments(), as: 'visitor' });
  await expect.element(page.getByRole('link', { name: say('auth:signIn.confirmIdentity') })).toBeVisible();
  // It keeps its place, unseen, until the answer is there.
  await expect.poll(() => page.getByText(say('auth:signIn.oneShot')).elements()).toEqual([]);
});

test('where nobody takes payments the page of One Shot Checks says so, and leads to an account', async () => {
  const { say, address } = await renderApp('/one-shot-check', { server: withoutPayments(), as: 'visitor' });
  await expect.element(page.getByText(say('oneShot:notOffered.title'))).toBeVisible();
  expect(page.getByRole('textbox').elements()).toEqual([]);
  await userEvent.click(page.getByRole('link', { name: say('oneShot:notOffered.account') }));
  await expect.poll(address).toContain('/confirm-identity');
});
