import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { type CheckEvent, type CommentEvent, notifyLive } from '../../platform/live/notify.ts';
import { testDatabase } from '../../test/database.ts';
import { testLogger } from '../../test/logger.ts';
import { type ServerApp, type SignedIn, serverApp } from '../../test/servers/server-app.ts';

const database = await testDatabase();
const one = await serverApp(database);
// Another process would have its own connections, and so has the second application.
const otherDb = await openDatabase(database.config, { log: testLogger() });
afterAll(() => otherDb.close());
const two = await serverApp({ ...database, db: otherDb });
for (const { http } of [one, two]) await http.listen({ port: 0, host: '127.0.0.1' });

const urlOf = ({ http }: ServerApp) => `http://127.0.0.1:${(http.server.address() as AddressInfo).port}/v1/api/live`;

const headersOf = ({ browser }: SignedIn) => ({
  authorization: `Bearer ${browser.token}`,
  cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
});

interface Stream {
  readonly response: Response;
  /** Everything that came so far. */
  text(): string;
  events(): readonly { event: string; data: unknown }[];
  readonly ended: Promise<void>;
  close(): void;
}

const listening = new WeakSet<ServerApp>();

async function open(app: ServerApp, who: SignedIn): Promise<Stream> {
  const leave = new AbortController();
  const response = await fetch(urlOf(app), { headers: headersOf(who), signal: leave.signal });
  let text = '';
  const ended = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk as Uint8Array, { stream: true });
  })().catch(() => undefined); // closed by us
  const stream: Stream = {
    response,
    text: () => text,
    events: () =>
      [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(([, event = '', data = '']) => ({
        event,
        data: JSON.parse(data) as unknown,
      })),
    ended,
    close: () => leave.abort(),
  };
  if (response.ok) {
    await expect.poll(stream.text).toContain(': welcome');
    // With its first reader an application begins to listen to the database, and says when it does.
    if (!listening.has(app))
      await expect.poll(() => stream.events()).toEqual([{ event: 'refresh', data: { topic: 'check', companyId: null } }]);
    listening.add(app);
  }
  return stream;
}

const notify = (event: Partial<CheckEvent> & { companyId: string }) =>
  database.db.system('test', (tx) =>
    notifyLive(tx, {
      topic: 'check',
      id: newId(),
      version: 1,
      status: 'Planning',
      superiorId: null,
      orderedByProfileId: null,
      doctorId: null,
      ...event,
    }),
  );

const checksOf = (stream: Stream) => stream.events().flatMap(({ event, data }) => (event === 'check' ? [data as { id: string }] : []));

