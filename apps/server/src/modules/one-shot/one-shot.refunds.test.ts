import { addDays, instantAt } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { describe, expect, test } from 'vitest';
import { codeOf } from '../../test/checks.ts';
import { testDatabase } from '../../test/database.ts';
import { insertCheck } from '../../test/fixtures.ts';
import { takeLoggedErrors } from '../../test/logged-errors.ts';
import { oneShotScenario, type PaidCheck } from '../../test/one-shot.ts';

const database = await testDatabase();
const { db, owner } = database;
const scenario = await oneShotScenario(database);
const {
  app,
  clock,
  provider,
  get,
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
} = scenario;

const refundMails = (email: string) =>
  owner<{ plainText: string }>(
    `select "plainText" from mails where template = 'oneShotRefunded' and recipient = $1 order by "createdAt", id`,
    [email],
  );

describe('a planner gives a payment back', () => {
  test('as a whole and once, with a reason that the payer reads: on the card, the credit note, by mail, behind the link', async () => {
    const { token, key, orderId, email, givenBack } = await paid();
    await finished(key.checkId);
    expect(await oneShot.payment(actors.planner, key)).toMatchObject({
      state: 'Paid',
      totalCents: 181_50,
      refundedCents: 0,
      refundableCents: 181_50,
      creditNoteNumbers: [],
    });
    const answers = await Promise.all(
      ['The doctor came too late', 'The doctor came late'].map((reason) => codeOf(oneShot.refund(actors.planner, key, { reason }))),
    );
    expect(answers.sort()).toEqual(['no error', 'payment.notRefundable']);
    expect(await oneShot.payment(actors.planner, key)).toMatchObject({ pendingCents: 181_50, refundableCents: 0 });
    await outbox.drain();
    await outbox.drain();

    expect(givenBack()).toBe(181_50);
    const { refundReason, ...after } = await oneShot.payment(actors.planner, key);
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
    expect(ubl.body).toContain(`<cbc:Note>${refundReason}\n`);
    expect(ubl.body).toContain('<cbc:TaxInclusiveAmount currencyID="EUR">181.50</cbc:TaxInclusiveAmount>');
    // Who did it, and why, is logged once.
    expect(
      await owner(`select "actorRole", "profileId", reason from access_log where action = 'payment.refund' and "subjectId" = $1`, [
        orderId,
      ]),
    ).toEqual([{ actorRole: 'planner', profileId: 'profileId' in actors.planner ? actors.planner.profileId : '', reason: refundReason }]);
    // The check stays what it was: it took place.
    expect(await checks.get(actors.planner, key.checkId)).toMatchObject({ status: 'Archived', checkOccurence: 'Yes' });
  });

  test('beyond what went back by itself: the rest, with a credit note of its own', async () => {
    const { token, key, givenBack } = await paid();
    const { version } = await planned(key.checkId);
    await checks.cancel(actors.planner, key.checkId, version, { reason: 'Withdrawn by telephone' });
    await outbox.drain();
    const before = await oneShot.payment(actors.planner, key);
    expect(before.refundedCents).toBe(givenBack());
    expect(before.refundedCents).toBeGreaterThan(0);
    expect(before.refundableCents).toBe(181_50 - before.refundedCents);
    await oneShot.refund(actors.planner, key, { reason: 'Goodwill' });
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
    const { key, givenBack } = await paid();
    expect((await oneShot.payment(actors.planner, key)).refundableCents).toBe(0);
    expect(await codeOf(oneShot.refund(actors.planner, key, { reason: 'No' }))).toBe('payment.notRefundable');
    await outbox.drain();
    expect(givenBack()).toBe(0);
  });

  test('never without a reason', async () => {
    const { key, givenBack } = await paid();
    await finished(key.checkId);
    expect(await codeOf(oneShot.refund(actors.planner, key, { reason: ' ' }))).toBe('request.invalid');
    expect(givenBack()).toBe(0);
  });

  test('that is told late by the provider, by an event alone, ends in the same state', async () => {
    const check = await wanted();
    // The process ended between the provider's refund and our note of it.
    provider.ledger.refund(check.intent, 181_50, 'asked for by a process that ended');
    await deliverEvent(check.intent);
    expect(await oneShot.payment(actors.planner, check.key)).toMatchObject(DONE);
    // The effect finds nothing left to do.
    await outbox.drain();
    await expectBackOnce(check);
    expect((await get(check.token)).body).toMatchObject({ state: 'Refunded', refundedCents: 181_50 });
  });
});

/** Asked for by a planner; the check has ended. */
async function wanted(): Promise<PaidCheck> {
  const check = await paid();
  await finished(check.key.checkId);
  await oneShot.refund(actors.planner, check.key, { reason: 'Goodwill' });
  return check;
}

