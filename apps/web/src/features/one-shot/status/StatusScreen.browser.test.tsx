import { ONE_SHOT_PATH } from '@checkwell/domain/one-shot/contract';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { oneShotOrder } from '../../../test/fixtures/one-shot.ts';
import { renderApp } from '../../../test/render.tsx';
import { fakeServer } from '../../../test/server.ts';

/** The page of an order, and what is said there once (specification, section 2: the success modal). */

const ADDRESS = '/one-shot-check/of-this-order';
const ORDER = `${ONE_SHOT_PATH}/of-this-order`;

test('that an order is paid is said once: no reload says it again, and the page says it without', async () => {
  const server = fakeServer();
  server.rest('GET', ORDER, () => oneShotOrder({ attempt: { state: 'Processing', decline: null } }));
  const { say, router, reload } = await renderApp(ADDRESS, { server, as: 'visitor' });
  const dialog = page.getByRole('dialog');
  const stage = (name: 'processing' | 'paid') => page.getByRole('heading', { name: say(`oneShot:status.${name}.title`) });
  // As the stepper leaves somebody here who has paid (OneShotScreen.tsx).
  await router().navigate({ to: '/one-shot-check/$token', params: { token: 'of-this-order' }, state: { confirmed: true }, replace: true });
  await expect.element(stage('processing')).toBeVisible();
  expect(dialog.elements()).toEqual([]);

  // The money is still on its way: a reload forgets nothing of what has to be said yet.
  await reload();
  await expect.element(stage('processing')).toBeVisible();
  server.rest('GET', ORDER, () => oneShotOrder({ state: 'Paid', availableActions: [] }));
  await expect.element(dialog.getByRole('heading', { name: say('oneShot:success.title') })).toBeVisible();

  await reload();
  await expect.element(stage('paid')).toBeVisible();
  expect(dialog.elements()).toEqual([]);
});

test('who has read that an order is paid stays on its page', async () => {
  const server = fakeServer();
  server.rest('GET', ORDER, () => oneShotOrder({ state: 'Paid', availableActions: [] }));
  const { say, router, address } = await renderApp(ADDRESS, { server, as: 'visitor' });
  await router().navigate({ to: '/one-shot-check/$token', params: { token: 'of-this-order' }, state: { confirmed: true }, replace: true });
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: say('oneShot:success.follow') }));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: say('oneShot:status.paid.title') })).toBeVisible();
  expect(address()).toBe(ADDRESS);
});

test('of a check that was cancelled the page promises no result, and has no way left to follow', async () => {
  const server = fakeServer();
  const check = { status: 'Archived', isCancelled: true, isReviewed: false, plannedDay: null, appointmentStart: null } as const;
  server.rest('GET', ORDER, () => oneShotOrder({ state: 'Paid', availableActions: [], check, refundedCents: 90_75 }));
  const { say } = await renderApp(ADDRESS, { server, as: 'visitor' });
  await expect.element(page.getByRole('heading', { name: say('oneShot:status.cancelled.title') })).toBeVisible();
  await expect.element(page.getByText(say('oneShot:status.cancelled.text'))).toBeVisible();
  expect(page.getByRole('list', { name: say('oneShot:status.progress') }).elements()).toEqual([]);
});
