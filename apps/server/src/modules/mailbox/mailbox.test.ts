import { describe, expect, test } from 'vitest';
import type { MailTemplate } from '../../platform/mail/mailer.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { type Browser, HASH, PASSWORD } from '../../test/servers/identity-app.ts';
import { type ServerApp, serverApp } from '../../test/servers/server-app.ts';

const database = await testDatabase();
const clock = testClock();
const demo = await serverApp(database, { clock, config: { demo: true } });
const production = await serverApp(database, { clock, config: { demo: false } });

const note: MailTemplate<{ readonly subject: string; readonly secret: string }> = {
  name: 'note',
  write: ({ subject, secret }, { link }) => ({
    subject,
    preview: 'p',
    heading: 'Hello <script>alert(1)</script>',
    blocks: [{ kind: 'action', label: 'Reset', url: link(`/reset?token=${secret}`) }],
    why: 'Test',
  }),
};

async function send(to: string, subject: string, attach = false): Promise<string> {
  const id = await database.db.system('test', (tx) =>
    demo.services.mailer.enqueue(tx, {
      companyId: null,
      to,
      language: 'fr',
      template: note,
      params: { subject, secret: 'canary' },
      ...(attach && { attachments: [{ fileName: 'été.pdf', mediaType: 'application/pdf', content: Buffer.from('%PDF') }] }),
    }),
  );
  await demo.services.outbox.drain();
  clock.advance({ minutes: 1 });
  return id;
}

const ids = [
  await send('zoe@example.be', 'Premier été', true),
  await send('jan@example.be', 'Second'),
  await send('zoe@example.be', 'Troisième'),
];
const [first = '', second = '', third = ''] = ids;
await demo.services.identity.createAccount({
  email: 'planner@provider.example.be',
  password: { hash: await HASH },
  firstName: 'P',
  lastName: 'Q',
  phoneNumber: '',
  language: 'nl',
  kind: 'planner',
  companyId: null,
  doctorId: null,
});
/** A planner who has just signed in: tokens are short, and these tests move the clock. */
async function plannerAt({ browser: open }: ServerApp): Promise<Browser> {
  const browser = open();
  expect((await browser.signIn('planner@provider.example.be', PASSWORD)).statusCode).toBe(200);
  return browser;
}
const MAILS = '{ totalCount pageInfo { hasNextPage endCursor } nodes { id recipient subject state companyName } }';
const ask = async (browser: Browser, query: string) => (await browser.send('POST', '/graphql', { query })).json();

