import { createHmac } from 'node:crypto';
import { type OneShotView, TEST_CARDS, type TestCard } from '@checkwell/domain/one-shot/contract';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { createFixtures } from '../../test/fixtures.ts';
import { byDay } from '../../test/nightly.ts';
import { oneShotInput, shop } from '../../test/servers/payments.ts';

const database = await testDatabase();
const { db, owner } = database;
const { app, clock, provider, order, get, payer, pay, confirm, confirmNumber, challenge } = await shop(database);
const fixtures = await createFixtures(db, clock);

/** Ordered, and ready to pay. */
async function ready(input: unknown = oneShotInput(clock)) {
  const { status, body } = await order(input);
  expect(status).toBe(201);
  const session = await pay(body.token);
  expect([session.status, session.body.error]).toEqual([201, undefined]);
  return { token: body.token, session: session.body };
}

/** The state of the order once no event is under way any more. */
async function settled(token: string): Promise<OneShotView> {
  await provider.webhooks.settled();
  return (await get(token)).body;
}

const checksOf = (token: string) =>
  owner<{ source: string; status: string; price: number; company: string; oneShot: boolean }>(
    `select c.source::text, c.status::text, c."companyTotalPrice" as price, o.name as company, o."oneShot" from checks c
     join companies o on o.id = c."companyId" join one_shot_orders s on s."checkId" = c.id where s."tokenHash" = sha256($1::text::bytea)`,
    [token],
  );

describe('ordering', () => {
  test('answers with price, state and link, and makes no check yet', async () => {
    const { status, body } = await order();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      state: 'AwaitingPayment',
      netCents: 150_00,
      vatCents: 31_50,
      totalCents: 181_50,
      currency: 'EUR',
      workerFullName: 'Jan Peeters',
      availableActions: ['pay'],
      attempt: null,
      check: null,
    });
    expect(body.token).toMatch(/^[\w-]{43}$/);
    expect(body.invoicingEmailHint).toMatch(/^s…@firma\.example$/);
    expect(await checksOf(body.token)).toEqual([]);
    expect((await get(body.token)).body).toEqual(body);
  });

  test('is one order per key, however often at once; another body under the key is refused', async () => {
    const input = oneShotInput(clock);
    const answers = await Promise.all(Array.from({ length: 25 }, () => order(input, 'the-same-key')));
    expect(new Set(answers.map(({ body }) => body.token)).size).toBe(1);
    const changed = await order({ ...input, language: 'fr' }, 'the-same-key');
    expect([changed.status, changed.body.error?.code]).toEqual([422, 'request.idempotencyMismatch']);
  });

  test('names every wrong field by its path', async () => {
    const { worker, invoicing, ...rest } = oneShotInput(clock);
    const { status, body } = await order({
      ...rest,
      worker: { ...worker, workerFirstName: '' },
      invoicing: { ...invoicing, invoicingCompanyNumber: 'BE12' },
      terms: false,
    });
    expect(status).toBe(422);
    expect(body.error?.issues.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'worker.workerFirstName: firstNameRequired',
      'invoicing.invoicingCompanyNumber: vatFormat',
      'terms: termsRequired',
    ]);
  });

  test('refuses a price, a company and an incapacity that is over', async () => {
    expect((await order({ ...oneShotInput(clock), totalCents: 1 })).body.error?.issues).toMatchObject([{ path: 'totalCents' }]);
    const { incapacity } = oneShotInput(clock);
    const over = await order(oneShotInput(clock, { incapacity: { ...incapacity, startDate: '2026-02-01', endDate: '2026-02-03' } }));
    expect(over.body.error).toMatchObject({ code: 'check.periodEnded', issues: [{ path: 'incapacity.endDate' }] });
  });

  test('wants a key', async () => {
    expect((await order(oneShotInput(clock), 'short')).body.error?.issues).toMatchObject([{ path: 'idempotencyKey' }]);
  });
});