const STUCK = { state: 'Paid', refundedCents: 0, pendingCents: 181_50, refundableCents: 0, retryable: true, creditNoteNumbers: [] };
const DONE = { state: 'Refunded', refundedCents: 181_50, pendingCents: 0, refundProblem: null, retryable: false };

async function expectBackOnce(check: PaidCheck, notes: readonly number[] = [181_50]): Promise<void> {
  expect(check.givenBack()).toBe(181_50);
  expect(await creditNotes(check)).toEqual(notes);
  expect(await refundMails(check.email)).toHaveLength(notes.length);
  expect(await oneShot.payment(actors.planner, check.key)).toMatchObject(DONE);
}

/** While `work` runs, the provider refuses every refund. */
async function refusing(work: () => Promise<void>): Promise<void> {
  const { refund } = provider.ledger;
  provider.ledger.refund = () => false;
  try {
    await work();
  } finally {
    provider.ledger.refund = refund;
  }
}

describe('a refund that does not go through', () => {
  test('because the provider refuses it is not said to be done, and is tried again by itself', async () => {
    const check = await wanted();
    await refusing(async () => void (await outbox.drain()));
    expect(await oneShot.payment(actors.planner, check.key)).toMatchObject({ ...STUCK, refundProblem: 'Refused' });
    expect((await get(check.token)).body).toMatchObject({ state: 'Paid', refundedCents: 0, creditNoteNumbers: [] });
    expect(await refundMails(check.email)).toEqual([]);
    clock.advance({ seconds: 30 });
    await outbox.drain();
    await expectBackOnce(check);
  });

  test('because the provider does not answer is tried again at once when a planner asks', async () => {
    const check = await wanted();
    const cutOff = process(() => ({ refund: () => Promise.reject(new AppError('payment.unavailable')) }));
    await cutOff.outbox.drain();
    expect(await oneShot.payment(actors.planner, check.key)).toMatchObject({ ...STUCK, refundProblem: 'Unanswered' });
    expect(await oneShot.retryRefund(actors.planner, check.key)).toMatchObject({
      pendingCents: 181_50,
      refundProblem: null,
      retryable: false,
    });
    expect(await codeOf(oneShot.retryRefund(actors.planner, check.key))).toBe('payment.notRefundable');
    await outbox.drain();
    await expectBackOnce(check);
    expect(await codeOf(oneShot.retryRefund(actors.planner, check.key))).toBe('payment.notRefundable');
  });

  test('because the provider takes the order and gives nothing back is not believed', async () => {
    const check = await wanted();
    const empty = process((payments) => ({
      refund: async ({ providerId }) => ({ snapshot: (await payments.find(providerId)) as never, refusal: null }),
    }));
    await empty.outbox.drain();
    expect(await oneShot.payment(actors.planner, check.key)).toMatchObject({ ...STUCK, refundProblem: 'Unanswered' });
    await oneShot.retryRefund(actors.planner, check.key);
    await outbox.drain();
    await expectBackOnce(check);
  });

  test('for a day is given up, and taken up again a day later', async () => {
    const check = await wanted();
    await refusing(async () => {
      for (let attempt = 0; attempt < 40; attempt += 1) {
        await outbox.drain();
        clock.advance({ hours: 1 });
      }
    });
    expect(takeLoggedErrors().join()).toContain('given up after 30 attempts');
    expect(await oneShot.payment(actors.planner, check.key)).toMatchObject({ ...STUCK, refundProblem: 'Refused' });
    expect(await oneShot.resumeRefunds()).toBe(0);
    clock.advance({ hours: 24 });
    expect(await oneShot.resumeRefunds()).toBe(1);
    await outbox.drain();
    await expectBackOnce(check);
  });

  test('as its process ends before the answer is noted counts once, after whoever takes over has seen the provider’s sum', async () => {
    const check = await wanted();
    const asked = Promise.withResolvers<void>();
    const dying = process((payments) => ({
      async refund(refund) {
        await payments.refund(refund);
        asked.resolve();
        return new Promise(() => undefined);
      },
    }));
    void dying.outbox.drain().catch(() => undefined); // its call ends at its limit, when this database is gone
    await asked.promise;
    expect(await oneShot.payment(actors.planner, check.key)).toMatchObject({ pendingCents: 181_50, refundedCents: 0 });
    // A minute later its claim has run out; and after a day the provider has forgotten the key.
    await owner(`update outbox set "claimedUntil" = now() - interval '1 second' where topic = 'oneShotRefund'`);
    await outbox.drain();
    await expectBackOnce(check);
  });

  test('as a part was given back at the provider’s own screen is followed by the rest', async () => {
    const check = await wanted();
    provider.ledger.refund(check.intent, 50_00, 'at the screen of the provider');
    await outbox.drain();
    await outbox.drain();
    await expectBackOnce(check, [50_00, 131_50]);
  });

  test('as what is due was given back at the provider’s own screen does not go back twice', async () => {
    const check = await paid();
    const { version } = await planned(check.key.checkId);
    // Less than four hours before the appointment: half of it goes back, so that the provider would give as much again.
    clock.set(instantAt(addDays(clock.today(), 1), '08:00').toISOString());
    await checks.cancel(actors.planner, check.key.checkId, version, { reason: 'Withdrawn by telephone' });
    let dueCents = 0;
    const watched = process((payments) => ({
      async find(providerId) {
        if (dueCents === 0) {
          ({ pendingCents: dueCents } = await oneShot.payment(actors.planner, check.key));
          provider.ledger.refund(check.intent, dueCents, 'at the screen of the provider, as the same was reserved here');
        }
        return payments.find(providerId);
      },
    }));
    await watched.outbox.drain();
    await outbox.drain();
    expect(dueCents).toBe(90_75);
    expect(check.givenBack()).toBe(dueCents);
    expect(await creditNotes(check)).toEqual([dueCents]);
    expect(await oneShot.payment(actors.planner, check.key)).toMatchObject({ refundedCents: dueCents, pendingCents: 0 });
  });

  test('to the end, as the bank sends the money back, is told to planners and loudly to those who run the product', async () => {
    const check = await wanted();
    await outbox.drain();
    await expectBackOnce(check);
    const charge = check.intent.latest_charge;
    if (!charge) throw new Error('There is no charge.');
    charge.amount_refunded = 0;
    await deliverEvent(check.intent, 'refund.failed');
    await deliverEvent(check.intent, 'refund.updated');
    expect(takeLoggedErrors()).toEqual([expect.stringContaining('18150 cents that had been given back were sent back by the bank')]);
    expect(await oneShot.payment(actors.planner, check.key)).toMatchObject({
      refundedCents: 181_50,
      reversedCents: 181_50,
      refundProblem: 'Reversed',
    });
    expect(await creditNotes(check)).toEqual([181_50]);
    charge.amount_refunded = 181_50;
    await deliverEvent(check.intent);
    await expectBackOnce(check);
    expect(await oneShot.payment(actors.planner, check.key)).toMatchObject({ reversedCents: 0 });
  });

  test('that an old answer does not know of is not undone by it', async () => {
    const check = await wanted();
    const old = process((payments) => ({
      async find(providerId) {
        const snapshot = await payments.find(providerId);
        await outbox.drain(); // gives it back, after the answer was made
        return snapshot;
      },
    }));
    await deliverEvent(check.intent, 'charge.refunded', old.oneShot);
    await expectBackOnce(check);
  });
});

