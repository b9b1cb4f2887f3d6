import { setTimeout as sleep } from 'node:timers/promises';
import { type OneShotView, PAYMENT_EVENTS_PATH, type PaymentSession, TEST_CARDS } from '@checkwell/domain/one-shot/contract';
import { ONE_SHOT_AMOUNTS } from '@checkwell/domain/one-shot/price';
import { expect, test } from 'vitest';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { testFolder } from '../../test/folder.ts';
import { nightly } from '../../test/nightly.ts';
import { oneShotInput, paymentProvider } from '../../test/servers/payments.ts';
import { startProcess } from '../../test/servers/process.ts';
import { serverApp } from '../../test/servers/server-app.ts';

const database = await testDatabase();
const { owner } = database;
const VISITORS = 40;
const RETRY_MS = 200;
/** The events that the server does not survive, of two for each visitor: one in each round, with the other visitors wherever they are. */
const DEADLY = [1, 16, 31, 46, 61];

// one-shot.chaos.test.ts shows the same for an end between any two steps, within one process, in every run.
test.runIf(nightly)(
  'kill -9 of the real server while visitors order and pay leaves no charge without a check and no check without a charge',
  {
    timeout: 600_000,
  },
  async () => {
    // The server's processes tell the time themselves; afterwards the test moves it on.
    const clock = testClock(new Date().toISOString());
    const { provider, payments } = await paymentProvider({ now: () => new Date(), today: clock.today });
    const env = {
      DATABASE_URL: database.config.databaseUrl ?? '',
      DATA_DIR: testFolder('killed'),
      TRUSTED_PROXIES: '127.0.0.1',
      STRIPE_SECRET_KEY: payments.secretKey,
      STRIPE_PUBLISHABLE_KEY: payments.publishableKey,
      STRIPE_WEBHOOK_SECRET: payments.webhookSecret,
      STRIPE_API_URL: provider.origin,
    };

    /** Orders and pays by the real interface; whatever the network says when the server is gone is left to the next try. */
    async function visit(address: string, name: string, ip: string, input: object): Promise<void> {
      const ask = async <Body>(path: string, key: string, body?: object): Promise<Body> => {
        const headers = {
          'x-forwarded-for': ip,
          'idempotency-key': `${key}-${name}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        };
        const send = () => fetch(`${address}/v1/api${path}`, { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) });
        let answer = await send();
        // A busy machine has no room for all at once: whoever is told to come back does, with the same key, while there is a server.
        while (answer.status === 503) {
          await answer.arrayBuffer();
          await sleep(RETRY_MS);
          answer = await send();
        }
        if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
        return (await answer.json()) as Body;
      };
      const { token } = await ask<OneShotView>('/one-shot-checks', 'order-key', input);
      const { clientSecret } = await ask<PaymentSession>(`/one-shot-checks/${token}/payments`, 'payment-key');
      const intent = provider.ledger.findBySecret(clientSecret);
      if (intent) provider.ledger.confirm(intent, TEST_CARDS.success);
      const seen = await fetch(`${address}/v1/api/one-shot-checks/${token}?refresh=true`, { headers: { 'x-forwarded-for': ip } });
      if (!seen.ok) throw new Error(`${seen.status}`);
    }

    const { notify } = provider.webhooks;
    let cutOff = 0;
    for (const [round, deadly] of DEADLY.entries()) {
      const { child, address, ended } = startProcess(env);
      const origin = await address();
      provider.webhooks.target = origin + PAYMENT_EVENTS_PATH;
      let heard = 0;
      provider.webhooks.notify = function count(...event) {
        heard += 1;
        if (heard === deadly) child.kill('SIGKILL');
        notify.apply(this, event);
      };
      const outcomes = await Promise.allSettled(
        Array.from({ length: VISITORS }, (_, visitor) =>
          visit(origin, `${round}-${visitor}`, `10.8.${round}.${visitor + 1}`, oneShotInput(clock)),
        ),
      );
      child.kill('SIGKILL'); // in case too few events came: the next line says so
      expect(heard, 'events that were sent').toBeGreaterThanOrEqual(deadly);
      expect(await ended).toBeNull();
      cutOff += outcomes.filter(({ status }) => status === 'rejected').length;
    }
    expect(cutOff).toBeGreaterThan((DEADLY.length * VISITORS) / 4);

    // What nobody tells any more is asked for.
    provider.webhooks.target = null;
    clock.advance({ minutes: 5 });
    const { services } = await serverApp(database, { clock, config: { payments: { ...payments, provider: 'stripe', elementsUrl: null } } });
    await services.oneShot.reconcile();
    await services.oneShot.compare();
    clock.advance({ hours: 26 });
    while ((await services.oneShot.reconcile()) > 0);
    await services.outbox.drain();

    const orders = await owner<{ state: string; checks: number; captured: number; invoices: number; ids: string[] }>(`
    select o.state::text, (select count(*)::int from checks c where c.id = o."checkId") as checks,
      (select count(*)::int from invoices i where i."checkId" = o."checkId") as invoices,
      coalesce(sum(a."capturedCents"), 0)::int as captured, coalesce(array_agg(a."providerId") filter (where a."providerId" is not null), '{}') as ids
    from one_shot_orders o left join one_shot_attempts a on a."orderId" = o.id group by o.id`);
    const { totalCents } = ONE_SHOT_AMOUNTS;
    let paid = 0;
    for (const { ids, ...order } of orders) {
      const taken = ids.filter((id) => provider.ledger.find(id)?.status === 'succeeded').length;
      expect({ ...order, taken }).toEqual(
        taken > 0
          ? { state: 'Paid', checks: 1, captured: totalCents, invoices: 1, taken: 1 }
          : { state: 'Expired', checks: 0, captured: 0, invoices: 0, taken: 0 },
      );
      paid += taken;
    }
    const all = provider.ledger.list(0);
    expect(all.filter(({ status }) => status === 'succeeded')).toHaveLength(paid);
    expect(all.filter(({ status }) => status !== 'succeeded' && status !== 'canceled')).toEqual([]);
    expect(paid).toBeGreaterThan(DEADLY.length);
    expect(paid).toBeLessThan(DEADLY.length * VISITORS);
  },
);