describe('paying', () => {
  test('makes the check of it in planning, tells the payer, and lets nobody pay again', async () => {
    const input = oneShotInput(clock);
    const { token, session } = await ready(input);
    expect(session).toMatchObject({ provider: 'test', elementsUrl: `${provider.origin}/elements` });
    expect(await confirm(session, 'success')).toEqual({ status: 'succeeded', code: null });
    expect(await settled(token)).toMatchObject({
      state: 'Paid',
      availableActions: [],
      attempt: { state: 'Succeeded' },
      check: { status: 'Reception', isCancelled: false, isReviewed: false, plannedDay: null, appointmentStart: null },
      workerFullName: 'Jan Peeters',
    });
    expect(await checksOf(token)).toEqual([
      { source: 'OneShot', status: 'Reception', price: 150_00, company: input.invoicing.invoicingCompanyName, oneShot: true },
    ]);
    const open = await app.services.checks.listOpen(fixtures.actors.planner, { first: 50, filter: {} });
    expect(open.nodes.map(({ companyName }) => companyName)).toContain(input.invoicing.invoicingCompanyName);
    await app.services.outbox.drain();
    const mails = await owner(`select recipient::text, language, template, "plainText" from mails where recipient = $1`, [
      input.invoicing.invoicingEmail,
    ]);
    expect(mails).toMatchObject([
      { language: 'nl', template: 'oneShotPaid', plainText: expect.stringContaining(`/one-shot-check/${token}`) },
    ]);
    expect((await pay(token)).body.error?.code).toBe('payment.notPossible');
    // What the check has needs no second place.
    expect(await owner('select details from one_shot_orders where "tokenHash" = sha256($1::text::bytea)', [token])).toEqual([
      { details: null },
    ]);
  });

  test.each(
    byDay(3, [
      ['genericDecline', 'genericDecline'],
      ['insufficientFunds', 'insufficientFunds'],
      ['expiredCard', 'expiredCard'],
    ] as const),
  )('tells the truth about %s, and pays with another card without typing again', async (card: TestCard, decline) => {
    const { token, session } = await ready();
    expect(await confirm(session, card)).toEqual({ status: 'declined', code: decline });
    expect(await settled(token)).toMatchObject({
      state: 'AwaitingPayment',
      attempt: { state: 'Declined', decline },
      availableActions: ['payAgain'],
    });
    const again = await pay(token);
    expect(again.body.clientSecret).not.toBe(session.clientSecret);
    // The former attempt is closed: a second window with it takes no money.
    expect(await confirm(session, 'success')).toMatchObject({ status: 'declined' });
    expect(await confirm(again.body, 'success')).toMatchObject({ status: 'succeeded' });
    expect(await settled(token)).toMatchObject({ state: 'Paid' });
    expect(await checksOf(token)).toHaveLength(1);
  });

  test('by 3-D Secure: passed pays, failed does not', async () => {
    const failed = await ready();
    expect(await confirm(failed.session, 'challenge')).toMatchObject({ status: 'requires_action' });
    expect(await settled(failed.token)).toMatchObject({ attempt: { state: 'Created' }, availableActions: ['pay'] });
    expect(await challenge(failed.session, false)).toEqual({ status: 'declined', code: 'authenticationFailed' });
    expect(await settled(failed.token)).toMatchObject({ state: 'AwaitingPayment', attempt: { decline: 'authenticationFailed' } });
    const passed = await ready();
    await confirm(passed.session, 'challenge');
    expect(await challenge(passed.session, true)).toMatchObject({ status: 'succeeded' });
    expect(await settled(passed.token)).toMatchObject({ state: 'Paid' });
  });

  test('that takes too long is under way until the capture comes; nobody pays a second time meanwhile', async () => {
    const { token, session } = await ready();
    expect(await confirm(session, 'timeout')).toEqual({ status: 'processing', code: null });
    // Whether or not the provider's word has come here already.
    expect((await pay(token)).body.error?.code).toBe('payment.notPossible');
    const between = (await get(token, true)).body;
    if (between.state === 'AwaitingPayment') expect(between).toMatchObject({ attempt: { state: 'Processing' }, availableActions: [] });
    expect((await pay(token, 'of-another-window')).body.error?.code).toBe('payment.notPossible');
    await expect.poll(async () => (await get(token)).body.state).toBe('Paid');
    expect(await checksOf(token)).toHaveLength(1);
  });

  test('is asked for at the provider before it is offered again: no second one while its word is on the way', async () => {
    const { token, session } = await ready();
    // Its event would ask the provider, too.
    await provider.webhooks.settled();
    // The card was taken, and nothing has come of it here.
    const intent = provider.ledger.findBySecret(session.clientSecret);
    if (!intent) throw new Error('The provider does not know this payment.');
    intent.status = 'processing';
    expect((await get(token)).body).toMatchObject({ attempt: { state: 'Created' }, availableActions: ['pay'] });
    expect((await pay(token)).body.error?.code).toBe('payment.notPossible');
    expect((await get(token)).body).toMatchObject({ attempt: { state: 'Processing' }, availableActions: [] });
  });

  test('opens one payment for one click, however often it comes', async () => {
    const { body } = await order();
    const sessions = await Promise.all(Array.from({ length: 8 }, () => pay(body.token, 'one-click-key')));
    expect(sessions.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(sessions.map((session) => session.body.clientSecret)).size).toBe(1);
    expect(new Set((await Promise.all([pay(body.token), pay(body.token)])).map((session) => session.body.clientSecret)).size).toBe(1);
  });

  test('without an event is found out when the page asks', async () => {
    const { target } = provider.webhooks;
    provider.webhooks.target = null;
    const { token, session } = await ready();
    await confirm(session, 'success');
    expect((await get(token)).body.state).toBe('AwaitingPayment');
    expect((await get(token, true)).body.state).toBe('Paid');
    provider.webhooks.target = target;
  });

  test('with card after card ends', async () => {
    const { body } = await order();
    const codes: (string | undefined)[] = [];
    for (let attempt = 0; attempt < 9; attempt += 1) {
      const session = await pay(body.token);
      codes.push(session.body.error?.code);
      if (session.status === 201) await confirm(session.body, attempt % 2 === 0 ? 'genericDecline' : 'insufficientFunds');
      await provider.webhooks.settled();
    }
    expect(codes.slice(0, 3)).toEqual([undefined, undefined, undefined]); // a person with a few cards
    expect(codes.at(-1)).toBe('auth.tooManyAttempts');
  });
});

