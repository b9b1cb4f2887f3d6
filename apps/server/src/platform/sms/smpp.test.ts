import { readFileSync } from 'node:fs';
import smpp, { type PDU } from 'smpp';
import { describe, expect, test } from 'vitest';
import type { SmppLimits } from '../../config/messages.ts';
import { cleanUp } from '../../test/cleanup.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { byDay } from '../../test/nightly.ts';
import { inBothOrders } from '../../test/race.ts';
import { selfSigned } from '../../test/servers/self-signed.ts';
import { serverApp } from '../../test/servers/server-app.ts';
import { LOGIN, smscFake } from '../../test/servers/smsc.ts';
import { idVariants, plainId, readReceipt } from './smpp/receipt.ts';
import type { NewSms, SmsTemplate } from './sms.ts';

const database = await testDatabase();
const { db, owner } = database;
const { ESME_RINVDSTADR, ESME_RSYSERR, ESME_RTHROTTLED, ESME_RX_T_APPN } = smpp.errors as Record<string, number>;

const note: SmsTemplate<{ readonly text: string }> = { name: 'note', write: ({ text }) => text };
const NOON = '2026-11-24T12:00:00+01:00';
/** Nothing here waits for long: what a test is about lasts, everything else is short. */
const SHORT = { readyMs: 5_000, answerMs: 5_000, reconnectMs: 10, longestReconnectMs: 20, holdMs: 10 };

interface Options {
  readonly smsc?: Awaited<ReturnType<typeof smscFake>>;
  readonly limits?: Partial<SmppLimits>;
  readonly password?: string;
  readonly ca?: string;
}

/** The whole server with a session at an SMSC whose answers the test chooses. */
async function withSmsc({ smsc: given, limits = {}, password = LOGIN.password, ca }: Options = {}) {
  await owner('delete from outbox');
  const clock = testClock(NOON);
  const smsc = given ?? (await smscFake());
  const account = { host: '127.0.0.1', port: smsc.port, tls: ca !== undefined, ...LOGIN, password, from: 'Checkwell' };
  const sms = { gateway: 'smpp' as const, ...account, ...(ca !== undefined && { ca }), limits: { ...SHORT, ...limits } };
  const another = () => serverApp(database, { clock, config: { demo: false, sms } });
  const app = await another();
  const { outbox } = app.services;
  cleanUp(() => app.services.sms.close());
  const enqueue = async (changes: Partial<NewSms<{ text: string }>> = {}) => {
    const wanted = { companyId: null, to: '0470 12 34 56', language: 'nl', template: note, params: { text: 'Hallo' }, ...changes } as const;
    return (await db.system('test', (tx) => app.services.sms.enqueue(tx, wanted))) ?? 'none';
  };
  /** Sends what is due now, and after half a minute what waits for another attempt. */
  const later = async (seconds = 30) => {
    clock.advance({ seconds });
    await outbox.drain();
  };
  return { smsc, clock, app, outbox, enqueue, later, another };
}

/** As the product keeps the id of the first message that the SMSC took. */
const idOf = ({ taken }: Awaited<ReturnType<typeof smscFake>>) => plainId(taken[0]?.id ?? '');
const row = async (id: string) => (await owner('select * from text_messages where id = $1', [id]))[0];
const events = async (id: string) =>
  (await owner('select state, code from text_message_events where "messageId" = $1 order by at, state <> \'queued\'', [id])).map(
    ({ state, code }) => `${state}${code === '' ? '' : ` ${code}`}`,
  );

