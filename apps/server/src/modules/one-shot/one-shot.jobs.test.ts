import { addDays, instantAt } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { formatsIn } from '@checkwell/messages/formats';
import { getTranslator } from '@checkwell/messages/translator';
import { describe, expect, test, vi } from 'vitest';
import { jobsOf } from '../../jobs.ts';
import { createEmbeddedGeocoder } from '../../platform/geo/embedded-geocoder.ts';
import { createOutbox } from '../../platform/jobs/outbox.ts';
import type { Payments } from '../../platform/payments/payments.ts';
import { createPayments } from '../../platform/payments/stripe.ts';
import { resultOf } from '../../test/checks.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures } from '../../test/fixtures.ts';
import { takeLoggedErrors } from '../../test/logged-errors.ts';
import { oneShotInput, shop } from '../../test/servers/payments.ts';
import { nextSequence } from '../invoices/invoices.repository.ts';
import { createOneShotService } from './one-shot.service.ts';

const database = await testDatabase();
const { db, owner } = database;
const { app, clock, provider, order, get, payer, pay, confirm } = await shop(database, { events: false });
const { actors, doctors } = await createFixtures(db, clock);
const { oneShot, checks, outbox } = app.services;

async function ready(input = oneShotInput(clock)) {
  const { body } = await order(input);
  return { token: body.token, session: (await pay(body.token)).body, email: input.invoicing.invoicingEmail };
}

/** Ordered and paid; the check that resulted from it. */
async function paid() {
  const { token, session, email } = await ready();
  await confirm(session, 'success');
  expect((await get(token, true)).body.state).toBe('Paid');
  const [row] = await owner<{ id: string }>('select "checkId" as id from one_shot_orders where "tokenHash" = sha256($1::text::bytea)', [
    token,
  ]);
  return { token, email, checkId: row?.id ?? '' };
}

/** With an appointment tomorrow at ten. */
async function planned(checkId: string) {
  const { version } = await checks.startPlanning(actors.planner, checkId, 1);
  const appointmentStart = instantAt(addDays(clock.today(), 1), '10:00');
  return checks.schedule(actors.planner, checkId, version, { doctorId: doctors.brussels, appointmentStart, appointmentMinutes: 20 });
}

const mailsTo = (email: string) =>
  owner<{ template: string; plainText: string }>('select template, "plainText" from mails where recipient = $1 order by "createdAt", id', [
    email,
  ]);
const keptOf = (token: string) =>
  owner<{ kept: number }>(
    `select sum(a."capturedCents" - a."refundedCents")::int as kept from one_shot_attempts a join one_shot_orders o on o.id = a."orderId"
     where o."tokenHash" = sha256($1::text::bytea)`,
    [token],
  );
/** The payment provider of the shop, with some of its methods replaced. */
function providerWith(methods: Partial<Payments>): Payments {
  const { payments: config } = app.config;
  if (config === null) throw new Error('The shop has a provider.');
  return { ...createPayments(config), ...methods };
}
/** Another process of the product. */
const processWith = (payments: Payments | null) =>
  createOneShotService({
    register: null,
    ...app.services,
    config: app.config,
    db,
    clock,
    log: app.log,
    outbox: createOutbox({ db, clock, log: app.log }),
    payments,
    geocoder: createEmbeddedGeocoder(),
    flags: app.services.featureFlags,
  });
const CALLER = { ip: '198.51.100.20' };
const latestAttempt = async (token: string) => {
  const [attempt] = await owner<{ id: string; orderId: string; state: string; providerId: string | null }>(
    `select a.id, a."orderId", a.state, a."providerId" from one_shot_attempts a join one_shot_orders o on o.id = a."orderId"
     where o."tokenHash" = sha256($1::text::bytea) order by a.id desc limit 1`,
    [token],
  );
  if (!attempt) throw new Error('There is no attempt.');
  return attempt;
};
const atProvider = () => provider.ledger.list(0)[0];

