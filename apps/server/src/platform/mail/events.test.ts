import { createHmac } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanUp } from '../../test/cleanup.ts';
import { testConfig } from '../../test/config.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, insertCheck } from '../../test/fixtures.ts';
import { serverApp } from '../../test/servers/server-app.ts';
import { smtpFake } from '../../test/servers/smtp.ts';
import { readDsn } from './dsn.ts';
import type { MailTemplate } from './mailer.ts';

/** Delivery reports and bounces of sent mails (docs/decisions/0091). */
const database = await testDatabase();
const { db, owner } = database;
const KEY = 'key-of-the-mail-provider';
const NOW = '2026-11-24T12:00:00+01:00';

const folder = await mkdtemp(join(tmpdir(), 'bounces-'));
cleanUp(() => rm(folder, { recursive: true }));
for (const part of ['new', 'cur', 'tmp']) await mkdir(join(folder, part));

const note: MailTemplate<object> = {
  name: 'note',
  write: () => ({ subject: 'A note', preview: 'A note', heading: 'A note', blocks: [{ kind: 'text', text: 'Hello' }], why: 'Because.' }),
};

/** The whole server with a mail server that accepts everything. */
async function withServer({ embedded = false } = {}) {
  await owner('delete from outbox');
  const smtp = await smtpFake();
  const config = testConfig();
  const mail = {
    ...config.mail,
    smtpUrl: embedded ? null : smtp.url,
    bouncesTo: 'bounces@example.be',
    bouncesDir: folder,
    eventsKey: KEY,
  };
  const app = await serverApp(database, { config: { mail, demo: false } });
  app.clock.set(NOW);
  const { mailer, outbox, mailEvents, returnedMails } = app.services;
  const enqueue = (values: object = {}) =>
    db.system('test', (tx) =>
      mailer.enqueue(tx, { companyId: null, to: 'an@example.be', language: 'nl', template: note, params: {}, ...values }),
    );
  return { app, smtp, clock: app.clock, outbox, mailEvents, returnedMails, enqueue };
}
type Server = Awaited<ReturnType<typeof withServer>>;

const row = async (id: string) => (await owner('select * from mails where id = $1', [id]))[0];
const events = async (id: string) =>
  (await owner('select state, code from mail_events where "mailId" = $1 order by at', [id])).map(({ state, code }) =>
    `${state} ${code}`.trim(),
  );

