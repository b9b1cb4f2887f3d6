import { expect, test } from 'vitest';
import { codeOf } from '../../test/checks.ts';
import { testDatabase } from '../../test/database.ts';
import { oneShotScenario, type PaidCheck } from '../../test/one-shot.ts';
import { inBothOrders } from '../../test/race.ts';
import { oneShotInput } from '../../test/servers/payments.ts';

const database = await testDatabase();
const { owner } = database;
const scenario = await oneShotScenario(database);
const { actors, oneShot, checks, outbox, clock, provider, paid, planned, finished, deliverEvent, process, creditNotes, refundMails } =
  scenario;

/** Whoever changes an order waits here. */
const ORDERS = { sql: 'lock table one_shot_orders in exclusive mode' };

const outcomes = (ends: readonly PromiseSettledResult<unknown>[]) =>
  ends.map((end) => (end.status === 'fulfilled' ? 'done' : ((end.reason as { code?: string }).code ?? String(end.reason))));

/** Drains until nothing is left, as the workers of all processes would. */
async function drained(): Promise<void> {
  while ((await outbox.drain()) > 0);
}

/** All of the payment is back on the card, and the books say so once. */
async function expectAllBack(check: PaidCheck, notes: readonly number[] = [181_50]): Promise<void> {
  await drained();
  expect(check.givenBack()).toBe(181_50);
  expect(await creditNotes(check)).toEqual(notes);
  expect(await refundMails(check)).toBe(notes.length);
  expect(await oneShot.payment(actors.planner, check.key)).toMatchObject({ state: 'Refunded', refundedCents: 181_50, pendingCents: 0 });
}

inBothOrders('the event about a refund, and the answer to our own call', database, async (race) => {
  const check = await paid();
  await finished(check.key.checkId);
  await oneShot.refund(actors.planner, check.key, { reason: 'Goodwill' });
  // The provider has given it back; both who tell us of that are under way.
  const [attempt] = await owner<{ id: string }>('select id from one_shot_attempts where "orderId" = $1', [check.orderId]);
  provider.ledger.refund(check.intent, 181_50, `${attempt?.id}-18150`);
  const ends = await race(
    ORDERS,
    () => deliverEvent(check.intent),
    () => outbox.drain(),
  );
  expect(outcomes(ends)).toEqual(['done', 'done']);
  await expectAllBack(check);
});

inBothOrders('two events about one refund', database, async (race) => {
  const check = await paid();
  await finished(check.key.checkId);
  await oneShot.refund(actors.planner, check.key, { reason: 'Goodwill' });
  provider.ledger.refund(check.intent, 181_50, 'at the provider');
  const ends = await race(
    ORDERS,
    () => deliverEvent(check.intent),
    () => deliverEvent(check.intent, 'refund.updated'),
  );
  expect(outcomes(ends)).toEqual(['done', 'done']);
  await expectAllBack(check);
});

test('a second part that becomes due while the first is being noted goes back as well', async () => {
  const check = await paid();
  const { version } = await planned(check.key.checkId);
  await checks.cancel(actors.planner, check.key.checkId, version, { reason: 'Withdrawn by telephone' });
  const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = process((payments) => ({
    async refund(refund) {
      const answer = await payments.refund(refund);
      asked.resolve();
      await gate.promise;
      return answer;
    },
  }));
  const ofFirst = slow.outbox.drain();
  await asked.promise;
  expect(check.givenBack()).toBe(136_13);
  await oneShot.refund(actors.planner, check.key, { reason: 'Goodwill' });
  await drained();
  gate.resolve();
  await ofFirst;
  await expectAllBack(check, [136_13, 45_37]);
});

inBothOrders('a planner who refunds, and what goes back by itself when the check ends', database, async (race) => {
  const check = await paid();
  const { version } = await planned(check.key.checkId);
  await checks.cancel(actors.planner, check.key.checkId, version, { reason: 'Withdrawn by telephone' });
  const ends = await race(
    ORDERS,
    () => oneShot.refund(actors.planner, check.key, { reason: 'Goodwill' }),
    () => outbox.drain(),
  );
  expect(outcomes(ends)).toEqual(['done', 'done']);
  await drained();
  // In one sum or in two, as who came first: never more than was paid, never less.
  const notes = await creditNotes(check);
  expect([[181_50], [136_13, 45_37]]).toContainEqual(notes);
  await expectAllBack(check, notes);
});

inBothOrders('two planners who refund one payment', database, async (race) => {
  const check = await paid();
  await finished(check.key.checkId);
  const ends = await race(
    ORDERS,
    () => codeOf(oneShot.refund(actors.planner, check.key, { reason: 'The doctor came too late' })),
    () => codeOf(oneShot.refund(actors.planner, check.key, { reason: 'The doctor came late' })),
  );
  expect(ends).toContainEqual({ status: 'fulfilled', value: 'no error' });
  expect(ends).toContainEqual({ status: 'fulfilled', value: 'payment.notRefundable' });
  await expectAllBack(check);
});

/** The outcome of an order, and what was taken and given back for it. */
async function booksOf(token: string) {
  await drained();
  const [row] = await owner(
    `select o.state::text, (select count(*)::int from invoices i where i."checkId" = o."checkId" and i.kind = 'Invoice') as invoices,
       (select count(*)::int from checks c where c.id = o."checkId") as checks,
       (select sum(a."capturedCents" - a."refundedCents")::int from one_shot_attempts a where a."orderId" = o.id) as kept,
       (select count(*)::int from mails m where m.template = 'oneShotPaid' and m.recipient = o."invoicingEmail") as mails
     from one_shot_orders o where "tokenHash" = sha256($1::text::bytea)`,
    [token],
  );
  return row;
}
const PAID = { state: 'Paid', invoices: 1, checks: 1, kept: 181_50, mails: 1 };

