import { expect, test } from 'vitest';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { takeLoggedErrors } from '../../test/logged-errors.ts';
import { serverApp } from '../../test/servers/server-app.ts';
import { twilioFake } from '../../test/servers/twilio.ts';
import type { NewSms, SmsTemplate } from './sms.ts';

const database = await testDatabase();
const { db, owner } = database;

const note: SmsTemplate<{ readonly text: string }> = { name: 'note', write: ({ text }, { link }) => `${text} ${link('/e/x')}` };
/** Tuesday, noon in Belgium. */
const NOON = '2026-11-24T12:00:00+01:00';

/** The whole server with a gateway whose answers the test chooses. */
async function withGateway({ demo = false, now = NOON } = {}) {
  await owner('delete from outbox');
  const clock = testClock(now);
  const twilio = await twilioFake(clock);
  const app = await serverApp(database, {
    clock,
    config: {
      demo,
      publicUrl: 'https://checks.example.be',
      sms: { gateway: 'twilio', accountSid: twilio.accountSid, authToken: twilio.authToken, from: 'Checkwell', apiUrl: twilio.url },
    },
  });
  const { sms, outbox } = app.services;
  const enqueue = async (changes: Partial<NewSms<{ text: string }>> = {}) => {
    const id = await db.system('test', (tx) =>
      sms.enqueue(tx, { companyId: null, to: '0470 12 34 56', language: 'nl', template: note, params: { text: 'Hallo' }, ...changes }),
    );
    return id ?? 'none';
  };
  /** Posts the report of the gateway about its n-th message. */
  const report = async (position: number, status: string, code?: string) => {
    const message = twilio.taken[position];
    if (!message) throw new Error('The gateway has no such message.');
    return post(twilio.report(message, status, code));
  };
  const post = async ({ url, body, signature }: ReturnType<typeof twilio.report>) =>
    (
      await app.http.inject({
        method: 'POST',
        url: new URL(url).pathname,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
        payload: body,
      })
    ).statusCode;
  return { twilio, clock, outbox, enqueue, report, post, sms };
}

const row = async (id: string) => (await owner('select * from text_messages where id = $1', [id]))[0];
const events = async (id: string) =>
  (await owner('select state, code from text_message_events where "messageId" = $1 order by at, state <> \'queued\'', [id])).map(
    ({ state, code }) => `${state}${code === '' ? '' : ` ${code}`}`,
  );

test('a text message is sent once, with the address for reports, and its text is deleted', async () => {
  const { twilio, outbox, enqueue } = await withGateway();
  const id = await enqueue();
  await outbox.drain();
  await outbox.drain();
  expect(twilio.taken.map(({ fields }) => Object.fromEntries(fields))).toEqual([
    {
      To: '+32470123456',
      From: 'Checkwell',
      Body: 'Hallo https://checks.example.be/e/x',
      StatusCallback: `https://checks.example.be/v1/api/sms/reports/${id}`,
    },
  ]);
  expect(await row(id)).toMatchObject({ state: 'sent', sentAt: new Date(NOON), text: '', providerId: twilio.taken[0]?.sid });
});

test('a message whose answer was lost is found at the gateway, and not sent again', async () => {
  const { twilio, outbox, enqueue, clock } = await withGateway();
  twilio.answers.push('take', 'lose');
  // An earlier message with the same text to the same person is a different one.
  await enqueue();
  await outbox.drain();
  const id = await enqueue();
  await outbox.drain();
  expect(await row(id)).toMatchObject({ state: 'queued', error: expect.stringContaining('fetch failed') });
  clock.advance({ seconds: 30 });
  await outbox.drain();
  expect(twilio.taken).toHaveLength(2);
  expect(await row(id)).toMatchObject({ state: 'sent', error: '', providerId: twilio.taken[1]?.sid });
});

test('a message that the gateway cannot accept now is retried', async () => {
  const { twilio, outbox, enqueue, clock } = await withGateway();
  twilio.answers.push({ status: 429, code: 20429 }, { status: 400, code: 21606 });
  const id = await enqueue();
  for (const seconds of [0, 30, 60]) {
    clock.advance({ seconds });
    await outbox.drain();
  }
  expect(twilio.taken).toHaveLength(1);
  expect(await row(id)).toMatchObject({ state: 'sent', failure: null });
});

test('a message to a wrong number fails, and is never retried', async () => {
  const { twilio, outbox, enqueue, clock } = await withGateway();
  twilio.answers.push({ status: 400, code: 21211 });
  const id = await enqueue();
  await outbox.drain();
  clock.advance({ days: 1 });
  expect(await outbox.drain()).toBe(0);
  expect([twilio.taken, await events(id)]).toEqual([[], ['queued', 'failed 21211']]);
  expect(await row(id)).toMatchObject({
    state: 'failed',
    failure: 'wrongNumber',
    sentAt: null,
    text: 'Hallo https://checks.example.be/e/x',
  });
  expect(takeLoggedErrors()).toEqual([]);
});