describe('the mailbox', () => {
  test('lists what left, newest first, page by page', async () => {
    const planner = await plannerAt(demo);
    const page = await ask(planner, `{ mails(first: 2) ${MAILS} }`);
    expect(page.data.mails).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } });
    expect(page.data.mails.nodes.map(({ id }: { id: string }) => id)).toEqual([third, second]);
    const next = await ask(planner, `{ mails(first: 2, after: "${page.data.mails.pageInfo.endCursor}") ${MAILS} }`);
    expect(next.data.mails.nodes).toEqual([
      { id: first, recipient: 'zoe@example.be', subject: 'Premier été', state: 'sent', companyName: null },
    ]);
  });

  test.each([
    ['createdAt', ['Premier été', 'Second', 'Troisième']],
    ['subject', ['Premier été', 'Second', 'Troisième']],
    ['recipient', ['Second', 'Premier été', 'Troisième']],
    ['companyName', ['Premier été', 'Second', 'Troisième']],
    ['state', ['Premier été', 'Second', 'Troisième']],
  ] as const)('goes by %s, both ways, page by page', async (field, subjects) => {
    const planner = await plannerAt(demo);
    for (const direction of ['asc', 'desc'] as const) {
      const seen: string[] = [];
      for (let after: string | null = null; ; ) {
        const cursor: string = after === null ? '' : `, after: "${after}"`;
        const { data } = await ask(planner, `{ mails(first: 1, sort: { field: ${field}, direction: ${direction} }${cursor}) ${MAILS} }`);
        seen.push(...data.mails.nodes.map(({ subject }: { subject: string }) => subject));
        after = data.mails.pageInfo.endCursor;
        if (!data.mails.pageInfo.hasNextPage) break;
      }
      expect(seen, direction).toEqual(direction === 'asc' ? subjects : subjects.toReversed());
    }
  });

  test('finds by recipient and subject, accents or not, and by state', async () => {
    const planner = await plannerAt(demo);
    const found = async (args: string) =>
      (await ask(planner, `{ mails(${args}) ${MAILS} }`)).data.mails.nodes.map(({ id }: { id: string }) => id);
    expect(await found('search: "ZOE"')).toEqual([third, first]);
    expect(await found('search: "ete"')).toEqual([first]);
    expect(await found('search: "zoe troisieme"')).toEqual([third]);
    expect(await found('search: "50%_"')).toEqual([]);
    expect(await found('state: failed')).toEqual([]);
    expect(await found('state: sent')).toEqual([third, second, first]);
  });

  test('shows a mail as its reader sees it, in a frame that can do nothing', async () => {
    const planner = await plannerAt(demo);
    const { data } = await ask(planner, `{ mail(id: "${first}") { subject plainText htmlUrl attachments { fileName byteSize url } } }`);
    expect(data.mail.plainText).toContain('canary');
    const answer = await demo.http.inject({ url: data.mail.htmlUrl });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('&lt;script&gt;');
    expect(answer.body).toContain('<base target="_blank">');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(/^sandbox allow-popups.*default-src 'none'.*frame-ancestors 'self'$/),
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'no-store',
    });
    expect(answer.headers['content-security-policy']).not.toMatch(/allow-scripts|allow-forms|script-src/);

    expect(data.mail.attachments).toEqual([{ fileName: 'été.pdf', byteSize: 4, url: `/v1/api/mails/${first}/attachments/0` }]);
    const file = await planner.send('GET', data.mail.attachments[0].url);
    expect({ status: file.statusCode, body: file.body, type: file.headers['content-type'] }).toEqual({
      status: 200,
      body: '%PDF',
      type: 'application/pdf',
    });
    expect(file.headers['content-disposition']).toContain("filename*=UTF-8''%C3%A9t%C3%A9.pdf");
  });

  test('its addresses open one mail, for some minutes', async () => {
    const planner = await plannerAt(demo);
    const urlOf = async (id: string): Promise<string> => (await ask(planner, `{ mail(id: "${id}") { htmlUrl } }`)).data.mail.htmlUrl;
    const url = await urlOf(second);
    const status = async (address: string) => (await demo.http.inject({ url: address })).statusCode;
    expect(await status(url)).toBe(200);
    for (const forged of [
      url.replace(second, third),
      url.replace(/ticket=\d+/, 'ticket=9999999999999'),
      `${url}x`,
      url.replace(/\?.*/, ''),
      url.replace(/ticket=.*/, 'ticket=a.b'),
    ])
      expect(await status(forged), forged).toBe(404);
    clock.advance({ minutes: 11 });
    expect(await status(url)).toBe(404);
  });

  test('is the provider’s alone', async () => {
    const { browser: admin } = await demo.signedIn();
    for (const query of [`{ mails ${MAILS} }`, `{ mail(id: "${first}") { subject } }`]) {
      expect((await ask(admin, query)).errors[0].extensions.code).toBe('access.forbidden');
    }
    expect((await admin.send('GET', `/v1/api/mails/${first}/attachments/0`)).statusCode).toBe(403);
    expect((await demo.browser().send('GET', `/v1/api/mails/${first}/attachments/0`)).statusCode).toBe(401);
    const log = await database.owner('select 1 from access_log where action = $1 and "subjectId" = $2', ['mail.read', first]);
    expect(log.length).toBeGreaterThan(0);
  });

  test('outside the demo it tells the outcome of a mail, never what it said', async () => {
    const [planner, other] = [await plannerAt(demo), await plannerAt(production)];
    const { data } = await ask(
      other,
      `{ mail(id: "${first}") { subject state events { state code } plainText htmlUrl attachments { url } } }`,
    );
    const events = [{ state: 'sent', code: '' }];
    expect(data.mail).toEqual({ subject: 'Premier été', state: 'sent', events, plainText: null, htmlUrl: null, attachments: [] });
    const { data: shown } = await ask(planner, `{ mail(id: "${first}") { htmlUrl } }`);
    expect((await production.http.inject({ url: shown.mail.htmlUrl })).statusCode).toBe(404);
    expect((await other.send('GET', `/v1/api/mails/${first}/attachments/0`)).statusCode).toBe(404);
  });

  test('an unknown mail is not found', async () => {
    const planner = await plannerAt(demo);
    for (const id of ['00000000-0000-4000-8000-000000000000', 'nonsense'])
      expect((await ask(planner, `{ mail(id: "${id}") { subject } }`)).errors[0].extensions.code).toBe('entity.notFound');
  });
});

describe('a text message in the mailbox', () => {
  const template = { name: 'smsNote', write: () => 'Afspraak: https://checks.example.be/e/geheim' };
  const write = async ({ services }: ServerApp) => {
    const sms = await database.db.system('test', (tx) =>
      services.sms.enqueue(tx, { companyId: null, to: '0470 12 34 56', language: 'nl', template, params: {}, urgency: 'atOnce' }),
    );
    if (sms === null) throw new Error('Text messages are off.');
    return sms;
  };

  test('is among the mails, and in the demo says what it said', async () => {
    const id = await write(demo);
    await demo.services.outbox.drain();
    const planner = await plannerAt(demo);
    const { data } = await ask(planner, '{ mails(first: 1) { totalCount nodes { id channel recipient subject state } } }');
    expect(data.mails).toEqual({
      totalCount: 4,
      nodes: [{ id, channel: 'Sms', recipient: '+32470123456', subject: template.write(), state: 'sent' }],
    });
    const found = await ask(planner, '{ mails(search: "470123456") { totalCount } }');
    expect(found.data.mails.totalCount).toBe(1);
    const { data: one } = await ask(planner, `{ mail(id: "${id}") { channel events { state } plainText htmlUrl } }`);
    const events = [{ state: 'queued' }, { state: 'sent' }];
    expect(one.mail).toEqual({ channel: 'Sms', events, plainText: template.write(), htmlUrl: null });
  });

  test('outside the demo shows nothing of its text, not even while it waits', async () => {
    const id = await write(production);
    const { data } = await ask(
      await plannerAt(production),
      `{ mails(first: 1) { nodes { subject state } } mail(id: "${id}") { subject plainText } }`,
    );
    expect(data).toEqual({ mails: { nodes: [{ subject: '', state: 'queued' }] }, mail: { subject: '', plainText: null } });
  });
});