describe('GET /v1/api/live', () => {
  test('is an event stream that nobody stores', async () => {
    const stream = await open(one, await one.signedIn());
    expect(stream.response.status).toBe(200);
    expect(Object.fromEntries(stream.response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-trace-id': expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    stream.close();
    await expect.poll(() => one.services.live.count()).toBe(0);
  });

  test('tells of a change in another process, those who may read the check and nobody else', async () => {
    const admin = await two.signedIn();
    const { companyId } = admin;
    const readers = {
      admin: await open(two, admin),
      sameProcess: await open(one, await one.signedIn({ companyId })),
      basic: await open(two, await two.signedIn({ companyId, accesType: 'basic' })),
      stranger: await open(two, await two.signedIn()),
    };
    const orderedBy = await two.signedIn({ companyId, accesType: 'basic' });
    const orderer = await open(two, orderedBy);

    const id = newId();
    await notify({ companyId, id, version: 7, status: 'WaitingForCheck', orderedByProfileId: orderedBy.profileId });
    const expected = { topic: 'check', companyId, id, version: 7, status: 'WaitingForCheck' };
    for (const stream of [readers.admin, readers.sameProcess, orderer]) await expect.poll(() => checksOf(stream)).toEqual([expected]);

    // What comes later has overtaken nothing: who has it now would have the first one too.
    const later = newId();
    const strangersCompany = (
      await database.owner<{ companyId: string }>(
        'select "companyId" from company_users where "companyId" <> $1 order by "createdAt" desc limit 1',
        [companyId],
      )
    )[0];
    await notify({ companyId: strangersCompany?.companyId ?? '', id: later });
    await expect.poll(() => checksOf(readers.stranger).map((check) => check.id)).toEqual([later]);
    expect(checksOf(readers.basic)).toEqual([]);
    for (const stream of [...Object.values(readers), orderer]) stream.close();
  });

  test('tells of a comment those who read it', async () => {
    const admin = await two.signedIn();
    const { companyId } = admin;
    const hr = await open(two, admin);
    const commentsOf = (stream: Stream) => stream.events().flatMap(({ event, data }) => (event === 'comment' ? [data] : []));
    const tellComment = (id: string, comment: Partial<CommentEvent['comment']>) =>
      database.db.system('test', (tx) =>
        notifyLive(tx, {
          topic: 'comment',
          companyId,
          id,
          version: 1,
          superiorId: null,
          orderedByProfileId: null,
          doctorId: null,
          archivedAt: null,
          comment: { audience: 'EmployerPlannerDoctor', authorRole: 'doctor', doctorId: null, releasedAt: null, ...comment },
        }),
      );
    const id = newId();
    // Not for HR, and not for HR yet.
    await tellComment(newId(), { audience: 'PlannerDoctor', authorRole: 'planner' });
    await tellComment(newId(), {});
    await tellComment(id, { releasedAt: new Date().toISOString() });
    await expect.poll(() => commentsOf(hr)).toEqual([{ topic: 'comment', companyId, id, version: 1 }]);
    hr.close();
  });

  test('a notification is told to whom it is for, whoever else may read the check', async () => {
    const admin = await one.signedIn();
    const colleague = await one.signedIn({ companyId: admin.companyId });
    const [own, others] = [await open(one, admin), await open(one, colleague)];
    const id = newId();
    await database.db.system('test', (tx) =>
      notifyLive(tx, { topic: 'notification', companyId: null, id, version: 0, profileIds: [admin.profileId] }),
    );
    await expect
      .poll(() => own.events())
      .toContainEqual({ event: 'notification', data: { topic: 'notification', companyId: null, id, version: 0 } });
    await notify({ companyId: admin.companyId, id });
    await expect.poll(() => checksOf(others).map((check) => check.id)).toEqual([id]);
    expect(others.text()).not.toContain('event: notification');
    own.close();
    others.close();
  });

  test('a change that is rolled back is told to nobody', async () => {
    const admin = await one.signedIn();
    const stream = await open(one, admin);
    const rolledBack = database.db.system('test', async (tx) => {
      await notifyLive(tx, {
        topic: 'check',
        companyId: admin.companyId,
        id: newId(),
        version: 1,
        status: 'Planning',
        superiorId: null,
        orderedByProfileId: null,
        doctorId: null,
      });
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');
    const id = newId();
    await notify({ companyId: admin.companyId, id });
    await expect.poll(() => checksOf(stream).map((check) => check.id)).toEqual([id]);
    stream.close();
  });

  test('ends with the session, without having asked about it', async () => {
    const quick = await serverApp({ ...database, db: otherDb }, { liveSweepMs: 3_600_000 });
    await quick.http.listen({ port: 0, host: '127.0.0.1' });
    const who = await quick.signedIn();
    const [stream, kept] = [await open(quick, who), await open(quick, await quick.signedIn())];
    expect((await who.browser.send('POST', '/auth/sign-out')).statusCode).toBe(204);
    await stream.ended;
    expect(quick.services.live.count()).toBe(1);
    kept.close();
  });

  test('ends with the token', async () => {
    const quick = await serverApp({ ...database, db: otherDb }, { liveSweepMs: 30 });
    await quick.http.listen({ port: 0, host: '127.0.0.1' });
    const stream = await open(quick, await quick.signedIn());
    quick.clock.advance({ minutes: 11 });
    await stream.ended;
    expect(quick.services.live.count()).toBe(0);
  });

  test('one person has at most ten', async () => {
    const who = await one.signedIn();
    const streams = await Promise.all(Array.from({ length: 10 }, () => open(one, who)));
    const refused = await open(one, who);
    expect(refused.response.status).toBe(429);
    expect(refused.response.headers.get('retry-after')).toBe('30');
    await refused.ended;
    expect(JSON.parse(refused.text()).error.code).toBe('request.tooMany');
    for (const stream of streams) stream.close();
    await expect.poll(() => one.services.live.count()).toBe(0);
    const again = await open(one, who);
    expect(again.response.status).toBe(200);
    again.close();
  });

  test('ends when the server does, which then takes no more', async () => {
    const last = await serverApp({ ...database, db: otherDb });
    await last.http.listen({ port: 0, host: '127.0.0.1' });
    const url = urlOf(last);
    const stream = await open(last, await last.signedIn());
    await last.shutdown.stop();
    await stream.ended;
    await expect(fetch(url)).rejects.toThrow();
  });
});
