import { createHmac } from 'node:crypto';
import { TEST_CARDS, type TestCard } from '@checkwell/domain/one-shot/contract';
import { ONE_SHOT_AMOUNTS } from '@checkwell/domain/one-shot/price';
import { expect, test } from 'vitest';
import type { Database } from '../../platform/db/database.ts';
import { createEmbeddedGeocoder } from '../../platform/geo/embedded-geocoder.ts';
import { createOutbox } from '../../platform/jobs/outbox.ts';
import { createMailer } from '../../platform/mail/mailer.ts';
import type { Payments } from '../../platform/payments/payments.ts';
import { createPayments } from '../../platform/payments/stripe.ts';
import { testDatabase } from '../../test/database.ts';
import { nightly } from '../../test/nightly.ts';
import { oneShotInput, shop } from '../../test/servers/payments.ts';
import { createInvoiceService } from '../invoices/invoices.service.ts';
import { createOneShotService, type OneShotService } from './one-shot.service.ts';

const database = await testDatabase();
const { db, owner } = database;

const { totalCents } = ONE_SHOT_AMOUNTS;
/** Orders of the first test: about 20 events each. */
const ORDERS = 56;
/** Visits of the second: each ends at another step, once for each script. */
const VISITS = 200;
const STEPS = 40;
const RECONCILERS = 30;

/** Every order with what it came to, beside what the provider took and gave back. */
async function books() {
  return owner<{ id: string; state: string; checks: number; captured: number; refunded: number; providerIds: string[] }>(`
    select o.id, o.state::text, (select count(*)::int from checks c where c.id = o."checkId" and c."companyId" = o."companyId") as checks,
      coalesce(sum(a."capturedCents"), 0)::int as captured, coalesce(sum(a."refundedCents"), 0)::int as refunded,
      coalesce(array_agg(a."providerId") filter (where a."providerId" is not null), '{}') as "providerIds"
    from one_shot_orders o left join one_shot_attempts a on a."orderId" = o.id group by o.id`);
}

test.runIf(nightly)('events, shuffled, doubled and lost, end in the exact state', { timeout: 300_000 }, async () => {
  const { app, clock, provider, order, pay, confirm, challenge } = await shop(database);
  provider.webhooks.faults = { duplicates: 9, shuffleMs: 400, lost: 0.3 };
  const scripts: readonly (readonly TestCard[])[] = [
    ['success'],
    ['genericDecline'],
    ['genericDecline', 'success'],
    ['insufficientFunds', 'expiredCard', 'success'],
    ['challenge'],
    ['timeout'],
    ['expiredCard', 'timeout'],
    ['insufficientFunds', 'challenge'],
  ];
  const expected = new Map<string, 'Paid' | 'AwaitingPayment'>();
  for (let round = 0; round < ORDERS; round += 1) {
    const script = scripts[round % scripts.length] ?? [];
    const { body } = await order();
    for (const card of script) {
      const session = await pay(body.token);
      expect([session.status, session.body.error]).toEqual([201, undefined]);
      if ((await confirm(session.body, card)).status === 'requires_action') await challenge(session.body, true);
    }
    expected.set(body.token, script.at(-1) === 'genericDecline' ? 'AwaitingPayment' : 'Paid');
    clock.advance({ seconds: 2 });
  }
  await provider.webhooks.settled();
  expect(provider.webhooks.sent).toBeGreaterThan(ORDERS * 17);
  expect(provider.webhooks.dropped).toBeGreaterThan(ORDERS / 8);
  // What got lost on the way is asked for.
  clock.advance({ minutes: 2 });
  await app.services.oneShot.reconcile();
  await app.services.outbox.drain();
  // And the latest of all: every event once more, when all of it is known already.
  provider.webhooks.faults = { shuffleMs: 200 };
  for (const intent of provider.ledger.list(0))
    for (const type of ['payment_intent.created', 'payment_intent.payment_failed', 'payment_intent.succeeded'])
      provider.webhooks.notify(type, intent);
  await provider.webhooks.settled();
  await app.services.outbox.drain();
  for (const [token, state] of expected) {
    const view = await app.services.oneShot.get(token, { refresh: false }, { ip: '198.51.100.1' });
    expect(view.state).toBe(state);
    expect(view.check === null).toBe(state !== 'Paid');
  }
  const paid = [...expected.values()].filter((state) => state === 'Paid').length;
  const rows = await books();
  expect(rows.map(({ captured }) => captured).reduce((sum, cents) => sum + cents)).toBe(paid * totalCents);
  expect(provider.ledger.list(0).filter(({ status }) => status === 'succeeded')).toHaveLength(paid);
  expect(await owner(`select count(*)::int as count from checks where source = 'OneShot'`)).toEqual([{ count: paid }]);
  expect(await owner(`select count(*)::int as count from mails where template = 'oneShotPaid'`)).toEqual([{ count: paid }]);
});

/** The process ends here. */
class Killed extends Error {}