async function ordered() {
  const { body } = await scenario.order();
  const session = (await scenario.pay(body.token)).body;
  const intent = provider.ledger.findBySecret(session.clientSecret);
  if (!intent) throw new Error('There is no payment.');
  return { token: body.token, session, intent };
}

inBothOrders('two who are told of one capture', database, async (race) => {
  const { token, session, intent } = await ordered();
  await scenario.confirm(session, 'success');
  const ends = await race(
    ORDERS,
    () => deliverEvent(intent, 'payment_intent.succeeded'),
    () => scenario.get(token, true),
  );
  expect(outcomes(ends)).toEqual(['done', 'done']);
  expect(await booksOf(token)).toEqual(PAID);
});

inBothOrders('a capture, and the end of the time for paying', database, async (race) => {
  const { token, session, intent } = await ordered();
  clock.advance({ hours: 25 });
  await scenario.confirm(session, 'success');
  const ends = await race(
    ORDERS,
    () => deliverEvent(intent, 'payment_intent.succeeded'),
    () => oneShot.reconcile(),
  );
  expect(outcomes(ends)).toEqual(['done', 'done']);
  expect(await booksOf(token)).toEqual(PAID);
  expect(intent.status).toBe('succeeded');
});

inBothOrders('two captures of one order', database, async (race) => {
  const { token, session, intent: first } = await ordered();
  await scenario.confirm(session, 'genericDecline');
  expect((await scenario.get(token, true)).body.attempt).toMatchObject({ state: 'Declined' });
  const again = (await scenario.pay(token)).body;
  const second = provider.ledger.findBySecret(again.clientSecret);
  if (!second) throw new Error('There is no second payment.');
  await scenario.confirm(again, 'success');
  // The provider captures the one that had been cancelled, all the same.
  Object.assign(first, { status: 'succeeded', amount_received: 181_50, latest_charge: { ...second.latest_charge, id: 'ch_of_first' } });
  const ends = await race(
    ORDERS,
    () => deliverEvent(first, 'payment_intent.succeeded'),
    () => deliverEvent(second, 'payment_intent.succeeded'),
  );
  expect(outcomes(ends)).toEqual(['done', 'done']);
  expect(await booksOf(token)).toEqual(PAID);
  const back = [first, second].map(({ latest_charge: charge }) => charge?.amount_refunded);
  expect([
    [0, 181_50],
    [181_50, 0],
  ]).toContainEqual(back);
});

inBothOrders('an order that is sent twice under one key', database, async (race) => {
  const input = oneShotInput(clock);
  const key = `twice-${clock.now().getTime()}-${Math.random()}`;
  const ends = await race(
    ORDERS,
    () => scenario.order(input, key),
    () => scenario.order(input, key),
  );
  const tokens = ends.map((end) => (end.status === 'fulfilled' ? end.value.body.token : ''));
  expect(tokens[0]).not.toBe('');
  expect(tokens[1]).toBe(tokens[0]);
  expect(await owner('select 1 from one_shot_orders where "invoicingEmail" = $1', [input.invoicing.invoicingEmail])).toHaveLength(1);
});

inBothOrders('two visitors who pay one order', database, async (race) => {
  const { body } = await scenario.order();
  const ends = await race(
    ORDERS,
    () => scenario.pay(body.token),
    () => scenario.pay(body.token),
  );
  const secrets = ends.map((end) => (end.status === 'fulfilled' ? end.value.body.clientSecret : ''));
  expect(secrets[0]).toMatch(/^pi_/);
  expect(secrets[1]).toBe(secrets[0]);
});

inBothOrders('two orders of one payer that are paid', database, async (race) => {
  const first = oneShotInput(clock);
  const { invoicingCompanyName: name, ...rest } = first.invoicing;
  // Somebody else of the firm types it in their own way.
  const second = { ...oneShotInput(clock), invoicing: { ...rest, invoicingCompanyName: name.toUpperCase().replace(' ', '  ') } };
  const intents = [];
  for (const input of [first, second]) {
    const { body } = await scenario.order(input);
    const session = (await scenario.pay(body.token)).body;
    await scenario.confirm(session, 'success');
    intents.push(provider.ledger.findBySecret(session.clientSecret));
  }
  const [ofFirst, ofSecond] = intents;
  if (!ofFirst || !ofSecond) throw new Error('There is a payment missing.');
  const ends = await race(
    { sql: 'lock table companies in exclusive mode' },
    () => deliverEvent(ofFirst, 'payment_intent.succeeded'),
    () => deliverEvent(ofSecond, 'payment_intent.succeeded'),
  );
  expect(outcomes(ends)).toEqual(['done', 'done']);
  expect(await owner('select count(*)::int as n from companies where name ilike $1', [name.replace(' ', '%')])).toEqual([{ n: 1 }]);
  expect(
    await owner(
      `select count(distinct "companyId")::int as companies, count("checkId")::int as checks from one_shot_orders where "invoicingEmail" = $1`,
      [first.invoicing.invoicingEmail],
    ),
  ).toEqual([{ companies: 1, checks: 2 }]);
});
