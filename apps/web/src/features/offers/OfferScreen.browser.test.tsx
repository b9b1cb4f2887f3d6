import { OFFERS_PATH, type OfferView } from '@checkwell/domain/offers/contract';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessibleInBothModes } from '../../test/accessibility.ts';
import { offer } from '../../test/fixtures/link-pages.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer, refusal } from '../../test/server.ts';

const TOKEN = 'a'.repeat(43);
function offerServer(first: OfferView, answer: (body: unknown) => OfferView | ReturnType<typeof refusal>) {
  const server = fakeServer();
  let now = first;
  server.rest<OfferView>('GET', `${OFFERS_PATH}/*`, () => now);
  server.rest<OfferView>('POST', `${OFFERS_PATH}/*/answer`, ({ body }) => {
    const known = answer(body);
    if ('state' in known) now = known as OfferView;
    return known as OfferView;
  });
  return { server, becomes: (known: OfferView) => (now = known) };
}

test('a doctor reads what is asked and accepts with one press', async () => {
  const id = '0192b1de-0000-7000-8000-000000000001';
  const { server } = offerServer(offer(), () => offer({ state: 'Accepted', checkId: id }));
  const { say } = await renderApp(`/offer/${TOKEN}`, { server, as: 'visitor', width: 390 });
  await expect.element(page.getByText('1000 Brussel')).toBeVisible();
  await expectAccessibleInBothModes();
  await page.getByRole('button', { name: say('offers:answer.accept') }).click();
  await expect.element(page.getByText(say('offers:outcome.accepted'))).toBeVisible();
  await expect.element(page.getByRole('link', { name: say('offers:outcome.open') })).toHaveAttribute('href', `/missions/${id}`);
  await expect.element(page.getByRole('button', { name: say('offers:answer.accept') })).not.toBeInTheDocument();
});

test('a doctor without an account is not told to sign in', async () => {
  const accepted = offer({ state: 'Accepted', checkId: '0192b1de-0000-7000-8000-000000000001', hasAccount: false });
  const { server } = offerServer(accepted, () => accepted);
  const { say } = await renderApp(`/offer/${TOKEN}`, { server, as: 'visitor' });
  await expect.element(page.getByText(say('offers:outcome.acceptedNoAccount'))).toBeVisible();
  await expect.element(page.getByRole('link', { name: say('offers:outcome.open') })).not.toBeInTheDocument();
});

test('a no asks for its reason, and for words where the reason is another', async () => {
  const bodies: unknown[] = [];
  const { server } = offerServer(offer(), (body) => {
    bodies.push(body);
    return offer({ state: 'Declined' });
  });
  const { say } = await renderApp(`/offer/${TOKEN}`, { server, as: 'visitor' });
  await page.getByRole('button', { name: say('offers:answer.decline') }).click();
  const send = page.getByRole('button', { name: say('offers:answer.send') });
  await send.click();
  await expect.element(page.getByText(say('validation:reasonRequired'))).toBeVisible();
  await userEvent.selectOptions(page.getByLabelText(say('offers:answer.reason')), 'Other');
  await send.click();
  await expect.element(page.getByText(say('validation:reasonRequired'))).toBeVisible();
  expect(bodies).toEqual([]);
  await page.getByLabelText(say('offers:answer.comment')).fill('On holiday');
  await expectAccessibleInBothModes();
  await send.click();
  await expect.element(page.getByText(say('offers:outcome.declined'))).toBeVisible();
  expect(bodies).toEqual([{ answer: 'Decline', reason: 'Other', comment: 'On holiday' }]);
});

test('a time at which the check may not be is said beside the field, and what was typed stays', async () => {
  const { server } = offerServer(offer(), () =>
    refusal('check.momentNotAllowed', { issues: [{ path: 'appointmentStart', message: 'momentOutsidePeriod' }] }),
  );
  const { say } = await renderApp(`/offer/${TOKEN}`, { server, as: 'visitor' });
  await page.getByRole('button', { name: say('offers:answer.propose') }).click();
  const comment = page.getByLabelText(say('offers:answer.comment'));
  await comment.fill('Later suits me');
  await page.getByRole('button', { name: say('offers:answer.send') }).click();
  await expect.element(page.getByText(say('validation:momentOutsidePeriod'))).toBeVisible();
  await expect.element(comment).toHaveValue('Later suits me');
});

test('who comes second reads that the offer is gone', async () => {
  const scenario = offerServer(offer(), () => {
    scenario.becomes(offer({ state: 'Withdrawn' }));
    return refusal('offer.closed');
  });
  const { say } = await renderApp(`/offer/${TOKEN}`, { server: scenario.server, as: 'visitor' });
  await page.getByRole('button', { name: say('offers:answer.accept') }).click();
  await expect.element(page.getByText(say('offers:outcome.withdrawn'))).toBeVisible();
  await expect.element(page.getByRole('button', { name: say('offers:answer.accept') })).not.toBeInTheDocument();
});

test('a link that is none says so', async () => {
  const server = fakeServer();
  server.rest<OfferView>('GET', `${OFFERS_PATH}/*`, () => refusal('entity.notFound'));
  const { say } = await renderApp(`/offer/${TOKEN}`, { server, as: 'visitor' });
  await expect.element(page.getByText(say('offers:page.unknownTitle'))).toBeVisible();
  await expectAccessibleInBothModes();
});