describe('a text message by SMPP', () => {
  test('is sent once, is delivered, and its text is deleted', async () => {
    const { smsc, outbox, enqueue } = await withSmsc();
    const id = await enqueue();
    await outbox.drain();
    await outbox.drain();
    expect(smsc.taken).toHaveLength(1);
    expect(smsc.taken[0]?.pdu).toMatchObject({
      source_addr: 'Checkwell',
      destination_addr: '32470123456',
      registered_delivery: 1,
      data_coding: 0,
    });
    expect(await row(id)).toMatchObject({ state: 'sent', sentAt: new Date(NOON), text: '', providerId: idOf(smsc) });
    expect(await smsc.report(0)).toBe(0);
    expect(await events(id)).toEqual(['queued', 'sent', 'delivered']);
  });

  test.each([
    ['of accents in GSM-7', `Één afspraak à Liège: € 150 [dossier] ${'é'.repeat(160)}`, 0],
    ['of characters outside GSM-7', `Rendez-vous à l’hôpital, être là à 10 h 😀 ${'ê'.repeat(80)}`, 8],
    ['of one segment in UCS-2', 'Contrôle 😀', 8],
  ])('arrives whole: %s', async (_, text, coding) => {
    const { smsc, outbox, enqueue } = await withSmsc();
    await enqueue({ params: { text } });
    await outbox.drain();
    expect(smsc.taken.map((message) => [message.text, message.pdu.data_coding])).toEqual([[text, coding]]);
  });

  test('to a wrong number fails, and is never retried automatically', async () => {
    const { smsc, outbox, enqueue, later } = await withSmsc();
    smsc.answers.push(ESME_RINVDSTADR ?? 0);
    const id = await enqueue();
    await outbox.drain();
    await later(86_400);
    expect([smsc.taken, await events(id)]).toEqual([[], ['queued', 'failed ESME_RINVDSTADR']]);
    expect(await row(id)).toMatchObject({ state: 'failed', failure: 'wrongNumber', attemptedAt: null, text: 'Hallo' });
  });

  test('that the SMSC cannot accept now is retried', async () => {
    const { smsc, outbox, enqueue, later } = await withSmsc();
    smsc.answers.push(ESME_RTHROTTLED ?? 0, ESME_RSYSERR ?? 0);
    const id = await enqueue();
    await outbox.drain();
    expect(await row(id)).toMatchObject({ state: 'queued', attemptedAt: null, error: expect.stringContaining('ESME_RTHROTTLED') });
    await later();
    await later(60);
    expect(smsc.taken).toHaveLength(1);
    expect(await row(id)).toMatchObject({ state: 'sent', failure: null, attempts: 2 });
  });

  test('waits while too many messages have no answer', async () => {
    const { smsc, outbox, enqueue } = await withSmsc({ limits: { window: 0 } });
    const id = await enqueue();
    await outbox.drain();
    expect(smsc.taken).toEqual([]);
    expect(await row(id)).toMatchObject({ state: 'queued', error: expect.stringContaining('wait for an answer') });
  });
});

describe('an SMSC that cannot be reached', () => {
  test('gets the message when it is back', async () => {
    const gone = await smscFake();
    await gone.close();
    const { outbox, enqueue, later } = await withSmsc({ smsc: gone });
    const id = await enqueue();
    await outbox.drain();
    expect(await row(id)).toMatchObject({ state: 'queued', attemptedAt: null, error: expect.stringContaining('ECONNREFUSED') });
    const back = await smscFake({ port: gone.port });
    await expect.poll(back.sessions).toBe(1);
    await later();
    expect(back.taken).toHaveLength(1);
    expect(await row(id)).toMatchObject({ state: 'sent' });
  });

  test('that refuses or does not answer the login does not get the message', async () => {
    for (const silent of [false, true]) {
      const smsc = await smscFake();
      smsc.state.answersLogins = !silent;
      const { outbox, enqueue } = await withSmsc({
        smsc,
        password: silent ? LOGIN.password : 'wrong',
        limits: silent ? { readyMs: 50 } : {},
      });
      const id = await enqueue();
      await outbox.drain();
      expect(smsc.taken).toEqual([]);
      expect(await row(id)).toMatchObject({
        state: 'queued',
        attemptedAt: null,
        error: expect.stringMatching(/ESME_RINVPASWD|no answer|no session/),
      });
    }
  });

  test('that stops answering is disconnected, and connected again', async () => {
    const { smsc, app, outbox, enqueue } = await withSmsc({ limits: { enquireMs: 20, readyMs: 200 } });
    smsc.state.answersEnquiries = false;
    app.services.sms.start();
    await expect.poll(() => smsc.heard.filter((command) => command === 'bind_transceiver').length).toBeGreaterThan(1);
    smsc.state.answersEnquiries = true;
    await expect.poll(smsc.sessions).toBe(1);
    const id = await enqueue();
    await expect
      .poll(async () => {
        await outbox.drain();
        return (await row(id))?.state;
      })
      .toBe('sent');
  });

  test('that closes the connection is connected again, without a message', async () => {
    const { smsc, app } = await withSmsc();
    app.services.sms.start();
    await expect.poll(smsc.sessions).toBe(1);
    smsc.cut();
    await expect.poll(() => smsc.heard).toEqual(['bind_transceiver', 'bind_transceiver']);
  });
});

