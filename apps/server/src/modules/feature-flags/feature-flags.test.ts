import { FLAG_NAMES } from '@checkwell/domain/flags/flags';
import { graphql } from 'graphql';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { schema } from '../../graphql/schema.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { codeOf, fieldErrorsOf, orderOf } from '../../test/checks.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type Fixtures } from '../../test/fixtures.ts';
import { testLogger } from '../../test/logger.ts';
import { authenticatedAs } from '../../test/servers/live.ts';
import { type ServerApp, serverApp } from '../../test/servers/server-app.ts';
import { createFeatureFlagService, type FeatureFlagService } from './feature-flags.service.ts';

const database = await testDatabase();
const { db, owner } = database;

let app: ServerApp;
let fixtures: Fixtures;
let flags: FeatureFlagService;
beforeAll(async () => {
  app = await serverApp(database);
  fixtures = await createFixtures(db, app.clock);
  flags = app.services.featureFlags;
});
beforeEach(() => owner('truncate feature_flags cascade'));

const ON = { enabled: true, percentage: 100, companies: [] };
const OFF = { ...ON, enabled: false };
const only = (companyId: string) => ({ enabled: true, percentage: 0, companies: [{ companyId, enabled: true }] });
const set = (input: object, version = 0, name = 'telecheck', actor: Parameters<FeatureFlagService['set']>[0] = fixtures.actors.planner) =>
  flags.set(actor, name, version, input);
const ask = async (browser: ReturnType<ServerApp['browser']>, context: object, key = '') =>
  browser.send('POST', `/ofrep/v1/evaluate/flags${key && `/${key}`}`, { context });
const valueIn = (response: { json(): { flags: { key: string; value: boolean }[] } }, name = 'telecheck') =>
  response.json().flags.find(({ key }) => key === name)?.value;