test.runIf(nightly)(
  'ends of the process between any two steps leave no charge without a check and no check without a charge',
  {
    timeout: 600_000,
  },
  async () => {
    const { app, clock, provider } = await shop(database, { events: false });
    const payments = createPayments({ ...app.config.payments, provider: 'test' } as Parameters<typeof createPayments>[0]);
    const events: string[] = [];
    provider.webhooks.notify = (type, intent) => {
      events.push(JSON.stringify({ id: `evt_${events.length}`, object: 'event', type, data: { object: intent } }));
    };

    /** A process of the product. @param diesAt the step at which it ends: even ones before it is done, odd ones right after */
    function process(diesAt = Number.POSITIVE_INFINITY) {
      let steps = 0;
      let dead = false;
      async function step<Result>(work: () => Promise<Result>): Promise<Result> {
        if (dead || steps++ === diesAt) {
          dead = true;
          throw new Killed();
        }
        const result = await work();
        if (steps++ === diesAt) {
          dead = true;
          throw new Killed();
        }
        return result;
      }
      const faultyDb = new Proxy(db, {
        get(target, name: keyof Database) {
          if (name === 'system') return (...args: Parameters<Database['system']>) => step(() => target.system(...args));
          const value: unknown = target[name];
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
      const faultyPayments: Payments = {
        ...payments,
        create: (input) => step(() => payments.create(input)),
        find: (id) => step(() => payments.find(id)),
        cancel: (id) => step(() => payments.cancel(id)),
        refund: (input) => step(() => payments.refund(input)),
      };
      const log = app.log;
      const outbox = createOutbox({ db: faultyDb, clock, log });
      const mailer = createMailer({ config: app.config, clock, outbox });
      const { checks, featureFlags: flags } = app.services;
      const invoices = createInvoiceService({ db: faultyDb, clock, outbox, mailer, log: app.log, seller: app.config.seller });
      const geocoder = createEmbeddedGeocoder();
      const oneShot = createOneShotService({
        register: null,
        config: app.config,
        db: faultyDb,
        clock,
        log,
        outbox,
        mailer,
        geocoder,
        payments: faultyPayments,
        checks,
        invoices,
        flags,
      });
      return { oneShot, outbox, steps: () => steps };
    }

    const signed = (body: string): [Buffer, string] => {
      const time = Math.floor(clock.now().getTime() / 1000);
      const signature = createHmac('sha256', app.config.payments?.webhookSecret ?? '')
        .update(`${time}.${body}`)
        .digest('hex');
      return [Buffer.from(body), `t=${time},v1=${signature}`];
    };

    /** What a visitor and the provider do, one step after the other; the keys make a repetition the same visit. */
    async function visit(oneShot: OneShotService, round: number, cards: readonly TestCard[]): Promise<void> {
      const ip = `10.9.${round >> 8}.${round & 255}`;
      const view = await oneShot.order(inputs[round], `order-of-${round}`, { ip });
      for (const [index, card] of cards.entries()) {
        const heard = events.length;
        const { clientSecret } = await oneShot.pay(view.token, `payment-${round}-${index}`, { ip });
        const intent = provider.ledger.findBySecret(clientSecret);
        if (intent) provider.ledger.confirm(intent, TEST_CARDS[card]);
        for (const event of events.slice(heard)) await oneShot.handlePaymentEvent(...signed(event));
      }
    }

    const scripts: readonly (readonly TestCard[])[] = [['success'], ['genericDecline', 'success'], ['insufficientFunds']];
    const inputs = Array.from({ length: VISITS }, () => oneShotInput(clock));
    let died = 0;
    for (let round = 0; round < VISITS; round += 1) {
      const cards = scripts[round % scripts.length] ?? [];
      const each = Math.floor(round / scripts.length);
      const mortal = process(each % STEPS);
      await visit(mortal.oneShot, round, cards).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
        died += 1;
      });
      // Half of the visitors try again; who has paid by then hears that there is nothing left to pay.
      if (round % 2 === 0)
        await visit(process().oneShot, round, cards).catch((error: unknown) => expect(String(error)).toContain('payment.notPossible'));
      clock.advance({ seconds: 3 });
    }
    expect(died).toBeGreaterThan(VISITS * 0.6);

    // The reconciler dies as well, at each of its first steps, and begins again.
    clock.advance({ minutes: 2 });
    for (let diesAt = 0; diesAt < RECONCILERS; diesAt += 1)
      await process(diesAt)
        .oneShot.reconcile()
        .catch((error: unknown) => {
          for (const each of error instanceof AggregateError ? error.errors : [error]) expect(each).toBeInstanceOf(Killed);
        });
    const last = process();
    await last.oneShot.reconcile();
    await last.oneShot.compare();
    // The rest lapses.
    clock.advance({ hours: 26 });
    while ((await last.oneShot.reconcile()) > 0);
    await last.outbox.drain();

    const rows = await books();
    expect(rows.filter(({ state }) => state === 'AwaitingPayment')).toEqual([]);
    let charged = 0;
    for (const row of rows) {
      const intents = row.providerIds.flatMap((id) => provider.ledger.find(id) ?? []);
      const kept = intents.reduce(
        (sum, { amount_received: received, latest_charge: charge }) => sum + received - (charge?.amount_refunded ?? 0),
        0,
      );
      if (intents.length === 0) continue; // of the test before
      expect({ ...row, kept }).toMatchObject(
        row.state === 'Paid' ? { checks: 1, kept: totalCents, captured: totalCents } : { checks: 0, kept: 0 },
      );
      // Nobody can pay twice or too late: whatever is not captured is closed.
      for (const { status } of intents) expect(['succeeded', 'canceled']).toContain(status);
      if (row.state === 'Paid') charged += 1;
    }
    const taken = provider.ledger.list(0).filter(({ status }) => status === 'succeeded');
    expect(taken).toHaveLength(charged);
    expect(charged).toBeGreaterThan(VISITS / 4);
  },
);