describe('a message whose answer is lost', () => {
  test.each(byDay(3, ['takeAndCut', 'refuseAndCut', 'silent'] as const))(
    'is never sent again (%s), and counts as failed',
    async (answer) => {
      const { smsc, app, outbox, enqueue, later } = await withSmsc({ limits: answer === 'silent' ? { answerMs: 100 } : {} });
      smsc.answers.push(answer);
      const id = await enqueue();
      await outbox.drain();
      await later();
      await later(86_400);
      expect(smsc.taken).toHaveLength(answer === 'refuseAndCut' ? 0 : 1);
      expect(smsc.heard.filter((command) => command === 'bind_transceiver').length).toBeGreaterThan(0);
      expect(await row(id)).toMatchObject({ state: 'failed', failure: 'notKnown', sentAt: null, text: '' });
      expect(await db.system('test', async (tx) => (await app.services.sms.lockFailed(tx, id))?.sendAgain)).toBe('Gone');
    },
  );

  test('as its process was killed, is not sent by another', async () => {
    const { smsc, outbox, enqueue } = await withSmsc();
    const id = await enqueue();
    await owner('update text_messages set "attemptedAt" = now() where id = $1', [id]);
    await outbox.drain();
    expect([smsc.taken, await row(id)]).toMatchObject([[], { state: 'failed', failure: 'notKnown' }]);
  });

  test('is delivered after all where the SMSC gives our reference back', async () => {
    const { smsc, outbox, enqueue, later, app } = await withSmsc();
    smsc.answers.push('takeAndCut');
    const id = await enqueue();
    await outbox.drain();
    app.services.sms.start();
    await expect.poll(smsc.sessions).toBe(1);
    expect(await smsc.report(0)).toBe(0);
    await later();
    expect(await row(id)).toMatchObject({ state: 'failed', failure: 'notKnown' });
    expect(await smsc.report(0, { echo: true })).toBe(0);
    expect(await row(id)).toMatchObject({ state: 'delivered', failure: null, failedAt: null, providerId: idOf(smsc) });
    expect(await events(id)).toEqual(['queued', 'failed', 'delivered']);
  });
});