describe('what nobody told us', () => {
  test('is found out within minutes: a capture whose event was lost', async () => {
    const { token, session } = await ready();
    await confirm(session, 'success');
    await oneShot.reconcile();
    expect((await get(token)).body.state).toBe('AwaitingPayment'); // events deserve a moment
    clock.advance({ minutes: 2 });
    await oneShot.reconcile();
    expect((await get(token)).body.state).toBe('Paid');
  });

  test('is told loudly when it is money that belongs to no order here', async () => {
    const stranger = provider.ledger.create({ amount: 5_00, currency: 'eur', metadata: { attemptId: '' } }, 'of somebody else');
    provider.ledger.confirm(stranger, '4242424242424242');
    await oneShot.compare();
    expect(takeLoggedErrors().join()).toContain(`payment ${stranger.id} was captured and belongs to no order here`);
    await oneShot.compare();
    takeLoggedErrors();
  });
});

test('an order is shown as it is known here while the provider does not answer: nobody reads that nothing was charged', async () => {
  const { token, session } = await ready();
  await confirm(session, 'success');
  const withoutEvents = processWith(providerWith({ find: () => Promise.reject(new AppError('payment.unavailable')) }));
  expect(await withoutEvents.get(token, { refresh: true }, CALLER)).toMatchObject({ state: 'AwaitingPayment' });
  expect((await get(token, true)).body.state).toBe('Paid');
});

test('a payment whose process ended before its id was stored is found by the next run, and the order can be paid again', async () => {
  const { create } = providerWith({});
  const ending = processWith(
    providerWith({
      async create(payment) {
        await create(payment);
        throw new Error('The process ends here.');
      },
    }),
  );
  const { token } = (await order()).body;
  await expect(ending.pay(token, 'key-of-the-visitor', CALLER)).rejects.toThrow('The process ends here.');
  const attempt = await latestAttempt(token);
  const made = () => provider.ledger.list(0).filter(({ metadata }) => metadata.attemptId === attempt.id);
  expect([attempt, made()]).toMatchObject([{ state: 'Created', providerId: null }, [{ status: 'requires_payment_method' }]]);
  clock.advance({ minutes: 2 });
  await oneShot.reconcile();
  // Nobody was given its secret, so it is cancelled; and no second one was made.
  expect(made()).toMatchObject([{ status: 'canceled' }]);
  expect(await latestAttempt(token)).toEqual({ ...attempt, state: 'Canceled', providerId: made()[0]?.id });
  await confirm((await pay(token)).body, 'success');
  expect((await get(token, true)).body.state).toBe('Paid');
});

describe('a run in which the provider refuses to say how a payment stands', () => {
  /** The provider, which refuses all requests about the latest payment of an order. */
  async function refusing(token: string): Promise<Payments> {
    const { find, cancel } = providerWith({});
    const { providerId } = await latestAttempt(token);
    const refusal = new AppError('payment.unavailable', {}, { cause: new Error('It cannot be read.') });
    return providerWith({
      find: (id) => (id === providerId ? Promise.reject(refusal) : find(id)),
      cancel: (id) => (id === providerId ? Promise.reject(refusal) : cancel(id)),
    });
  }

  test('asks about the others, lets orders expire and reminds, and then fails with the reason', async () => {
    const stuck = await ready();
    const forgotten = await ready();
    const captured = await ready();
    await confirm(captured.session, 'success');
    clock.advance({ hours: 24, minutes: 1 });
    const young = await ready();
    clock.advance({ minutes: 31 });
    const process = processWith(await refusing(stuck.token));
    const run = jobsOf({ ...app.services, oneShot: process })
      .find(({ name }) => name === 'payments')
      ?.run();
    await expect(run).rejects.toThrow(
      `Orders that could not be reconciled: 1. The first is ${(await latestAttempt(stuck.token)).orderId}: Error: It cannot be read.`,
    );
    expect((await get(captured.token)).body.state).toBe('Paid');
    expect((await get(forgotten.token)).body.state).toBe('Expired');
    expect((await get(stuck.token)).body.state).toBe('AwaitingPayment');
    expect(await mailsTo(young.email)).toMatchObject([{ template: 'oneShotUnpaid' }]);
    await oneShot.reconcile();
    expect((await get(stuck.token)).body.state).toBe('Expired');
  });

  test('asks no more once it has lost much time: then the provider is away', async () => {
    await oneShot.reconcile();
    await Promise.all([ready(), ready(), ready()]);
    clock.advance({ minutes: 2 });
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const find = vi.fn<Payments['find']>(() => {
      now += 10_000;
      return Promise.reject(new AppError('payment.unavailable', {}, { cause: new Error('It does not answer.') }));
    });
    await expect(processWith(providerWith({ find })).reconcile()).rejects.toThrow('It does not answer.');
    expect(find).toHaveBeenCalledOnce();
  });
});