test('a payer is not among the companies of the planners: nobody works with its data', async () => {
  const input = oneShotInput(clock);
  const { token, session } = await ready(input);
  await confirm(session, 'success');
  expect(await settled(token)).toMatchObject({ state: 'Paid' });
  const { companies } = app.services;
  const all = await companies.list(fixtures.actors.planner, { first: 100 });
  const clients = await owner<{ id: string }>('select id from companies where not "oneShot"');
  expect(all.nodes.map(({ id }) => id).sort()).toEqual(clients.map(({ id }) => id).sort());
  expect(clients).not.toEqual([]);
  const found = await companies.list(fixtures.actors.planner, { filter: { search: input.invoicing.invoicingCompanyName } });
  expect(found.nodes).toEqual([]);
});

describe('limits', () => {
  test('stop a card that is tried on order after order', async () => {
    const codes: (string | undefined)[] = [];
    for (let count = 0; count < 6; count += 1) {
      const { token, session } = await ready();
      await confirmNumber(session, '4111111111111111');
      await settled(token);
      const again = await pay(token);
      codes.push(again.body.error?.code);
    }
    expect(codes).toEqual([undefined, undefined, undefined, undefined, 'auth.tooManyAttempts', 'auth.tooManyAttempts']);
  });

  test('stop whoever orders for one address again and again, from wherever', async () => {
    const { invoicing } = oneShotInput(clock);
    const codes: number[] = [];
    for (let count = 0; count < 7; count += 1) codes.push((await order({ ...oneShotInput(clock), invoicing })).status);
    expect(codes).toEqual([201, 201, 201, 201, 201, 201, 429]);
  });

  test('stop whoever asks for one company after the other', async () => {
    const ask = async (number: string) =>
      app.http.inject({ url: `/v1/api/one-shot-checks/companies/${number}`, headers: { 'x-forwarded-for': '10.200.0.1' } });
    const first = await ask('be 0440.966.354');
    expect([first.statusCode, first.json()]).toEqual([
      200,
      { found: { companyName: 'Bakkerij Claes', companyAddress: 'Meir 1, 2000 Antwerpen', source: 'madeUp' } },
    ]);
    expect((await ask('BE0440966355')).json()).toEqual({ found: null });
    expect((await ask('0440966354')).json().error.issues).toEqual([{ path: 'companyNumber', message: 'vatFormat' }]);
    const codes = await Promise.all(Array.from({ length: 20 }, async () => (await ask('BE0440966354')).statusCode));
    expect(codes.filter((code) => code === 429)).toHaveLength(2);
  });

  test('stop a network, a /64 of IPv6 as one', async () => {
    const from = (address: string) =>
      app.http.inject({
        method: 'POST',
        url: '/v1/api/one-shot-checks',
        headers: { 'idempotency-key': `network-${address}`, 'x-forwarded-for': address },
        payload: oneShotInput(clock),
      });
    let refused = 0;
    for (let host = 1; host <= 31; host += 1) if ((await from(`2001:db8:0:1::${host.toString(16)}`)).statusCode === 429) refused += 1;
    expect(refused).toBe(1);
    expect((await from('2001:db8:0:2::1')).statusCode).toBe(201);
  });
});

