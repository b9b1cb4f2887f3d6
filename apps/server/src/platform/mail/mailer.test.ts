import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { testClock } from '../../test/clock.ts';
import { testConfig } from '../../test/config.ts';
import { testDatabase } from '../../test/database.ts';
import { takeLoggedErrors } from '../../test/logged-errors.ts';
import { testLogger } from '../../test/logger.ts';
import { type SmtpAnswers, smtpFake } from '../../test/servers/smtp.ts';
import { createOutbox } from '../jobs/outbox.ts';
import { createMailer, type MailTemplate, type NewMail } from './mailer.ts';
import { smtpTransport } from './transport.ts';

const { db, owner } = await testDatabase();

interface Greeting {
  readonly name: string;
  readonly subject?: string;
}

const greeting: MailTemplate<Greeting> = {
  name: 'greeting',
  write: ({ name, subject = 'Ça va, Zoë? €' }, { translator, formats, link }) => ({
    subject,
    preview: 'A word for you',
    heading: `Hello ${name}`,
    blocks: [
      { kind: 'text', text: `It is ${formats.dateLong('2026-03-02')}.\nA second line.` },
      {
        kind: 'facts',
        rows: [
          ['Where', translator('enums')('checkLocation.Office')],
          ['How much', formats.money(18_150)],
        ],
      },
      { kind: 'list', items: ['one', 'two'] },
      { kind: 'notice', text: 'Mind the gap' },
      { kind: 'action', label: 'Open', url: link('/checks?x=1&y=2') },
    ],
    why: 'Because you asked.',
  }),
};

function mailing({ smtpUrl = null, demo = false }: { smtpUrl?: string | null; demo?: boolean } = {}) {
  const clock = testClock();
  const log = testLogger();
  const outbox = createOutbox({ db, clock, log });
  const config = testConfig({ PUBLIC_URL: 'https://checks.example.be', MAIL_FROM: 'Checkwell <checks@example.be>' });
  const mailer = createMailer({ config: { ...config, demo, mail: { ...config.mail, smtpUrl } }, clock, outbox });
  const enqueue = (mail: Partial<NewMail<Greeting>> = {}) =>
    db.system('test', (tx) =>
      mailer.enqueue(tx, {
        companyId: null,
        to: 'reader@example.be',
        language: 'fr',
        template: greeting,
        params: { name: 'Zoë & <Co>' },
        ...mail,
      }),
    );
  return { clock, log, outbox, mailer, enqueue };
}

async function withServer(answers: SmtpAnswers = {}) {
  const smtp = await smtpFake(answers);
  return { smtp, ...mailing({ smtpUrl: smtp.url }) };
}

const mailOf = async (id: string) => (await owner('select * from mails where id = $1', [id]))[0];
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

