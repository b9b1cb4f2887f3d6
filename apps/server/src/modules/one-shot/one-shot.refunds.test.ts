import { addDays, instantAt } from '@checkwell/domain/clock';
import { describe, expect, test } from 'vitest';
import { codeOf, resultOf } from '../../test/checks.ts';
import { testDatabase } from '../../test/database.ts';
import { oneShotInput, shop } from '../../test/payments.ts';
import { createWorld, insertCheck } from '../../test/world.ts';

const database = await testDatabase();
const { db, owner } = database;
const { app, clock, provider, order, get, pay, confirm } = await shop(database, { events: false });
const world = await createWorld(db, clock);
const { actors, doctors } = world;
const { oneShot, checks, outbox } = app.services;

/** Ordered and paid; where the check of it stands. */
async function paid() {
  const input = oneShotInput(clock);
  const { body } = await order(input);
  const session = (await pay(body.token)).body;
  await confirm(session, 'success');
  expect((await get(body.token, true)).body.state).toBe('Paid');
  const [place] = await owner<{ companyId: string; checkId: string; id: string }>(
    'select id, "companyId", "checkId" from one_shot_orders where "tokenHash" = sha256($1::text::bytea)',
    [body.token],
  );
  if (!place) throw new Error('There is no order.');
  const intent = provider.ledger.findBySecret(session.clientSecret);
  const email = input.invoicing.invoicingEmail;
  return { token: body.token, place, orderId: place.id, email, givenBack: () => intent?.latest_charge?.amount_refunded ?? 0 };
}

async function planned(checkId: string) {
  const { version } = await checks.startPlanning(actors.planner, checkId, 1);
  const appointmentStart = instantAt(addDays(clock.today(), 1), '10:00');
  return checks.schedule(actors.planner, checkId, version, { doctorId: doctors.brussels, appointmentStart, appointmentMinutes: 20 });
}

/** Examined, and reported. */
async function finished(checkId: string): Promise<void> {
  const { version } = await planned(checkId);
  clock.set(instantAt(addDays(clock.today(), 1), '13:00').toISOString());
  await checks.recordResult(actors.doctor, checkId, version, resultOf(clock));
  await outbox.drain();
}

const refundMails = (email: string) =>
  owner<{ plainText: string }>(
    `select "plainText" from mails where template = 'oneShotRefunded' and recipient = $1 order by "createdAt", id`,
    [email],
  );