describe('who may what', () => {
  test('a planner whose account was closed a moment ago gives nothing back', async () => {
    const check = await paid();
    await finished(check.key.checkId);
    const stand = (disabledAt: string) =>
      owner(`update profiles set "disabledAt" = ${disabledAt} where id = $1`, [
        'profileId' in actors.planner ? actors.planner.profileId : '',
      ]);
    await stand('now()');
    expect(await codeOf(oneShot.refund(actors.planner, check.key, { reason: 'Goodwill' }))).toBe('access.forbidden');
    await stand('null');
    await oneShot.refund(actors.planner, check.key, { reason: 'Goodwill' });
    await refusing(async () => void (await outbox.drain()));
    await stand('now()');
    expect(await codeOf(oneShot.retryRefund(actors.planner, check.key))).toBe('access.forbidden');
    expect(await oneShot.payment(actors.planner, check.key)).toMatchObject({ ...STUCK, refundProblem: 'Refused' });
    await stand('null');
  });

  test('the provider’s planners alone see and give back payments; a check that was not paid by card has none', async () => {
    const { key } = await paid();
    await finished(key.checkId);
    for (const actor of [actors.adminA, actors.basicA, actors.adminB, actors.doctor, { kind: 'anonymous' } as const]) {
      const codes = [
        await codeOf(oneShot.payment(actor, key)),
        await codeOf(oneShot.refund(actor, key, { reason: 'Mine' })),
        await codeOf(oneShot.retryRefund(actor, key)),
      ];
      for (const code of codes) expect(code).toMatch(/^(access\.forbidden|access\.unauthenticated|entity\.notFound)$/);
    }
    const { id, companyId } = await insertCheck(db, fixtures, clock, { companyId: fixtures.a.id, status: 'Archived' });
    expect(await codeOf(oneShot.payment(actors.planner, { companyId: companyId ?? fixtures.a.id, checkId: id }))).toBe('entity.notFound');
    expect(await codeOf(oneShot.refund(actors.planner, { companyId: fixtures.a.id, checkId: id }, { reason: 'No' }))).toBe(
      'entity.notFound',
    );
    expect(await codeOf(oneShot.retryRefund(actors.planner, { companyId: fixtures.a.id, checkId: id }))).toBe('entity.notFound');
  });
});