test('a text message waits for the morning, unless it is urgent, and is not sent if it is no longer valid then', async () => {
  const { twilio, outbox, enqueue, clock } = await withGateway({ now: '2026-11-24T21:30:00+01:00' });
  const [morning, over] = [await enqueue(), await enqueue({ validUntil: new Date('2026-11-25T05:00:00Z') })];
  const atOnce = await enqueue({ urgency: 'atOnce' });
  await outbox.drain();
  expect([(await row(atOnce))?.state, (await row(morning))?.state, twilio.taken.length]).toEqual(['sent', 'queued', 1]);
  clock.advance({ hours: 10 });
  await outbox.drain();
  expect([(await row(morning))?.state, twilio.taken.length]).toEqual(['sent', 2]);
  expect(await row(over)).toMatchObject({ state: 'failed', failure: 'expired' });
});

test('a message that the gateway could not accept in the evening is not retried at night, unless it is urgent', async () => {
  const { twilio, outbox, enqueue, clock } = await withGateway({ now: '2026-11-24T20:59:40+01:00' });
  twilio.answers.push({ status: 429, code: 20429 }, { status: 429, code: 20429 });
  const [waking, atOnce] = [await enqueue(), await enqueue({ urgency: 'atOnce' })];
  await outbox.drain();
  clock.advance({ minutes: 5 });
  await outbox.drain();
  expect([(await row(waking))?.state, (await row(atOnce))?.state]).toEqual(['queued', 'sent']);
  clock.advance({ hours: 10 });
  await outbox.drain();
  expect([(await row(waking))?.state, twilio.taken.length]).toEqual(['sent', 2]);
});

test('a message that no process sent during the day is not sent at night', async () => {
  const { twilio, outbox, enqueue, clock } = await withGateway({ now: '2026-11-24T20:00:00+01:00' });
  const id = await enqueue();
  clock.advance({ hours: 2 });
  await outbox.drain();
  expect([twilio.taken.length, (await row(id))?.attemptedAt]).toEqual([0, null]);
  clock.advance({ hours: 9 });
  await outbox.drain();
  expect(await row(id)).toMatchObject({ state: 'sent' });
});

test('duplicate and late reports change nothing, and the first final state counts', async () => {
  const { outbox, enqueue, report, clock } = await withGateway();
  const [arrived, lost] = [await enqueue(), await enqueue({ params: { text: 'Dag' } })];
  await outbox.drain();
  const reports: readonly [number, string, string?][] = [
    [0, 'queued'],
    [0, 'delivered'],
    [0, 'delivered'],
    [0, 'sent'],
    [0, 'undelivered', '30003'],
    [1, 'undelivered', '30005'],
    [1, 'delivered'],
  ];
  for (const [position, status, code] of reports) {
    clock.advance({ seconds: 1 });
    expect(await report(position, status, code)).toBe(204);
  }
  expect([await events(arrived), await events(lost)]).toEqual([
    ['queued', 'sent', 'delivered'],
    ['queued', 'sent', 'failed 30005'],
  ]);
  expect([await row(arrived), await row(lost)]).toMatchObject([
    { state: 'delivered', failure: null },
    { state: 'failed', failure: 'wrongNumber' },
  ]);
});

test('a report that arrives before the answer counts, and the message is not sent again', async () => {
  const { twilio, outbox, enqueue, report, clock } = await withGateway();
  twilio.answers.push('lose');
  const id = await enqueue();
  await outbox.drain();
  expect(await report(0, 'delivered')).toBe(204);
  clock.advance({ seconds: 30 });
  await outbox.drain();
  expect(twilio.taken).toHaveLength(1);
  expect(await row(id)).toMatchObject({ state: 'delivered', providerId: twilio.taken[0]?.sid });
});

test('a report without the signature of the gateway is refused; one about an unknown message is answered like any other', async () => {
  const { twilio, outbox, enqueue, post } = await withGateway();
  const id = await enqueue();
  await outbox.drain();
  const [message] = twilio.taken;
  if (!message) throw new Error('Nothing was sent.');
  const right = twilio.report(message, 'delivered');
  for (const wrong of [{ signature: '' }, { signature: right.signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) }])
    expect(await post({ ...right, ...wrong })).toBe(403);
  expect(await post({ ...right, body: right.body.replace('delivered', 'undelivered') })).toBe(403);
  for (const other of ['00000000-0000-4000-8000-000000000000', 'nonsense']) {
    const fields = new URLSearchParams(message.fields);
    fields.set('StatusCallback', `https://checks.example.be/v1/api/sms/reports/${other}`);
    expect(await post(twilio.report({ ...message, fields }, 'delivered'))).toBe(204);
    expect(await post({ ...right, url: fields.get('StatusCallback') ?? '' })).toBe(403);
  }
  expect(await post(twilio.report({ ...message, sid: 'SM-of-another' }, 'delivered'))).toBe(204);
  expect(await row(id)).toMatchObject({ state: 'sent' });
});

test('nothing is sent without a mobile number; a too long text is an error of its template', async () => {
  const { enqueue } = await withGateway();
  for (const to of ['02 123 45 67', '', 'unknown']) expect(await enqueue({ to })).toBe('none');
  await expect(enqueue({ params: { text: 'a'.repeat(300) } })).rejects.toThrow(TypeError);
});