describe('a planner gives a payment back', () => {
  test('as a whole and once, with a reason that the payer reads: on the card, the credit note, by mail, behind the link', async () => {
    const { token, place, orderId, email, givenBack } = await paid();
    await finished(place.checkId);
    expect(await oneShot.payment(actors.planner, place)).toMatchObject({
      state: 'Paid',
      totalCents: 181_50,
      refundedCents: 0,
      refundableCents: 181_50,
      creditNoteNumbers: [],
    });
    const answers = await Promise.all(
      ['The doctor came too late', 'The doctor came late'].map((reason) => codeOf(oneShot.refund(actors.planner, place, { reason }))),
    );
    expect(answers.sort()).toEqual(['no error', 'payment.notRefundable']);
    expect(await oneShot.payment(actors.planner, place)).toMatchObject({ pendingCents: 181_50, refundableCents: 0 });
    await outbox.drain();
    await outbox.drain();

    expect(givenBack()).toBe(181_50);
    const { refundReason, ...after } = await oneShot.payment(actors.planner, place);
    expect(refundReason).toMatch(/^The doctor came (too )?late$/);
    expect(after).toMatchObject({ state: 'Refunded', refundedCents: 181_50, pendingCents: 0, refundableCents: 0 });
    const view = (await get(token)).body;
    expect(view).toMatchObject({ state: 'Refunded', refundedCents: 181_50, creditNoteNumbers: after.creditNoteNumbers });
    expect(after.creditNoteNumbers).toHaveLength(1);
    const mails = await refundMails(email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.plainText).toContain(refundReason);
    expect(mails[0]?.plainText).toContain(`/one-shot-check/${token}`);
    const ubl = await app.http.inject({ url: `/v1/api/one-shot-checks/${token}/invoice?kind=CreditNote&format=ubl` });
    expect(ubl.body).toContain(`<cbc:Note>${refundReason}</cbc:Note>`);
    expect(ubl.body).toContain('<cbc:TaxInclusiveAmount currencyID="EUR">181.50</cbc:TaxInclusiveAmount>');
    // Who did it, and why, is written down once.
    expect(
      await owner(`select "actorRole", "profileId", reason from access_log where action = 'payment.refund' and "subjectId" = $1`, [
        orderId,
      ]),
    ).toEqual([{ actorRole: 'planner', profileId: 'profileId' in actors.planner ? actors.planner.profileId : '', reason: refundReason }]);
    // The check stays what it was: it took place.
    expect(await checks.get(actors.planner, place.checkId)).toMatchObject({ status: 'Archived', checkOccurence: 'Yes' });
  });

  test('beyond what went back by itself: the rest, with a credit note of its own', async () => {
    const { token, place, givenBack } = await paid();
    const { version } = await planned(place.checkId);
    await checks.cancel(actors.planner, place.checkId, version, { reason: 'Withdrawn by telephone' });
    await outbox.drain();
    const before = await oneShot.payment(actors.planner, place);
    expect(before.refundedCents).toBe(givenBack());
    expect(before.refundedCents).toBeGreaterThan(0);
    expect(before.refundableCents).toBe(181_50 - before.refundedCents);
    await oneShot.refund(actors.planner, place, { reason: 'Goodwill' });
    await outbox.drain();
    expect(givenBack()).toBe(181_50);
    const { state, creditNoteNumbers } = (await get(token)).body;
    expect(state).toBe('Refunded');
    const files = await Promise.all(
      creditNoteNumbers.map((number) =>
        app.http.inject({ url: `/v1/api/one-shot-checks/${token}/invoice?kind=CreditNote&format=ubl&number=${number}` }),
      ),
    );
    const totals = files.map(({ body }) => Number(/<cbc:TaxInclusiveAmount currencyID="EUR">([\d.]+)</.exec(body)?.[1]));
    // To the cent what went back, though 21 % of the rest would be half a cent more.
    expect(totals).toEqual([before.refundedCents / 100, (181_50 - before.refundedCents) / 100]);
    expect(
      (await app.http.inject({ url: `/v1/api/one-shot-checks/${token}/invoice?kind=CreditNote&number=C2026-999999` })).statusCode,
    ).toBe(404);
  });

  test('not while the check is open: what ends it decides first', async () => {
    const { place, givenBack } = await paid();
    expect((await oneShot.payment(actors.planner, place)).refundableCents).toBe(0);
    expect(await codeOf(oneShot.refund(actors.planner, place, { reason: 'No' }))).toBe('payment.notRefundable');
    await outbox.drain();
    expect(givenBack()).toBe(0);
  });

  test('never without a reason', async () => {
    const { place, givenBack } = await paid();
    await finished(place.checkId);
    expect(await codeOf(oneShot.refund(actors.planner, place, { reason: ' ' }))).toBe('request.invalid');
    expect(givenBack()).toBe(0);
  });

  test('that is told late by the provider, by an event alone, ends in the same state', async () => {
    const { token, place } = await paid();
    await finished(place.checkId);
    await oneShot.refund(actors.planner, place, { reason: 'Paid twice elsewhere' });
    // The process ends between the provider's refund and our note of it; the same refund is asked again.
    const [effect] = await owner<{ id: string }>(`select id from outbox where topic = 'oneShotRefund'`);
    expect(effect).toBeDefined();
    const [attempt] = await owner<{ providerId: string; id: string }>(
      'select a.id, "providerId" from one_shot_attempts a join one_shot_orders o on o."paidAttemptId" = a.id where o.id = $1',
      [place.id],
    );
    const intent = provider.ledger.find(attempt?.providerId ?? '');
    if (!intent) throw new Error('The payment is not there.');
    provider.ledger.refund(intent, 181_50, `${attempt?.id}-18150`);
    await outbox.drain();
    expect(intent.latest_charge?.amount_refunded).toBe(181_50);
    expect((await get(token)).body).toMatchObject({ state: 'Refunded', refundedCents: 181_50 });
    expect((await get(token)).body.creditNoteNumbers).toHaveLength(1);
  });
});

describe('who may what', () => {
  test('the provider’s planners alone see and give back payments; a check that was not paid by card has none', async () => {
    const { place } = await paid();
    await finished(place.checkId);
    for (const actor of [actors.adminA, actors.basicA, actors.adminB, actors.doctor, { kind: 'anonymous' } as const]) {
      const codes = [await codeOf(oneShot.payment(actor, place)), await codeOf(oneShot.refund(actor, place, { reason: 'Mine' }))];
      for (const code of codes) expect(code).toMatch(/^(access\.forbidden|access\.unauthenticated|entity\.notFound)$/);
    }
    const { id, companyId } = await insertCheck(db, world, clock, { companyId: world.a.id, status: 'Archived' });
    expect(await codeOf(oneShot.payment(actors.planner, { companyId: companyId ?? world.a.id, checkId: id }))).toBe('entity.notFound');
    expect(await codeOf(oneShot.refund(actors.planner, { companyId: world.a.id, checkId: id }, { reason: 'No' }))).toBe('entity.notFound');
  });
});