describe('orders that nobody pays', () => {
  test('are reminded of once, with the link', async () => {
    const { token, email } = await ready();
    await oneShot.remind();
    expect(await mailsTo(email)).toEqual([]);
    clock.advance({ minutes: 31 });
    await oneShot.remind();
    await oneShot.remind();
    expect(await mailsTo(email)).toMatchObject([
      { template: 'oneShotUnpaid', plainText: expect.stringContaining(`/one-shot-check/${token}`) },
    ]);
  });

  test('of an incapacity that ends today can be paid until midnight, as page and reminder say', async () => {
    const input = oneShotInput(clock);
    const { token, email } = await ready({ ...input, incapacity: { ...input.incapacity, endDate: clock.today() } });
    const midnight = instantAt(addDays(clock.today(), 1), '00:00');
    expect((await get(token)).body).toMatchObject({ payableUntil: midnight.toISOString(), availableActions: ['pay'] });
    clock.advance({ minutes: 31 });
    await oneShot.remind();
    const { dateLong, time } = formatsIn(input.language);
    expect((await mailsTo(email))[0]?.plainText).toContain(`${dateLong(midnight)}, ${time(midnight)}`);
    const before = clock.now();
    clock.set(midnight.toISOString());
    expect((await get(token)).body).toMatchObject({ state: 'AwaitingPayment', availableActions: [] });
    clock.set(before.toISOString());
  });

  test('lapse after a day, and their payment is closed at the provider first', async () => {
    const { token, session } = await ready();
    clock.advance({ hours: 25 });
    expect(await oneShot.reconcile()).toBeGreaterThan(0);
    expect((await get(token)).body).toMatchObject({ state: 'Expired', availableActions: [], check: null });
    expect(await confirm(session, 'success')).toMatchObject({ status: 'declined' });
  });

  test('that are being captured as their time ends become checks', async () => {
    const { token, session } = await ready();
    const intent = provider.ledger.findBySecret(session.clientSecret);
    Object.assign(intent ?? {}, { status: 'processing' });
    clock.advance({ hours: 25 });
    await oneShot.reconcile();
    expect((await get(token)).body).toMatchObject({ state: 'AwaitingPayment', attempt: { state: 'Processing' } });
    Object.assign(intent ?? {}, { status: 'succeeded', amount_received: 181_50 });
    expect((await get(token, true)).body.state).toBe('Paid');
  });

  test('and whose money comes when the incapacity is over get it back', async () => {
    const input = oneShotInput(clock);
    const { token, session } = await ready({ ...input, incapacity: { ...input.incapacity, endDate: clock.today() } });
    await confirm(session, 'success');
    clock.advance({ hours: 23 });
    expect((await get(token, true)).body).toMatchObject({ state: 'Expired', check: null });
    await outbox.drain();
    expect((await get(token)).body).toMatchObject({ state: 'Refunded', refundedCents: 181_50, check: null });
    expect((await payer(token)).status).toBe(404);
    expect(atProvider()?.latest_charge?.amount_refunded).toBe(181_50);
  });

  test('keep nothing personal after 30 days, but what was paid stays', async () => {
    const abandoned = await ready();
    await confirm(abandoned.session, 'genericDecline');
    await get(abandoned.token, true);
    clock.advance({ minutes: 31 });
    await oneShot.remind();
    const kept = await paid();
    await outbox.drain();
    clock.advance({ days: 29 });
    await oneShot.reconcile();
    await oneShot.clear();
    expect((await get(abandoned.token)).body.workerFullName).toBe('Jan Peeters');
    clock.advance({ days: 2 });
    expect(await oneShot.clear()).toBeGreaterThan(0);
    expect((await get(abandoned.token)).body).toMatchObject({ state: 'Expired', workerFullName: null, invoicingEmailHint: null });
    expect(await payer(abandoned.token)).toMatchObject({ status: 404, body: { error: { code: 'entity.notFound' } } });
    expect(await mailsTo(abandoned.email)).toEqual([]);
    const rows = await owner<{ text: string }>('select o::text as text from one_shot_orders o where "clearedAt" is not null');
    expect(rows.length).toBeGreaterThan(0);
    for (const { text } of rows) expect(text).not.toMatch(/Peeters|Claes|firma|Nieuwstraat|Illness/);
    // Nowhere else either, and no card's name with it.
    const tables = await owner<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    for (const { name } of tables)
      expect(await owner(`select t::text from ${name} t where t::text like $1`, [`%${abandoned.email}%`]), name).toEqual([]);
    expect(
      await owner(
        `select from one_shot_attempts a join one_shot_orders o on o.id = a."orderId" where o."clearedAt" is not null and a."cardFingerprint" is not null`,
      ),
    ).toEqual([]);
    expect((await get(kept.token)).body.workerFullName).toBe('Jan Peeters');
    expect(await mailsTo(kept.email)).not.toEqual([]);
  });

  test('lose the reminder with the order, though it was written later; that of a younger order of the same person stays', async () => {
    const first = oneShotInput(clock);
    const old = await ready(first);
    clock.advance({ minutes: 45 });
    await oneShot.remind();
    clock.advance({ days: 20 });
    const input = oneShotInput(clock);
    const young = await ready({ ...input, invoicing: first.invoicing });
    clock.advance({ minutes: 45 });
    await oneShot.remind();
    await outbox.drain();
    expect(await mailsTo(old.email)).toHaveLength(2);
    await oneShot.reconcile();
    // Thirty days after the older order, and less than that after its reminder.
    clock.advance({ days: 10, minutes: -60 });
    await oneShot.clear();
    expect(await mailsTo(old.email)).toMatchObject([{ plainText: expect.stringContaining(young.token) }]);
    clock.advance({ days: 21 });
    await oneShot.reconcile();
    await oneShot.clear();
    expect(await mailsTo(old.email)).toEqual([]);
  });

  test('are cleared where no provider is configured any more, unless one may still capture', async () => {
    const { body } = await order();
    const begun = await ready();
    const without = processWith(null);
    clock.advance({ hours: 25 });
    await without.reconcile();
    expect((await get(body.token)).body.state).toBe('Expired');
    expect((await get(begun.token)).body.state).toBe('AwaitingPayment');
    // Another provider is not asked about it.
    await owner(`update one_shot_attempts set provider = 'stripe' where state = 'Created'`);
    clock.advance({ minutes: 2 });
    await oneShot.reconcile();
    expect((await get(begun.token)).body).toMatchObject({ state: 'AwaitingPayment', attempt: { state: 'Created' } });
    await owner(`update one_shot_attempts set provider = 'test' where state = 'Created'`);
    await oneShot.reconcile();
    expect((await get(begun.token)).body.state).toBe('Expired');
  });
});