describe('setting flags', () => {
  test('is for the provider’s team, with who did it written down', async () => {
    const { adminA, basicA, doctor, anonymous, planner } = fixtures.actors;
    for (const actor of [adminA, basicA, doctor, anonymous] as const) {
      const code = actor.kind === 'anonymous' ? 'access.unauthenticated' : 'access.forbidden';
      expect(await codeOf(flags.list(actor))).toBe(code);
      expect(await codeOf(set(OFF, 0, 'telecheck', actor))).toBe(code);
    }
    expect(await flags.list(planner)).toEqual(FLAG_NAMES.map((name) => ({ name, ...ON, version: 0, updatedAt: null, updatedBy: null })));
    expect(await set({ ...ON, percentage: 40, companies: [{ companyId: fixtures.a.id, enabled: false }] })).toMatchObject({
      name: 'telecheck',
      percentage: 40,
      companies: [{ companyId: fixtures.a.id, companyName: fixtures.a.name, enabled: false }],
      version: 1,
      updatedAt: app.clock.now(),
      updatedBy: expect.any(String),
    });
    expect(await owner('select "profileId", "subjectType" from access_log where action = $1', ['flag.set.telecheck'])).toEqual([
      { profileId: planner.profileId, subjectType: 'feature_flags' },
    ]);
  });

  test('of two who change the same version, one is told', async () => {
    const outcomes = await Promise.allSettled([set(OFF), set(ON)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await codeOf(set(OFF))).toBe('entity.changedMeanwhile');
    expect(await set(OFF, 1)).toMatchObject({ version: 2, enabled: false });
    expect(await codeOf(set(ON, 1))).toBe('entity.changedMeanwhile');
  });

  test('refuses unknown flags and companies, and what the rule refuses', async () => {
    expect(await codeOf(set(OFF, 0, 'teleport'))).toBe('entity.notFound');
    expect(await fieldErrorsOf(set(only(newId())))).toEqual(['companies.0.companyId: invalidChoice']);
    expect(await fieldErrorsOf(set({ ...ON, percentage: 101 }))).toEqual(['percentage: shareRange']);
  });

  test('by GraphQL', async () => {
    const run = (source: string) =>
      graphql({ schema, source, variableValues: { input: OFF }, contextValue: { actor: fixtures.actors.planner, services: app.services } });
    const query =
      'mutation ($input: FeatureFlagInput!) { setFeatureFlag(name: telecheck, version: 0, input: $input) { name enabled version } }';
    expect(await run(query)).toEqual({ data: { setFeatureFlag: { name: 'telecheck', enabled: false, version: 1 } } });
    const { data } = await run('{ featureFlags { name enabled percentage companies { companyName } } }');
    expect(data?.featureFlags).toEqual(FLAG_NAMES.map((name) => ({ name, enabled: name !== 'telecheck', percentage: 100, companies: [] })));
  });
});

describe('asking (OFREP)', () => {
  test('answers for the signed-in user’s own company, whatever the context claims', async () => {
    const [own, stranger] = [await app.signedIn(), await app.signedIn()];
    await set(only(own.companyId));
    const context = { targetingKey: own.email, companyId: own.companyId, kind: 'user', email: own.email, anonymous: false };
    const mine = await ask(own.browser, context);
    expect(mine.statusCode).toBe(200);
    expect(mine.json().flags.map(({ key }: { key: string }) => key)).toEqual(FLAG_NAMES);
    expect(mine.json().flags[0]).toEqual({ key: 'telecheck', value: true, variant: 'on', reason: 'TARGETING_MATCH' });
    expect(valueIn(await ask(stranger.browser, context))).toBe(false);
    expect(valueIn(await ask(app.browser(), { ...context, targetingKey: 'anonymous' }))).toBe(false);
  });

  test('a share is some companies: the same for all their people, in browsers and in the product, and none loses it as it grows', async () => {
    const people = await Promise.all(Array.from({ length: 24 }, () => app.signedIn()));
    const having = async (percentage: number, version: number): Promise<readonly string[]> => {
      await set({ ...ON, percentage }, version);
      const had: string[] = [];
      for (const { browser, companyId } of people) {
        const value = valueIn(await ask(browser, { companyId }));
        expect(value).toBe(await flags.isOnFor('telecheck', companyId));
        if (value) had.push(companyId);
      }
      return had;
    };
    const [none, some, more, all] = [await having(0, 0), await having(40, 1), await having(75, 2), await having(100, 3)];
    expect([none.length, all.length]).toEqual([0, people.length]);
    // Of 24 companies by 40 %: fewer than one or more than 23 would be one run in a hundred thousand.
    expect(some.length).toBeGreaterThan(0);
    expect(some.length).toBeLessThan(people.length);
    expect(some.filter((companyId) => !more.includes(companyId))).toEqual([]);
  });

  test('one flag; what is none; what is no context', async () => {
    const visitor = app.browser();
    expect((await ask(visitor, {}, 'telecheck')).json()).toEqual({ key: 'telecheck', value: true, variant: 'on', reason: 'STATIC' });
    const unknown = await ask(visitor, {}, 'toString');
    expect([unknown.statusCode, unknown.json()]).toMatchObject([404, { key: 'toString', errorCode: 'FLAG_NOT_FOUND' }]);
    const wrong = await visitor.send('POST', '/ofrep/v1/evaluate/flags', { context: { companyId: 7 } });
    expect([wrong.statusCode, wrong.json().errorCode]).toEqual([400, 'INVALID_CONTEXT']);
  });

  test('tells who has the answers already that nothing changed', async () => {
    const { browser, companyId } = await app.signedIn();
    const first = await ask(browser, { companyId });
    const etag = String(first.headers.etag);
    const again = () =>
      app.http.inject({
        method: 'POST',
        url: '/ofrep/v1/evaluate/flags',
        payload: { context: {} },
        headers: {
          authorization: `Bearer ${browser.token}`,
          cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
          'if-none-match': etag,
        },
      });
    const same = await again();
    expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', etag]);
    await set(OFF);
    const changed = await again();
    expect([changed.statusCode, valueIn(changed)]).toEqual([200, false]);
    expect(changed.headers.etag).not.toBe(etag);
  });

  test('a change is there at once in another process, and told to open screens', async () => {
    const otherDb = await openDatabase(database.config, { log: testLogger() });
    try {
      const other = createFeatureFlagService({ db: otherDb, clock: app.clock });
      expect(await other.isOnFor('telecheck', fixtures.a.id)).toBe(true);
      const heard: unknown[] = [];
      const { adminB } = fixtures.actors;
      const subscription = app.services.live.open(adminB, {
        ...authenticatedAs(adminB),
        send: (message) => heard.push(message),
        end: () => undefined,
      });
      await expect.poll(() => heard).toContainEqual({ event: 'refresh', data: { topic: 'check', companyId: null } });
      await set(OFF);
      expect(await other.isOnFor('telecheck', fixtures.a.id)).toBe(false);
      await expect
        .poll(() => heard)
        .toContainEqual({ event: 'flag', data: { topic: 'flag', companyId: null, id: 'telecheck', version: 1 } });
      subscription.close();
    } finally {
      await otherDb.close();
    }
  });
});

describe('what flags guard', () => {
  test('a Telecheck is ordered, and changed to, only where there are any', async () => {
    const { checks } = app.services;
    const { adminA, planner } = fixtures.actors;
    const wanted = orderOf(fixtures.a, app.clock, { locationCheck: 'Telecheck', phoneNumber: '+32470123456' });
    const ordered = await checks.order(adminA, wanted, newId());
    await set(only(fixtures.b.id));
    for (const actor of [adminA, planner])
      expect(await fieldErrorsOf(checks.order(actor, wanted, newId()))).toEqual(['locationCheck: telecheckOff']);
    const atOffice = await checks.order(adminA, { ...wanted, employeeId: fixtures.a.employees[1], locationCheck: 'Office' }, newId());
    const changes = {
      workerAddress: wanted.workerAddress,
      workerPhoneNumber: wanted.workerPhoneNumber,
      phoneNumber: wanted.phoneNumber,
      startDate: wanted.startDate,
      endDate: wanted.endDate,
      typeCheck: wanted.typeCheck,
      authorizedExit: wanted.authorizedExit,
      providerComment: 'Ring twice.',
      doctorComment: '',
      locationCheck: 'Telecheck',
    };
    expect(await fieldErrorsOf(checks.modify(adminA, atOffice.id, atOffice.version, changes))).toEqual(['locationCheck: telecheckOff']);
    expect(await checks.modify(adminA, ordered.id, ordered.version, changes)).toMatchObject({ checkLocation: 'Telecheck' });
    const elsewhere = orderOf(fixtures.b, app.clock, { locationCheck: 'Telecheck', phoneNumber: '+32470123456' });
    expect(await checks.order(fixtures.actors.adminB, elsewhere, newId())).toMatchObject({ checkLocation: 'Telecheck' });
  });

  test('certificates are read only where it is on', async () => {
    const { reading } = app.services;
    await set(OFF, 0, 'certificateReading');
    expect(await reading.readCertificate(fixtures.actors.adminA, fixtures.a.id, newId())).toBeNull();
    await set(ON, 1, 'certificateReading');
    expect(await codeOf(reading.readCertificate(fixtures.actors.adminA, fixtures.a.id, newId()))).toBe('entity.notFound');
  });

  test('a dashboard leaves by mail only where it is on', async () => {
    const input = { companyId: fixtures.a.id, period: 'week', recipients: [fixtures.actors.basicA.email] };
    await set(OFF, 0, 'dashboardMail');
    expect(await codeOf(app.services.dashboardReports.send(fixtures.actors.adminA, input))).toBe('feature.off');
    await set(ON, 1, 'dashboardMail');
    expect(await app.services.dashboardReports.send(fixtures.actors.adminA, input)).toBe(1);
  });
});