/** A report as Mailgun writes it. */
function reportOf(id: string, event: object, { at = new Date(NOW), key = KEY }: { at?: Date; key?: string } = {}) {
  const [timestamp, token] = [String(Math.floor(at.getTime() / 1000)), 'a1b2c3'];
  const signature = createHmac('sha256', key)
    .update(timestamp + token)
    .digest('hex');
  return {
    signature: { timestamp, token, signature },
    'event-data': { ...event, recipient: 'an@example.be', message: { headers: { 'message-id': `${id}@example.be` } } },
  };
}
const post = async ({ app }: Server, payload: object | string) =>
  (
    await app.http.inject({
      method: 'POST',
      url: '/v1/api/mails/events',
      headers: { 'content-type': 'application/json' },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
  ).statusCode;
const DELIVERED = { event: 'delivered' };
const FAILED = {
  event: 'failed',
  severity: 'permanent',
  'delivery-status': { code: 550, 'enhanced-code': '5.1.1', message: 'User unknown', description: '' },
};
const DELAYED = { ...FAILED, severity: 'temporary' };

/** A notice as Postfix writes it. */
const noticeOf = (values: { readonly to?: string; readonly messageId?: string; readonly action?: string; readonly status?: string }) =>
  [
    'Return-Path: <>',
    `Delivered-To: ${values.to ?? 'bounces@example.be'}`,
    'From: MAILER-DAEMON@mx.example.be (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="4B1F.1/mx.example.be"',
    '',
    '--4B1F.1/mx.example.be',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry to have to inform you …',
    '',
    '--4B1F.1/mx.example.be',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.be',
    'Arrival-Date: Tue, 24 Nov 2026 12:00:00 +0100 (CET)',
    '',
    'Final-Recipient: rfc822; an@example.be',
    `Action: ${values.action ?? 'failed'}`,
    `Status: ${values.status ?? '5.2.2'}`,
    'Diagnostic-Code: smtp; 552 5.2.2 <an@example.be>: Mailbox',
    '    full',
    '',
    '--4B1F.1/mx.example.be',
    'Content-Type: text/rfc822-headers',
    '',
    ...(values.messageId ? [`Message-ID: <${values.messageId}@example.be>`] : []),
    'Subject: A note',
    '',
    '--4B1F.1/mx.example.be--',
    '',
  ].join('\r\n');

test('each mail has its own address for bounces', async () => {
  const { smtp, outbox, enqueue } = await withServer();
  const id = await enqueue();
  await outbox.drain();
  expect(smtp.received).toMatchObject([{ from: `bounces+${id}@example.be`, to: ['an@example.be'] }]);
  expect(await events(id)).toEqual(['sent']);
});

test('duplicate, late and unordered reports change nothing; a mail may bounce after it was delivered', async () => {
  const server = await withServer();
  const [arrived, returned] = [await server.enqueue(), await server.enqueue()];
  await server.outbox.drain();
  const reports: readonly [string, object][] = [
    [arrived, DELAYED],
    [arrived, DELIVERED],
    [arrived, DELIVERED],
    [arrived, { event: 'opened' }],
    [returned, DELIVERED],
    [returned, FAILED],
    [returned, FAILED],
    [returned, DELIVERED],
  ];
  for (const [id, event] of reports) {
    server.clock.advance({ seconds: 1 });
    expect(await post(server, reportOf(id, event))).toBe(204);
  }
  expect([await events(arrived), await events(returned)]).toEqual([
    ['sent', 'delivered'],
    ['sent', 'delivered', 'failed 5.1.1'],
  ]);
  expect(await row(returned)).toMatchObject({ state: 'failed', failure: 'wrongAddress', sentAt: new Date(NOW), html: '' });
});

test('a report that arrives before the mail is sent counts, and the mail is not sent', async () => {
  const server = await withServer();
  const id = await server.enqueue();
  expect(await post(server, reportOf(id, FAILED))).toBe(204);
  await server.outbox.drain();
  expect(server.smtp.received).toEqual([]);
  expect(await events(id)).toEqual(['failed 5.1.1']);
});

test('a report with a wrong signature or time is refused; one about an unknown mail is answered like any other', async () => {
  const server = await withServer();
  const id = await server.enqueue();
  await server.outbox.drain();
  const old = new Date(new Date(NOW).getTime() - 13 * 3_600_000);
  const early = new Date(new Date(NOW).getTime() + 600_000);
  for (const wrong of [
    reportOf(id, FAILED, { key: 'another' }),
    reportOf(id, FAILED, { at: old }),
    reportOf(id, FAILED, { at: early }),
    { ...reportOf(id, FAILED), signature: { timestamp: '1', token: '', signature: '' } },
    '{',
    '[]',
  ])
    expect(await post(server, wrong)).toBe(403);
  for (const other of ['00000000-0000-4000-8000-000000000000', 'nonsense']) expect(await post(server, reportOf(other, FAILED))).toBe(204);
  expect(await row(id)).toMatchObject({ state: 'sent' });
});

test('a notice in the mail folder is matched by its address or by the returned Message-ID, and read once', async () => {
  const server = await withServer();
  const ids = [await server.enqueue(), await server.enqueue(), await server.enqueue()] as const;
  await server.outbox.drain();
  const files = {
    a: noticeOf({ to: `bounces+${ids[0]}@example.be` }),
    b: noticeOf({ messageId: ids[1] }),
    c: noticeOf({ messageId: ids[2], action: 'delayed', status: '4.4.1' }),
    d: 'Subject: Out of office\r\n\r\nI am away.',
    e: '\u0000\u0001 not a mail',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'new', name), text);
  expect(await server.returnedMails?.()).toEqual({ recorded: 2, other: 3 });
  expect(await server.returnedMails?.()).toEqual({ recorded: 0, other: 0 });
  expect((await readdir(join(folder, 'cur'))).toSorted()).toEqual(['a:2,S', 'b:2,S', 'c:2,S', 'd:2,S', 'e:2,S']);
  for (const id of ids.slice(0, 2))
    expect(await row(id)).toMatchObject({ state: 'failed', failure: 'mailboxFull', error: expect.stringContaining('Mailbox full') });
  expect(await row(ids[2])).toMatchObject({ state: 'sent', failure: null });
});

test('a file that cannot be read, or that has characters which the database cannot store, does not stop the other notices', async () => {
  const server = await withServer();
  const [first, second] = [await server.enqueue(), await server.enqueue()];
  await server.outbox.drain();
  const unreadable = join(folder, 'new', 'f');
  await mkdir(unreadable);
  await writeFile(join(folder, 'new', 'g'), noticeOf({ messageId: first }).replace('full', 'fu\0ll'));
  await writeFile(join(folder, 'new', 'h'), noticeOf({ messageId: second }));
  await expect(server.returnedMails?.()).rejects.toThrow('EISDIR');
  await rm(unreadable, { recursive: true });
  expect([await events(first), await events(second)]).toEqual([
    ['sent', 'failed 5.2.2'],
    ['sent', 'failed 5.2.2'],
  ]);
  expect(await readdir(join(folder, 'new'))).toEqual([]);
});

test('a delivery notice is recognized, one about a mail of another program is not', async () => {
  const id = '0195a3c4-7b2e-7000-8000-000000000000';
  expect(await readDsn(Buffer.from(noticeOf({ messageId: id, action: 'delivered', status: '2.0.0' })))).toMatchObject({
    mailId: id,
    state: 'delivered',
  });
  expect(await readDsn(Buffer.from(noticeOf({ messageId: 'another-program' })))).toBeNull();
});

test('without SMTP, a mail to an address that begins with bounce fails, and the page of its check shows it', async () => {
  const { app, outbox, enqueue, clock } = await withServer({ embedded: true });
  const fixtures = await createFixtures(db, clock);
  const { id: checkId } = await insertCheck(db, fixtures, clock, { status: 'Planning' });
  const about = { companyId: fixtures.a.id, checkId };
  const [back, fine] = [await enqueue({ ...about, to: 'bounce@example.be' }), await enqueue({ ...about })];
  await outbox.drain();
  expect([(await row(back))?.state, (await row(fine))?.state]).toEqual(['failed', 'sent']);
  const { checks, mailbox } = app.services;
  const failed = (await checks.undelivered(fixtures.actors.planner, [{ companyId: fixtures.a.id, id: checkId }])).get(checkId);
  expect(failed).toMatchObject([{ id: back, recipient: 'bounce@example.be', failure: 'wrongAddress' }]);
  const { nodes } = await mailbox.list(fixtures.actors.planner, { state: 'failed' });
  expect(nodes.find(({ id }) => id === back)).toMatchObject({ sentAt: expect.any(Date), sendAgain: 'Gone' });
});