describe('documents', () => {
  const file = (token: string, query = '') => app.http.inject({ url: `/v1/api/one-shot-checks/${token}/invoice${query}` });

  test('an invoice is numbered when the money comes, goes out by mail, and is had by the link: for people and for programs', async () => {
    const before = await ready();
    expect((await file(before.token)).statusCode).toBe(404);
    const [first, second] = [await paid(), await paid()];
    const numbers = await Promise.all([first, second].map(async ({ token }) => (await get(token)).body.invoiceNumber ?? ''));
    const [one = 0, two = 0] = numbers.map((number) => Number(/^2026-(\d{6})$/.exec(number)?.[1]));
    expect(two - one).toBe(1);
    await outbox.drain();
    const attached = await owner<{ fileName: string; mediaType: string }>(
      'select "fileName", "mediaType" from mail_attachments a join mails m on m.id = a."mailId" where m.recipient = $1 order by position',
      [first.email],
    );
    expect(attached).toEqual([
      {
        fileName: expect.stringMatching(`^checkwell-factuur-${numbers[0]}-bakkerij-claes-\\d+-2026-\\d\\d-\\d\\d\\.pdf$`),
        mediaType: 'application/pdf',
      },
      {
        fileName: expect.stringMatching(`^checkwell-factuur-${numbers[0]}-bakkerij-claes-\\d+-2026-\\d\\d-\\d\\d\\.xml$`),
        mediaType: 'application/xml',
      },
    ]);
    const pdf = await file(first.token);
    expect([pdf.statusCode, pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ]);
    const ubl = (await file(first.token, '?format=ubl')).body;
    for (const part of [
      `<cbc:ID>${numbers[0]}</cbc:ID>`,
      '<cbc:TaxExclusiveAmount currencyID="EUR">150.00</cbc:TaxExclusiveAmount>',
      '<cbc:TaxAmount currencyID="EUR">31.50</cbc:TaxAmount>',
      '<cbc:PayableAmount currencyID="EUR">0.00</cbc:PayableAmount>',
      '<cbc:EndpointID schemeID="0208">0440966354</cbc:EndpointID>',
    ])
      expect(ubl).toContain(part);
    // Bookkeepers read it: nothing of the worker.
    expect(ubl).not.toMatch(/Peeters|Illness|Nieuwstraat/);
  });

  test('a refund has its credit note, which names the invoice', async () => {
    const { token, checkId } = await paid();
    await checks.cancel(actors.planner, checkId, 1, { reason: 'Withdrawn' });
    await outbox.drain();
    const { invoiceNumber, creditNoteNumbers } = (await get(token)).body;
    expect(creditNoteNumbers).toEqual([expect.stringMatching(/^C2026-\d{6}$/)]);
    const ubl = (await file(token, '?kind=CreditNote&format=ubl')).body;
    expect(ubl).toContain(`<cac:InvoiceDocumentReference>\n<cbc:ID>${invoiceNumber}</cbc:ID>`);
    expect(ubl).toContain('<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>');
  });

  test('are numbered without gaps, whatever is undone, and never changed', async () => {
    await expect(
      db.system('test', async (tx) => {
        await nextSequence(tx, 'Invoice', 2026);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await paid();
    const rows = await owner<{ number: string }>(`select number from invoices where kind = 'Invoice' order by number`);
    expect(rows.map(({ number }) => Number(number.slice(5)))).toEqual(rows.map((_, index) => index + 1));
    const rights = await owner<{ privilege: string }>(
      `select privilege_type as privilege from information_schema.role_table_grants where grantee = 'checkwell_api' and table_name = 'invoices' order by 1`,
    );
    expect(rights.map(({ privilege }) => privilege)).toEqual(['INSERT', 'SELECT']);
  });
});

describe('after the payment', () => {
  test('the payer is notified of appointment and result by mail, with the link; never what the doctor noted', async () => {
    const { token, email, checkId } = await paid();
    const made = await planned(checkId);
    expect((await get(token)).body.check).toEqual({
      status: 'WaitingForCheck',
      isCancelled: false,
      isReviewed: false,
      plannedDay: addDays(clock.today(), 1),
      appointmentStart: instantAt(addDays(clock.today(), 1), '10:00').toISOString(),
    });
    clock.set(instantAt(addDays(clock.today(), 1), '13:00').toISOString());
    await checks.recordResult(actors.doctor, checkId, made.version, resultOf(clock, { medicalNote: 'a canary of the doctor' }));
    await outbox.drain();
    const mails = (await mailsTo(email)).filter(({ template }) => template === 'oneShotNews');
    expect(mails).toHaveLength(2);
    for (const { plainText } of mails) {
      expect(plainText).toContain(`/one-shot-check/${token}`);
      expect(plainText).not.toContain('canary');
    }
    // The result itself, in the payer's language.
    expect(mails[1]?.plainText).toContain(getTranslator('nl', 'mail')('fact.outcome'));
    expect(mails[1]?.plainText).toContain('Jan Peeters');
    expect(mails[1]?.plainText).toContain(`/confirm-identity?lang=nl#${token}`);
    expect(mails[0]?.plainText).not.toContain('/confirm-identity');
    expect((await get(token)).body).toMatchObject({ state: 'Paid', check: { status: 'Archived' } });
    expect(await keptOf(token)).toEqual([{ kept: 181_50 }]);
  });

  test('at a weekend or at home it costs what was paid', async () => {
    const input = oneShotInput(clock);
    const { token, session } = await ready({ ...input, incapacity: { ...input.incapacity, locationCheck: 'House' } });
    await confirm(session, 'success');
    await get(token, true);
    const [row] = await owner<{ id: string; price: number }>(
      `select c.id, c."companyTotalPrice" as price from checks c join one_shot_orders o on o."checkId" = c.id where o."tokenHash" = sha256($1::text::bytea)`,
      [token],
    );
    expect(row?.price).toBe(150_00);
    expect((await checks.get(actors.planner, row?.id ?? '')).companyTotalPrice).toBe(150_00);
  });

  test.each([
    ['is cancelled before a doctor accepted', (id: string) => checks.cancel(actors.planner, id, 1, { reason: 'Withdrawn by telephone' })],
    [
      'cannot take place for want of a doctor',
      (id: string) => checks.markNonOperable(actors.planner, id, 1, { nonOperableReason: 'NoDoctorFound', archiveComment: '' }),
    ],
    ['is deleted', (id: string) => checks.delete(actors.planner, id, 1, { reason: 'Entered twice' })],
  ])('a check that %s is refunded by itself, once', async (_, end) => {
    const { token, email, checkId } = await paid();
    await end(checkId);
    await outbox.drain();
    await outbox.drain();
    expect((await get(token)).body).toMatchObject({ state: 'Refunded', refundedCents: 181_50 });
    expect(atProvider()?.latest_charge?.amount_refunded).toBe(181_50);
    expect((await mailsTo(email)).filter(({ template }) => template === 'oneShotRefunded')).toHaveLength(1);
  });

  test('a check that is cancelled once there is an appointment says so, and promises no result', async () => {
    const { token, email, checkId } = await paid();
    const { version } = await planned(checkId);
    await checks.cancel(actors.planner, checkId, version, { reason: 'Withdrawn by telephone' });
    await outbox.drain();
    await outbox.drain();
    const { body } = await get(token);
    expect(body).toMatchObject({ state: 'Paid', check: { status: 'Archived', isCancelled: true } });
    // What lies above the fee goes back, and the mail that is sent is that of the cancellation.
    expect(body.refundedCents).toBeGreaterThan(0);
    const words = getTranslator('nl', 'mail');
    const texts = (await mailsTo(email)).map(({ plainText }) => plainText);
    expect(texts.some((text) => text.includes(words('cancelled.text')))).toBe(true);
    expect(texts.some((text) => text.includes(words('result.textHere')))).toBe(false);
  });

  test('one that the worker made impossible is not, once a doctor went for it', async () => {
    const impossible = { nonOperableReason: 'AddressNotFound', archiveComment: '' } as const;
    const early = await paid();
    const ahead = await planned(early.checkId);
    await checks.markNonOperable(actors.planner, early.checkId, ahead.version, impossible);
    await outbox.drain();
    expect(await keptOf(early.token), 'nobody had set out').toEqual([{ kept: 0 }]);

    const { token, checkId } = await paid();
    const { version } = await planned(checkId);
    clock.advance({ days: 2 });
    await checks.markNonOperable(actors.planner, checkId, version, impossible);
    await outbox.drain();
    expect((await get(token)).body).toMatchObject({ state: 'Paid', refundedCents: 0 });
    expect(await keptOf(token)).toEqual([{ kept: 181_50 }]);
  });
});
