import { ONE_SHOT_PATH, type OneShotOffer } from '@checkwell/domain/one-shot/contract';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { writeDraft } from '../../../lib/forms/draft.ts';
import { cardFields, paymentSession } from '../../../test/card-fields.ts';
import { filledIn, oneShotOrder } from '../../../test/fixtures/one-shot.ts';
import { renderApp } from '../../../test/render.tsx';
import { fakeServer, offline } from '../../../test/server.ts';
import { orderKey } from '../order/one-shot-draft.ts';
import { askUntilKnown } from './payment-outcome.ts';

/** What somebody reads whose network goes away while they pay: what is known, and nothing else. */

const ORDER = `${ONE_SHOT_PATH}/of-this-order`;

test('who loses the network while paying stays, is told what is known, and is led on by the answer', async () => {
  const server = fakeServer();
  server.rest<OneShotOffer>('GET', ONE_SHOT_PATH, () => ({ offered: true }));
  server.rest('POST', ONE_SHOT_PATH, () => oneShotOrder());
  server.rest('POST', `${ORDER}/payments`, () => paymentSession());
  server.rest('GET', ORDER, () => offline());
  const app = await renderApp('/one-shot-check', { server, as: 'visitor', width: 390 });
  const { say, address } = app;
  writeDraft(orderKey(), filledIn());
  await app.reload();
  await userEvent.click(page.getByRole('button', { name: say('common:draft.continue') }));
  await userEvent.click(page.getByRole('checkbox', { name: say('oneShot:terms.accept') }));
  const fields = await cardFields();
  await userEvent.click(page.getByRole('button', { name: /181/ }));
  await expect.poll(() => fields.confirmed).toEqual(['of-this-attempt']);
  // What the frame says of a request without an answer.
  fields.notify({ type: 'result', status: 'processing', code: null });

  await expect.element(page.getByRole('alert').filter({ hasText: say('oneShot:payment.unknown.title') })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: say('oneShot:payment.follow') }))
    .toHaveAttribute('href', '/one-shot-check/of-this-order');
  await expect.element(page.getByRole('button', { name: say('oneShot:payment.asking') })).toBeDisabled();
  expect(address()).toBe('/one-shot-check?step=payment');

  // Whoever leaves all the same is not told that nothing has been paid.
  await userEvent.click(page.getByRole('contentinfo').getByRole('link', { name: say('oneShot:signIn') }));
  const question = page.getByRole('alertdialog');
  await expect.element(question.getByText(say('oneShot:leave.payingText'))).toBeVisible();
  expect(page.getByText(say('oneShot:leave.text')).elements()).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: say('common:leave.stay') }));

  server.rest('GET', ORDER, () => oneShotOrder({ attempt: { state: 'Processing', decline: null }, availableActions: [] }));
  dispatchEvent(new Event('online'));
  await expect.element(page.getByRole('heading', { name: say('oneShot:status.processing.title') })).toBeVisible();
  expect(address()).toBe('/one-shot-check/of-this-order');
});

test('a payment that never arrived is said to be none, and is tried again under the same attempt', async () => {
  const server = fakeServer();
  server.rest('POST', `${ORDER}/payments`, () => paymentSession());
  server.rest('GET', ORDER, () => oneShotOrder({ attempt: { state: 'Created', decline: null } }));
  const { say } = await renderApp('/one-shot-check/of-this-order', { server, as: 'visitor' });
  const pay = page.getByRole('button', { name: /181/ });
  await userEvent.click(pay);
  const fields = await cardFields();
  await userEvent.click(pay);
  await expect.poll(() => fields.confirmed).toHaveLength(1);
  fields.notify({ type: 'result', status: 'processing', code: null });
  await expect.element(page.getByRole('alert').filter({ hasText: say('oneShot:payment.unpaid.title') })).toBeVisible();

  await userEvent.click(pay);
  await expect.poll(() => fields.confirmed).toEqual(['of-this-attempt', 'of-this-attempt']);
  expect(server.restCalls('POST', `${ORDER}/payments`)).toHaveLength(1);
  server.rest('GET', ORDER, () => oneShotOrder({ state: 'Paid', availableActions: [] }));
  fields.notify({ type: 'result', status: 'succeeded', code: null });
  await expect.element(page.getByRole('dialog').getByRole('heading', { name: say('oneShot:success.title') })).toBeVisible();
});

test('an order without an answer is asked about again, the longer it takes the less often, and no more once nobody waits', async () => {
  vi.useFakeTimers();
  const asked = vi.fn().mockRejectedValue(new Error('The network is down.'));
  const left = new AbortController();
  const answer = askUntilKnown(asked, { onUnknown: () => undefined, signal: left.signal });
  const ended = expect(answer).rejects.toThrow('The network is down.');
  for (const [seconds, times] of [
    [1.9, 1],
    [0.2, 2],
    [4, 3],
    [8, 4],
    [16, 5],
    [30, 6],
    [30, 7],
  ] as const) {
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    expect(asked).toHaveBeenCalledTimes(times);
  }
  left.abort();
  await ended;
  vi.useRealTimers();
});