test('whoever asks the provider too often through us still sees the state of the order, without asking it', async () => {
  const { token, session } = await ready();
  const look = () =>
    app.http.inject({ url: `/v1/api/one-shot-checks/${token}?refresh=true`, headers: { 'x-forwarded-for': '198.51.100.9' } });
  for (let count = 0; count < 30; count += 1) expect((await look()).statusCode).toBe(200);
  const { target } = provider.webhooks;
  provider.webhooks.target = null;
  await confirm(session, 'success');
  const answer = await look();
  expect([answer.statusCode, answer.json().state]).toEqual([200, 'AwaitingPayment']);
  provider.webhooks.target = target;
  expect((await get(token, true)).body.state).toBe('Paid');
});

describe('the link', () => {
  test('is the only key: a wrong one is nobody’s, in the same words', async () => {
    const { body } = await order();
    const wrong = [`${body.token.slice(0, -1)}${body.token.endsWith('A') ? 'B' : 'A'}`, 'x', '0'.repeat(43), `${body.token}A`];
    const answers = await Promise.all(wrong.map((token) => get(token)));
    expect(answers.map(({ status, body: { error } }) => [status, error?.code])).toEqual(wrong.map(() => [404, 'entity.notFound']));
    expect((await pay('0'.repeat(43))).status).toBe(404);
  });

  test('is in the database as a hash alone, and in no log', async () => {
    const { body } = await order();
    const [row] = await owner<{ text: string }>(
      'select o::text as text from one_shot_orders o where "tokenHash" = sha256($1::text::bytea)',
      [body.token],
    );
    expect(row?.text).not.toContain(body.token);
    expect(JSON.stringify(app.log.lines)).not.toContain(body.token);
  });

  test('tells the form of a payer, once paid, who that is and nothing else; who asked is logged', async () => {
    const input = oneShotInput(clock);
    const { token, session } = await ready(input);
    expect(await payer(token)).toMatchObject({ status: 404, body: { error: { code: 'entity.notFound' } } });
    await confirm(session, 'success');
    await settled(token);
    const { invoicing } = input;
    expect(await payer(token)).toEqual({
      status: 200,
      body: {
        firstName: invoicing.invoicingFirstName,
        lastName: invoicing.invoicingLastName,
        email: invoicing.invoicingEmail,
        phoneNumber: invoicing.invoicingPhoneNumber,
        companyName: invoicing.invoicingCompanyName,
        companyNumber: invoicing.invoicingCompanyNumber,
        language: input.language,
      },
    });
    const read = `select a.action from access_log a join one_shot_orders o on o.id = a."subjectId"
      where a.action = 'oneShot.payer' and o."tokenHash" = sha256($1::text::bytea)`;
    expect(await owner(read, [token])).toHaveLength(1);
    expect(JSON.stringify(app.log.lines)).not.toContain(token);
  });

  test('that is wrong tells nobody who pays, and whoever tries many is stopped', async () => {
    const guess = (count: number) =>
      app.http.inject({
        url: `/v1/api/one-shot-checks/${String(count).padStart(43, 'x')}/payer`,
        headers: { 'x-forwarded-for': '198.51.100.7' },
      });
    const codes: number[] = [];
    while (codes.length < 200 && codes.at(-1) !== 429) codes.push((await guess(codes.length)).statusCode);
    expect(codes.slice(0, 3)).toEqual([404, 404, 404]);
    expect(codes.at(-1)).toBe(429);
  });

  test('shows nothing that a doctor found', async () => {
    const { token, session } = await ready();
    await confirm(session, 'success');
    const view = await settled(token);
    const allowed = ['status', 'isCancelled', 'isReviewed', 'plannedDay', 'appointmentStart'];
    expect(Object.keys(view.check ?? {}).sort()).toEqual(allowed.sort());
    expect(JSON.stringify(view)).not.toMatch(/Illness|Ring twice|occur/i);
  });
});

