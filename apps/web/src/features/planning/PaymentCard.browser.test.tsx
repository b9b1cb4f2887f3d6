import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothModes } from '../../test/accessibility.ts';
import { payment, report } from '../../test/fixtures/checks.ts';
import { type AppOptions, renderApp } from '../../test/render.tsx';
import { fakeServer } from '../../test/server.ts';
import { OneShotPaymentDocument, type PaymentFieldsFragment, PlanningCheckDocument, RetryOneShotRefundDocument } from './planning.gql.ts';

/** The desk of a check that has ended and was paid by card. */
async function opened(changes: Partial<PaymentFieldsFragment>, look: AppOptions = {}) {
  const server = fakeServer();
  const check = report({ source: 'OneShot' });
  let paid = payment({ totalCents: 181_50, refundableCents: 0, ...changes });
  server.graphql(PlanningCheckDocument, () => ({ check }));
  server.graphql(OneShotPaymentDocument, () => ({ oneShotPayment: paid }));
  server.graphql(RetryOneShotRefundDocument, () => {
    paid = { ...paid, refundProblem: null, retryable: false };
    return { retryOneShotRefund: paid };
  });
  const { say } = await renderApp(`/planning/${check.id}`, { as: 'planner', server, ...look });
  const card = page.getByRole('region', { name: say('planning:payment.title') });
  return { server, check, say, card, again: card.getByRole('button', { name: say('planning:payment.retry') }) };
}

test.each(['Unanswered', 'Refused'] as const)('a refund that is stuck (%s) says so, and can be tried again', async (refundProblem) => {
  const { server, check, say, card, again } = await opened({ pendingCents: 181_50, refundProblem, retryable: true });
  const problem = card.getByText(say(`planning:payment.problem.${refundProblem}`));
  await expect.element(problem).toBeVisible();
  await expect.element(card.getByText(say('planning:payment.pending'))).toBeVisible();
  await expect.element(card.getByText(say('planning:payment.refunded'), { exact: true })).not.toBeInTheDocument();
  await again.click();
  await expect.poll(() => server.calls(RetryOneShotRefundDocument)).toEqual([{ companyId: check.companyId, checkId: check.id }]);
  await expect.element(problem).not.toBeInTheDocument();
  await expect.element(again).not.toBeInTheDocument();
});

test('money that the bank sent back is named, with its amount; there is nothing to try again', async () => {
  const { card, again } = await opened({ refundedCents: 181_50, reversedCents: 181_50, refundProblem: 'Reversed', state: 'Refunded' });
  await expect.element(card.getByText(/returned .*181\.50 to us/)).toBeVisible();
  await expect.element(again).not.toBeInTheDocument();
});

test.each(['en', 'fr', 'nl'] as const)('fits a phone in %s', async (language) => {
  const { card, say } = await opened({ pendingCents: 181_50, refundProblem: 'Refused', retryable: true }, { language, width: 390 });
  await expect.element(card.getByText(say('planning:payment.problem.Refused'))).toBeVisible();
  await expectAccessibleInBothModes();
});