describe('receipts', () => {
  test('that are duplicate, late or unordered change nothing, and the first final state counts', async () => {
    const { smsc, clock, outbox, enqueue } = await withSmsc();
    const [arrived, lost] = [await enqueue(), await enqueue({ params: { text: 'Dag' } })];
    await outbox.drain();
    for (const [position, stat] of [
      [0, 'DELIVRD'],
      [0, 'DELIVRD'],
      [0, 'ENROUTE'],
      [0, 'UNDELIV'],
      [1, 'EXPIRED'],
      [1, 'DELIVRD'],
    ] as const) {
      clock.advance({ seconds: 1 });
      expect(await smsc.report(position, { stat, err: '042' })).toBe(0);
    }
    expect([await events(arrived), await events(lost)]).toEqual([
      ['queued', 'sent', 'delivered'],
      ['queued', 'sent', 'failed EXPIRED 042'],
    ]);
    expect(await row(lost)).toMatchObject({ failure: 'unreachable', error: 'SMSC EXPIRED 042' });
  });

  test.each([
    ['in decimal', (id: string) => ({ id: String(Number.parseInt(id, 16)) })],
    ['in small letters, without zeros', (id: string) => ({ id: plainId(id) })],
    ['in a TLV parameter', () => ({ tagged: true })],
    ['in a message of another kind (data_sm)', () => ({ asData: true })],
  ])('are known by the id %s', async (_, fields) => {
    const { smsc, outbox, enqueue } = await withSmsc();
    const id = await enqueue();
    await outbox.drain();
    await smsc.report(0, fields(smsc.taken[0]?.id ?? ''));
    expect(await row(id)).toMatchObject({ state: 'delivered' });
  });

  test('of a message whose end the SMSC does not know say so, until somebody does', async () => {
    const { smsc, clock, outbox, enqueue } = await withSmsc();
    const id = await enqueue();
    await outbox.drain();
    await smsc.report(0, { stat: 'UNKNOWN' });
    await smsc.report(0, { stat: 'UNKNOWN' });
    expect(await row(id)).toMatchObject({ state: 'failed', failure: 'notKnown' });
    clock.advance({ seconds: 1 });
    await smsc.report(0);
    expect(await events(id)).toEqual(['queued', 'sent', 'failed UNKNOWN 000', 'delivered']);
  });

  test('may be received by another process than the one that sent', async () => {
    const { smsc, app, outbox, enqueue, another } = await withSmsc();
    const id = await enqueue();
    await outbox.drain();
    const other = await another();
    cleanUp(() => other.services.sms.close());
    await app.services.sms.close();
    other.services.sms.start();
    await expect.poll(smsc.sessions).toBe(1);
    expect(await smsc.report(0)).toBe(0);
    expect(await row(id)).toMatchObject({ state: 'delivered' });
  });

  test('that arrive before the answer wait for it', async () => {
    const { smsc, outbox, enqueue, later } = await withSmsc();
    smsc.answers.push('hold');
    const id = await enqueue();
    const sending = outbox.drain();
    await expect.poll(() => smsc.held).toHaveLength(1);
    expect(await smsc.report(0)).toBe(0);
    expect(await row(id)).toMatchObject({ state: 'queued' });
    smsc.held[0]?.();
    await sending;
    expect(await row(id)).toMatchObject({ state: 'sent' });
    await later(10);
    expect(await row(id)).toMatchObject({ state: 'delivered' });
  });

  test('about unknown messages are accepted, and dropped after some time', async () => {
    const { smsc, outbox, enqueue, later } = await withSmsc();
    const id = await enqueue();
    await outbox.drain();
    expect(await smsc.report(0, { id: 'of another' })).toBe(0);
    for (const seconds of [10, 60, 600]) await later(seconds);
    expect([await owner('select from outbox'), (await row(id))?.state]).toEqual([[], 'sent']);
  });

  test('that cannot be stored are sent again by the SMSC', async () => {
    const { smsc, outbox, enqueue } = await withSmsc();
    const id = await enqueue();
    await outbox.drain();
    await owner("alter table text_message_events add constraint broken check (state <> 'delivered') not valid");
    expect(await smsc.report(0)).toBe(ESME_RX_T_APPN);
    await owner('alter table text_message_events drop constraint broken');
    expect(await smsc.report(0)).toBe(0);
    expect(await row(id)).toMatchObject({ state: 'delivered' });
  });

  test('may end with a zero byte, which the database could not store', () => {
    const text = Buffer.from('id:abc1 stat:UNDELIV err:012\0', 'latin1');
    const pdu = { command: 'deliver_sm', esm_class: 4, source_addr: '32470123456', short_message: text } as Partial<PDU> as PDU;
    expect(readReceipt(pdu)).toMatchObject({ state: 'failed', code: 'UNDELIV 012' });
  });

  /** A message whose answer the SMSC holds back. */
  async function whileHeld() {
    const parts = await withSmsc();
    parts.smsc.answers.push('hold');
    const id = await parts.enqueue();
    const sending = parts.outbox.drain();
    await expect.poll(() => parts.smsc.held).toHaveLength(1);
    return { ...parts, id, sending };
  }

  inBothOrders('a receipt and the answer at the same moment', database, async (race) => {
    const { smsc, id, sending, later } = await whileHeld();
    await race(
      { sql: 'select from text_messages where id = $1 for update', values: [id] },
      () => smsc.report(0, { echo: true }),
      () => {
        smsc.held[0]?.();
        return sending;
      },
    );
    await later(10);
    expect(smsc.taken).toHaveLength(1);
    expect(await row(id)).toMatchObject({ state: 'delivered', providerId: idOf(smsc) });
  });

  inBothOrders('the answer and a receipt that only seems to be about its message', database, async (race, first) => {
    const { smsc, id, sending } = await whileHeld();
    await race(
      { sql: 'select from text_messages where id = $1 for update', values: [id] },
      () => {
        smsc.held[0]?.();
        return sending;
      },
      () => smsc.report(0, { id: 'other', echo: true }),
    );
    expect(await row(id)).toMatchObject(
      first === 'a' ? { state: 'sent', providerId: idOf(smsc) } : { state: 'delivered', providerId: 'other' },
    );
  });

  test.each([
    ['00ABC1', ['abc1', String(0xabc1)]],
    ['43969', ['43969', 'abc1', String(0x43969)]],
    ['5f2a-uuid', ['5f2a-uuid']],
  ])('%s can be %s', (id, variants) => {
    expect(idVariants(id)).toEqual(variants);
  });
});