describe('events', () => {
  const send = (body: string, signature: string) =>
    app.http.inject({
      method: 'POST',
      url: '/v1/api/payments/events',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload: body,
    });

  test('of somebody else, changed on the way or too old are refused', async () => {
    const body = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { object: 'payment_intent', id: 'pi' } },
    });
    const sign = (time: number, secret = 'whsec_0123456789abcdef') =>
      `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
    const now = Math.floor(clock.now().getTime() / 1000);
    expect((await send(body, sign(now))).statusCode).toBe(204);
    for (const [text, signature] of [
      [body, ''],
      [body, sign(now, 'whsec_somebody_elses')],
      [body, sign(now - 301)],
      [body.replace('evt_1', 'evt_2'), sign(now)],
      ['{', sign(now)],
    ] as const) {
      const answer = await send(text, signature);
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'payment.eventRefused']);
    }
  });

  test('that come ten times count once', async () => {
    provider.webhooks.faults = { duplicates: 9, shuffleMs: 20 };
    const { token, session } = await ready();
    await confirm(session, 'success');
    expect(await settled(token)).toMatchObject({ state: 'Paid' });
    provider.webhooks.faults = {};
    expect(await checksOf(token)).toHaveLength(1);
  });
});

test('card data is nowhere on our side', async () => {
  for (const card of Object.keys(TEST_CARDS) as TestCard[]) {
    const { token, session } = await ready();
    await confirm(session, card);
    await settled(token);
  }
  const tables = await owner<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'r'`,
  );
  const rows = await Promise.all(tables.map(({ name }) => owner<{ text: string }>(`select t::text as text from ${name} t`)));
  const everything = `${rows
    .flat()
    .map(({ text }) => text)
    .join('\n')}\n${JSON.stringify(app.log.lines)}`;
  expect(everything).toContain('Bakkerij Claes');
  for (const number of Object.values(TEST_CARDS)) {
    expect(everything).not.toContain(number);
    expect(everything).not.toContain(number.replace(/(.{4})(?=.)/g, '$1 '));
  }
});

// Last: time does not run backwards.
test('paying is over after a day', async () => {
  const { body } = await order();
  clock.advance({ hours: 25 });
  expect((await get(body.token)).body.availableActions).toEqual([]);
  expect((await pay(body.token)).body.error?.code).toBe('payment.notPossible');
});
