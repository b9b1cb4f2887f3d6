import { createHmac } from 'node:crypto';
import { addDays, instantAt } from '@checkwell/domain/clock';
import type { OneShotInput } from '@checkwell/domain/one-shot/rules';
import type { Intent } from '@checkwell/stand-ins/payments/ledger';
import { createInvoiceService } from '../modules/invoices/invoices.service.ts';
import { createOneShotService, type OneShotService } from '../modules/one-shot/one-shot.service.ts';
import { createEmbeddedGeocoder } from '../platform/geo/embedded-geocoder.ts';
import { createOutbox, type Outbox } from '../platform/jobs/outbox.ts';
import { createMailer } from '../platform/mail/mailer.ts';
import type { Payments } from '../platform/payments/payments.ts';
import { createPayments } from '../platform/payments/stripe.ts';
import { resultOf } from './checks.ts';
import type { TestDatabase } from './database.ts';
import { createFixtures } from './fixtures.ts';
import { oneShotInput, shop } from './servers/payments.ts';

/** A One Shot Check that was paid, and what was refunded of it. */
export interface PaidCheck {
  readonly token: string;
  readonly orderId: string;
  readonly key: { readonly companyId: string; readonly checkId: string };
  readonly email: string;
  /** The payment at the provider. */
  readonly intent: Intent;
  /** Refunded cents according to the payment provider. */
  readonly givenBack: () => number;
}

/** The server with the test provider of payments, whose events arrive only when a test sends them, and fixtures with people. */
export async function oneShotScenario(database: TestDatabase) {
  const { db, owner } = database;
  const { app, clock, provider, ...visitor } = await shop(database, { events: false });
  const fixtures = await createFixtures(db, clock);
  const { oneShot, checks, outbox } = app.services;
  const { actors, doctors } = fixtures;

  async function paid(input: OneShotInput = oneShotInput(clock)): Promise<PaidCheck> {
    const { body } = await visitor.order(input);
    const session = (await visitor.pay(body.token)).body;
    await visitor.confirm(session, 'success');
    await visitor.get(body.token, true);
    const intent = provider.ledger.findBySecret(session.clientSecret);
    const [row] = await owner<{ id: string; companyId: string; checkId: string }>(
      'select id, "companyId", "checkId" from one_shot_orders where "tokenHash" = sha256($1::text::bytea)',
      [body.token],
    );
    if (!row || !intent) throw new Error('There is no order.');
    const { id: orderId, companyId, checkId } = row;
    const email = input.invoicing.invoicingEmail;
    return { token: body.token, orderId, key: { companyId, checkId }, email, intent, givenBack: () => refundedOf(intent) };
  }

  /** Plans the check, with an appointment tomorrow at ten. */
  async function planned(checkId: string) {
    const { version } = await checks.startPlanning(actors.planner, checkId, 1);
    const appointmentStart = instantAt(addDays(clock.today(), 1), '10:00');
    return checks.schedule(actors.planner, checkId, version, { doctorId: doctors.brussels, appointmentStart, appointmentMinutes: 20 });
  }

  /** Plans the check and records its result: nothing of the payment is refunded automatically. */
  async function finished(checkId: string): Promise<void> {
    const { version } = await planned(checkId);
    clock.set(instantAt(addDays(clock.today(), 1), '13:00').toISOString());
    await checks.recordResult(actors.doctor, checkId, version, resultOf(clock));
    await outbox.drain();
  }

  /** Delivers the event that the payment provider would send now. @param by the process that receives it */
  function deliverEvent(intent: Intent, type = 'charge.refunded', by: OneShotService = oneShot): Promise<void> {
    events += 1;
    const body = JSON.stringify({
      id: `evt_${events}`,
      object: 'event',
      type,
      data: { object: { object: 'payment_intent', id: intent.id } },
    });
    const time = Math.floor(clock.now().getTime() / 1000);
    const signature = createHmac('sha256', app.config.payments?.webhookSecret ?? '')
      .update(`${time}.${body}`)
      .digest('hex');
    return by.handlePaymentEvent(Buffer.from(body), `t=${time},v1=${signature}`);
  }
  let events = 0;

  /** A second process of the product, with its own outbox. @param faulty replaces calls to the payment provider */
  function process(faulty: (payments: Payments) => Partial<Payments>): { readonly oneShot: OneShotService; readonly outbox: Outbox } {
    const { config, log } = app;
    if (config.payments === null) throw new Error('No provider is configured.');
    const payments = createPayments(config.payments);
    const ownOutbox = createOutbox({ db, clock, log });
    const mailer = createMailer({ config, clock, outbox: ownOutbox });
    const invoices = createInvoiceService({ db, clock, outbox: ownOutbox, mailer, log, seller: config.seller });
    const service = createOneShotService({
      register: null,
      config,
      db,
      clock,
      log,
      outbox: ownOutbox,
      mailer,
      geocoder: createEmbeddedGeocoder(),
      payments: { ...payments, ...faulty(payments) },
      checks,
      invoices,
      flags: app.services.featureFlags,
    });
    return { oneShot: service, outbox: ownOutbox };
  }

  /** Credit notes of a check, in cents, oldest first. */
  const creditNotes = async ({ key }: PaidCheck): Promise<number[]> =>
    (
      await owner<{ totalCents: number }>(
        `select "totalCents" from invoices where "checkId" = $1 and kind = 'CreditNote' order by "createdAt", number`,
        [key.checkId],
      )
    ).map(({ totalCents }) => totalCents);

  /** How many mails about a refund the payer was sent. */
  const refundMails = async ({ email }: PaidCheck): Promise<number> =>
    (await owner(`select 1 from mails where template = 'oneShotRefunded' and recipient = $1`, [email])).length;

  return {
    ...visitor,
    app,
    clock,
    provider,
    fixtures,
    actors,
    oneShot,
    checks,
    outbox,
    paid,
    planned,
    finished,
    deliverEvent,
    process,
    creditNotes,
    refundMails,
  };
}

const refundedOf = (intent: Intent): number => intent.latest_charge?.amount_refunded ?? 0;