describe('the end of a process', () => {
  test('waits for the answer, then leaves the SMSC', async () => {
    const { smsc, app, outbox, enqueue } = await withSmsc();
    smsc.answers.push('hold');
    const id = await enqueue();
    const sending = outbox.drain();
    await expect.poll(() => smsc.held).toHaveLength(1);
    const closing = app.services.sms.close();
    expect(smsc.heard).not.toContain('unbind');
    smsc.held[0]?.();
    await Promise.all([sending, closing]);
    expect(smsc.heard).toContain('unbind');
    expect(await row(id)).toMatchObject({ state: 'sent' });
  });

  test('leaves a message that waits for a session to another process', async () => {
    const smsc = await smscFake();
    smsc.state.answersLogins = false;
    const { app, outbox, enqueue } = await withSmsc({ smsc });
    const id = await enqueue();
    const sending = outbox.drain();
    await expect.poll(() => smsc.heard).toContain('bind_transceiver');
    await app.services.sms.close();
    await sending;
    expect(await row(id)).toMatchObject({ state: 'queued', attemptedAt: null });
  });
});

test('metrics show whether the process is logged in at the SMSC, and how attempts ended', async () => {
  const { smsc, app, outbox, enqueue } = await withSmsc();
  const figures = async () =>
    Object.fromEntries(
      [...(await app.http.inject({ url: '/metrics' })).body.matchAll(/^checkwell_smpp_(\S+) (\S+)$/gm)].map(([, name, value]) => [
        name,
        Number(value),
      ]),
    );
  expect(await figures()).toEqual({ session_bound: Number.NaN });
  smsc.answers.push('take', ESME_RINVDSTADR ?? 0, ESME_RTHROTTLED ?? 0, 'takeAndCut');
  const outcomes = ['taken', 'refused', 'throttled', 'unanswered'];
  for (const _ of outcomes) {
    await enqueue();
    await outbox.drain();
  }
  await expect.poll(async () => (await figures()).session_bound).toBe(1);
  await app.services.sms.close();
  await enqueue();
  await outbox.drain();
  expect(await figures()).toEqual({
    session_bound: 0,
    ...Object.fromEntries([...outcomes, 'notSent'].map((outcome) => [`submits_total{outcome="${outcome}"}`, 1])),
  });
});

describe('TLS', () => {
  const own = selfSigned('127.0.0.1');
  const tls = { key: readFileSync(own.key, 'utf8'), cert: readFileSync(own.certificate, 'utf8') };

  test('carries messages to an SMSC with a trusted certificate, and to no other', async () => {
    const trusted = await withSmsc({ smsc: await smscFake({ tls }), ca: tls.cert });
    const id = await trusted.enqueue();
    await trusted.outbox.drain();
    expect(await row(id)).toMatchObject({ state: 'sent' });
    const unknown = await withSmsc({ smsc: await smscFake({ tls }), ca: '' });
    const other = await unknown.enqueue();
    await unknown.outbox.drain();
    expect([unknown.smsc.taken, await row(other)]).toMatchObject([[], { state: 'queued', error: expect.stringContaining('certificate') }]);
  });
});