/** The decoded body of one part of a mail. */
function partOf(raw: string, type: string): string {
  const part = raw.split(/^--+_.*$/m).find((text) => new RegExp(`^Content-Type: ${type}`, 'mi').test(text)) ?? '';
  const [head = '', ...body] = part.trimStart().split(/\r?\n\r?\n/);
  const text = body.join('\n\n');
  if (/base64/i.test(head)) return Buffer.from(text, 'base64').toString('utf8');
  if (!/quoted-printable/i.test(head)) return text;
  const bytes = text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

describe('a mail by SMTP', () => {
  test('arrives with its id as Message-ID, as HTML and as plain text, with its files', async () => {
    const { smtp, outbox, enqueue } = await withServer();
    const content = Buffer.from('%PDF-1.7 été');
    const id = await enqueue({ attachments: [{ fileName: 'rapport d’été.pdf', mediaType: 'application/pdf', content }] });
    await outbox.drain();
    expect(smtp.received).toHaveLength(1);
    const { raw, to, from, messageId } = smtp.received[0] as (typeof smtp.received)[number];
    expect({ to, from, messageId }).toEqual({ to: ['reader@example.be'], from: 'checks@example.be', messageId: `${id}@example.be` });
    expect(raw).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(raw).toMatch(/^Content-Language: fr\r?$/m);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
    expect(raw).toMatch(/^Content-Type: application\/pdf/m);
    const html = partOf(raw, 'text/html');
    expect(html).toContain('<html lang="fr"');
    expect(html).toContain('Hello Zoë &amp; &lt;Co&gt;');
    expect(html).toContain('href="https://checks.example.be/checks?x=1&amp;y=2&amp;lang=fr"');
    expect(html).not.toMatch(/<img|<script|url\(|src=/i);
    const text = plain(partOf(raw, 'text/plain'));
    expect(text).toContain('Hello Zoë & <Co>');
    expect(text).toContain('Chez le médecin');
    expect(text).toContain('181,50 €');
    expect(text).toContain('lundi 2 mars 2026');
    expect(text).toContain('https://checks.example.be/checks?x=1&y=2&lang=fr');
    expect(text).toContain('Ce message a été envoyé automatiquement.');
  });

  test('is sent while no transaction is open, so that a slow server blocks none', async () => {
    const open: unknown[] = [];
    const { smtp, outbox, enqueue } = await withServer({
      async data() {
        open.push(...(await owner(`select query from pg_stat_activity where datname = current_database() and state like 'idle in%'`)));
        return null;
      },
    });
    await enqueue();
    await outbox.drain();
    expect(smtp.received).toHaveLength(1);
    expect(open).toEqual([]);
  });

  test('is stored without its content and its files once it is sent', async () => {
    const { outbox, enqueue, clock } = await withServer();
    const id = await enqueue({ attachments: [{ fileName: 'a.pdf', mediaType: 'application/pdf', content: Buffer.from('x') }] });
    expect(await mailOf(id)).toMatchObject({ state: 'queued', sentAt: null, html: expect.stringContaining('Zoë') });
    await outbox.drain();
    expect(await mailOf(id)).toMatchObject({ state: 'sent', sentAt: clock.now(), html: '', plainText: '', template: 'greeting' });
    expect(await owner('select 1 from mail_attachments')).toEqual([]);
  });

  test('that is deferred (451) is retried, and arrives once', async () => {
    let busy = 2;
    const { smtp, outbox, enqueue, clock } = await withServer({ data: () => (busy-- > 0 ? 451 : null) });
    const id = await enqueue();
    await outbox.drain();
    expect(await mailOf(id)).toMatchObject({ state: 'queued', error: expect.stringContaining('451') });
    clock.advance({ seconds: 30 });
    await outbox.drain();
    expect(smtp.received).toHaveLength(0);
    clock.advance({ seconds: 60 });
    await outbox.drain();
    expect(smtp.received.map(({ messageId }) => messageId)).toEqual([`${id}@example.be`]);
    expect(await mailOf(id)).toMatchObject({ state: 'sent', error: '' });
  });

  test('is sent once, and has the state sent, even if a listener fails', async () => {
    const { smtp, outbox, mailer, enqueue, clock } = await withServer();
    mailer.onNews('greeting', {
      news: () => Promise.reject(new Error('the listener fails')),
      isStillValid: async () => true,
    });
    const id = await enqueue();
    await outbox.drain();
    clock.advance({ hours: 2 });
    await outbox.drain();
    expect(smtp.received.map(({ messageId }) => messageId)).toEqual([`${id}@example.be`]);
    expect(await mailOf(id)).toMatchObject({ state: 'sent', failure: null });
    expect(takeLoggedErrors()).toHaveLength(1);
    await owner('delete from outbox');
  });

  test('that is refused permanently has the state failed, even if a listener fails at first', async () => {
    const { outbox, mailer, enqueue, clock } = await withServer({ data: () => 554 });
    let errors = 1;
    mailer.onNews('greeting', {
      news: async () => {
        if (errors-- > 0) throw new Error('the listener fails');
      },
      isStillValid: async () => true,
    });
    const id = await enqueue();
    await outbox.drain();
    expect(await mailOf(id)).toMatchObject({ state: 'queued', error: 'the listener fails' });
    clock.advance({ seconds: 30 });
    await outbox.drain();
    expect(await mailOf(id)).toMatchObject({ state: 'failed', sentAt: null, error: expect.stringContaining('554') });
  });

  test('that is deferred (451) in the evening waits for the morning, unless it is urgent', async () => {
    let busy = 2;
    const { smtp, outbox, enqueue, clock } = await withServer({ data: () => (busy-- > 0 ? 451 : null) });
    clock.set('2026-11-24T20:59:40+01:00');
    const [waking, atOnce] = [await enqueue({ urgency: 'waking' }), await enqueue()];
    await outbox.drain();
    clock.advance({ minutes: 5 });
    await outbox.drain();
    expect(smtp.received.map(({ messageId }) => messageId)).toEqual([`${atOnce}@example.be`]);
    clock.advance({ hours: 10 });
    await outbox.drain();
    expect(smtp.received.map(({ messageId }) => messageId)).toEqual([`${atOnce}@example.be`, `${waking}@example.be`]);
  });

  test.each([
    ['recipient', { rcpt: () => 550 }],
    ['message', { data: () => 554 }],
  ] as const)('whose %s is refused permanently (5xx) is reported as failed, and never retried', async (_what, answers) => {
    const { smtp, outbox, enqueue, clock } = await withServer(answers);
    const id = await enqueue();
    expect(await outbox.drain()).toBe(1);
    expect(await mailOf(id)).toMatchObject({ state: 'failed', sentAt: null, error: expect.stringMatching(/55[04]/) });
    clock.advance({ days: 2 });
    expect(await outbox.drain()).toBe(0);
    expect(smtp.received).toHaveLength(0);
    expect(await outbox.stats()).toMatchObject([{ depth: 0, dead: 0 }]);
  });

  test('waits while the server is down, and is sent when it is back', async () => {
    const down = await smtpFake();
    await down.close();
    const { outbox, enqueue, clock } = mailing({ smtpUrl: down.url });
    const id = await enqueue();
    await outbox.drain();
    expect(await mailOf(id)).toMatchObject({ state: 'queued', error: expect.stringContaining('ECONNREFUSED') });
    const back = await smtpFake({ port: down.port });
    clock.advance({ seconds: 30 });
    await outbox.drain();
    expect(back.received.map(({ messageId }) => messageId)).toEqual([`${id}@example.be`]);
  });

  test('that is deferred does not delay the next', async () => {
    const { smtp, outbox, enqueue } = await withServer({ rcpt: (address) => (address.startsWith('slow') ? 450 : null) });
    await enqueue({ to: 'slow@example.be' });
    await enqueue({ to: 'quick@example.be' });
    await outbox.drain();
    expect(smtp.received.map(({ to }) => to)).toEqual([['quick@example.be']]);
    await owner('delete from outbox');
  });
});

test('a mail that could not be handed over within the time limit is not sent after it', async () => {
  const gate = Promise.withResolvers<null>();
  const recipientReceived = Promise.withResolvers<void>();
  const smtp = await smtpFake({
    rcpt: () => {
      recipientReceived.resolve();
      return gate.promise;
    },
  });
  const { mail } = testConfig();
  const sending = smtpTransport({ ...mail, smtpUrl: smtp.url }, false, 1000).send({
    id: randomUUID(),
    recipient: 'reader@example.be',
    language: 'nl',
    subject: 'Late',
    html: '',
    plainText: 'Late',
    createdAt: new Date(),
    attachments: [],
  });
  const refused = expect(sending).rejects.toMatchObject({ name: expect.stringMatching(/Abort|Timeout/) });
  await recipientReceived.promise;
  await refused;
  gate.resolve(null);
  await smtp.close();
  expect(smtp.received).toEqual([]);
});

describe('headers', () => {
  test.each([
    'a@example.be, b@example.be',
    'a@example.be\r\nBcc: b@example.be',
    'Name <a@example.be>',
    '"x"@example.be',
    'no address',
    'a@b@example.be',
    'a@münchen.de>',
    '',
  ])('%j is refused as a recipient', async (to) => {
    await expect(mailing().enqueue({ to })).rejects.toThrow(TypeError);
  });

  test('an internationalized domain is written in Punycode', async () => {
    const { smtp, outbox, enqueue } = await withServer();
    const id = await enqueue({ to: 'jan@münchen.de' });
    await outbox.drain();
    expect(smtp.received).toHaveLength(1);
    expect(smtp.received[0]?.raw).toMatch(/^To: jan@xn--mnchen-3ya\.de\r?$/m);
    expect(await mailOf(id)).toMatchObject({ state: 'sent', recipient: 'jan@münchen.de' });
  });

  test('a subject cannot inject a header', async () => {
    const { smtp, outbox, enqueue } = await withServer();
    const subject = 'Hello\r\nBcc: evil@example.be\u2028X-Evil: 1';
    const id = await enqueue({ params: { name: 'Jan', subject } });
    await outbox.drain();
    expect((await mailOf(id))?.subject).toBe('Hello Bcc: evil@example.be X-Evil: 1');
    expect(smtp.received[0]?.to).toEqual(['reader@example.be']);
    expect(smtp.received[0]?.raw).not.toMatch(/^(Bcc|X-Evil):/im);
  });

  test('a file name with a path or a line end is refused', async () => {
    const content = Buffer.from('x');
    for (const fileName of ['../x.pdf', 'a\r\nb.pdf', '']) {
      await expect(mailing().enqueue({ attachments: [{ fileName, mediaType: 'application/pdf', content }] })).rejects.toThrow();
    }
  });
});

describe('without SMTP', () => {
  test('mails are stored for the mailbox page', async () => {
    const { outbox, enqueue, clock } = mailing({ demo: true });
    const id = await enqueue({ attachments: [{ fileName: 'a.pdf', mediaType: 'application/pdf', content: Buffer.from('x') }] });
    await outbox.drain();
    expect(await mailOf(id)).toMatchObject({
      state: 'sent',
      sentAt: clock.now(),
      html: expect.stringContaining('Zoë'),
      plainText: expect.stringContaining('Zoë'),
      searchText: expect.stringContaining('reader@example.be ca va, zoe'),
    });
    expect(await owner('select "fileName" from mail_attachments where "mailId" = $1', [id])).toEqual([{ fileName: 'a.pdf' }]);
  });
});

test('an effect whose mail does not exist becomes a dead letter', async () => {
  const { outbox } = mailing();
  await db.system('test', (tx) => outbox.put(tx, { id: randomUUID(), topic: 'mail', companyId: null, payload: {} }));
  await outbox.drain();
  expect((await outbox.stats()).find(({ topic }) => topic === 'mail')).toMatchObject({ dead: 1 });
  expect(takeLoggedErrors()).toHaveLength(1);
});
