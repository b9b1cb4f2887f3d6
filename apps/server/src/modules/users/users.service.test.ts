import { USER_SORT_FIELDS } from '@checkwell/domain/people/enums';
import type { UserInput } from '@checkwell/domain/people/rules';
import type { Actor } from '@checkwell/domain/policy';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { codeOf } from '../../test/checks.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type Fixtures } from '../../test/fixtures.ts';
import { makeUser, testApp } from '../../test/servers/identity-app.ts';
import { createUserService, type User } from './users.service.ts';

const database = await testDatabase();
const { db, owner } = database;
const app = await testApp(database);
const { clock, identity } = app;
const users = createUserService({ db, clock, identity });
afterAll(() => app.close());

let fixtures: Fixtures;
beforeEach(async () => {
  fixtures = await createFixtures(db, clock);
});

let addresses = 0;
const input = (values: Partial<UserInput> = {}): UserInput => {
  addresses += 1;
  return {
    firstName: 'Nadia',
    lastName: 'El Amrani',
    email: `nadia${addresses}@users.example.be`,
    phoneNumber: '0470 12 34 56',
    accesType: 'basic',
    languages: ['fr', 'nl'],
    ...values,
  };
};

const idsOf = async (actor: Actor, companyId: string, search?: string): Promise<string[]> =>
  (await users.list(actor, { filter: { companyId, search }, first: 100 })).nodes.map(({ id }) => id).sort();
const sorted = (ids: readonly string[]): string[] => [...ids].sort();

describe('reading', () => {
  it('is for admins of the company and for the provider', async () => {
    const { a, b, actors } = fixtures;
    const usersOfA = sorted(
      [actors.adminA, actors.basicA, actors.otherBasicA, actors.looseBasicA, actors.adminAB].map(({ profileId }) => profileId),
    );
    expect(await idsOf(actors.adminA, a.id)).toEqual(usersOfA);
    expect(await idsOf(actors.adminAB, a.id)).toEqual(usersOfA);
    expect(await idsOf(actors.planner, a.id)).toEqual(usersOfA);
    expect(await idsOf(actors.adminB, b.id)).toEqual(sorted([actors.adminB.profileId, actors.adminAB.profileId]));
    const cases: [Actor, string, string][] = [
      [actors.basicA, a.id, 'access.forbidden'],
      [actors.adminAB, b.id, 'access.forbidden'],
      [actors.doctor, a.id, 'access.forbidden'],
      [actors.adminA, b.id, 'entity.notFound'],
      [actors.adminA, newId(), 'entity.notFound'],
      [actors.planner, newId(), 'entity.notFound'],
      [actors.anonymous, a.id, 'access.unauthenticated'],
    ];
    for (const [actor, companyId, code] of cases) {
      expect(await codeOf(users.list(actor, { filter: { companyId } })), `${actor.kind} ${code}`).toBe(code);
      expect(await codeOf(users.get(actor, companyId, actors.adminA.profileId)), `${actor.kind} ${code}`).toBe(code);
    }
  });

  it('shows a profile in its company only, and who one is oneself', async () => {
    const { a, b, actors } = fixtures;
    expect(await users.get(actors.adminA, a.id, actors.adminA.profileId)).toMatchObject({
      email: actors.adminA.email,
      accesType: 'admin',
      isSelf: true,
      version: 1,
    });
    expect(await users.get(actors.adminA, a.id, actors.basicA.profileId)).toMatchObject({
      companyId: a.id,
      accesType: 'basic',
      isSelf: false,
    });
    expect(await users.get(actors.adminB, b.id, actors.adminAB.profileId)).toMatchObject({ companyId: b.id, accesType: 'basic' });
    expect(await codeOf(users.get(actors.adminA, a.id, actors.adminB.profileId))).toBe('entity.notFound');
    expect(await codeOf(users.get(actors.adminA, a.id, 'nonsense'))).toBe('entity.notFound');
  });

  it('searches names and addresses, and walks the pages', async () => {
    const { a, actors } = fixtures;
    const made = await users.create(actors.adminA, a.id, input({ firstName: 'Zoë', lastName: 'Van Örsted' }));
    expect(await idsOf(actors.adminA, a.id, 'zoe orsted')).toEqual([made.id]);
    expect(await idsOf(actors.adminA, a.id, 'orstedt')).toEqual([made.id]);
    expect(await idsOf(actors.adminA, a.id, made.email)).toEqual([made.id]);
    expect(await idsOf(actors.adminA, a.id, 'nobody at all')).toEqual([]);
    const walked: string[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof users.list>> = await users.list(actors.adminA, {
        filter: { companyId: a.id },
        first: 2,
        after,
      });
      expect(page.totalCount).toBe(6);
      walked.push(...page.nodes.map(({ id }) => id));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    expect(new Set(walked).size).toBe(6);
    expect(sorted(walked)).toEqual(await idsOf(actors.adminA, a.id));
  });
});

describe('the list', () => {
  it('is narrowed by access and language', async () => {
    const { a, actors } = fixtures;
    const made = await users.create(actors.adminA, a.id, input({ accesType: 'admin', languages: ['fr'] }));
    const found = async (filter: object) => (await users.list(actors.adminA, { filter: { companyId: a.id, ...filter }, first: 100 })).nodes;
    expect((await found({ accesType: 'admin' })).map(({ id }) => id).sort()).toEqual(
      sorted([actors.adminA.profileId, actors.adminAB.profileId, made.id]),
    );
    expect(await found({ accesType: 'basic' })).toHaveLength(3);
    expect((await found({ language: 'fr' })).every(({ languages }) => languages.includes('fr'))).toBe(true);
    expect((await found({ accesType: 'admin', language: 'fr', search: made.email })).map(({ id }) => id)).toEqual([made.id]);
    for (const wrong of [{ accesType: 'owner' }, { language: 'de' }, { active: true }])
      expect(await codeOf(users.list(actors.adminA, { filter: { companyId: a.id, ...wrong } }))).toBe('request.invalid');
  });

  it.each(USER_SORT_FIELDS)('is sorted by %s, both ways, across pages', async (field) => {
    const { a, actors } = fixtures;
    for (const lastName of ['Zwart', 'aerts', 'Élan', 'Maes']) {
      clock.advance({ minutes: 1 });
      await users.create(actors.adminA, a.id, input({ lastName, accesType: lastName === 'Maes' ? 'admin' : 'basic' }));
    }
    const walk = async (direction: 'asc' | 'desc') => {
      const walked: User[] = [];
      let after: string | null = null;
      do {
        const options = { filter: { companyId: a.id }, sort: { field, direction }, first: 2, after };
        const page: Awaited<ReturnType<typeof users.list>> = await users.list(actors.adminA, options);
        walked.push(...page.nodes);
        after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
      } while (after !== null);
      return walked;
    };
    const sortedValue = (user: User): string =>
      field === 'lastName'
        ? // Accents aside, as in every list of people.
          `${user.lastName} ${user.firstName}`.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
        : field === 'createdAt'
          ? user.createdAt.toISOString()
          : user[field];
    const rising = (await walk('asc')).map(sortedValue);
    expect(rising).toHaveLength(9);
    expect(rising).toEqual(rising.toSorted());
    expect((await walk('desc')).map(sortedValue)).toEqual(rising.toReversed());
  });
});

describe('adding', () => {
  it('makes an account without password, and its membership', async () => {
    const { a, actors } = fixtures;
    const made = await users.create(actors.adminA, a.id, input({ email: ' Nadia.Unique@Users.Example.BE ', accesType: 'admin' }));
    expect(made).toMatchObject({
      email: 'nadia.unique@users.example.be',
      phoneNumber: '+32470123456',
      accesType: 'admin',
      languages: ['fr', 'nl'],
      isSelf: false,
      version: 1,
    });
    const [profile] = await owner('select kind, "companyId", language from profiles where id = $1', [made.id]);
    expect(profile).toEqual({ kind: 'employer', companyId: a.id, language: 'fr' });
    const browser = app.browser();
    expect((await browser.signIn(made.email, '')).statusCode).toBe(422);
    expect((await browser.signIn(made.email, 'anything-at-all-123')).json().error.code).toBe('auth.invalidCredentials');
    const [log] = await owner('select action, "actorRole", "profileId" from access_log where "subjectId" = $1', [made.id]);
    expect(log).toEqual({ action: 'user.create', actorRole: 'employerAdmin', profileId: actors.adminA.profileId });
  });

  it('is refused to everybody but admins of the company and the provider', async () => {
    const { a, b, actors } = fixtures;
    const cases: [Actor, string, string][] = [
      [actors.basicA, a.id, 'access.forbidden'],
      [actors.looseBasicA, a.id, 'access.forbidden'],
      [actors.adminAB, b.id, 'access.forbidden'],
      [actors.doctor, a.id, 'access.forbidden'],
      [actors.adminA, b.id, 'entity.notFound'],
      [actors.adminA, newId(), 'entity.notFound'],
      [actors.anonymous, a.id, 'access.unauthenticated'],
    ];
    for (const [actor, companyId, code] of cases) {
      for (const accesType of ['admin', 'basic'] as const) {
        const user = input({ accesType });
        expect(await codeOf(users.create(actor, companyId, user)), `${actor.kind} ${code}`).toBe(code);
        expect(await owner('select id from profiles where "userName" = $1', [user.email])).toEqual([]);
      }
    }
  });

  it('refuses an address that somebody has, whoever it is', async () => {
    const { a, actors } = fixtures;
    const made = await users.create(actors.adminA, a.id, input());
    for (const email of [
      made.email,
      made.email.toUpperCase(),
      actors.adminB.email,
      actors.planner.email,
      actors.doctor.email,
      actors.adminA.email,
    ]) {
      const work = users.create(actors.adminA, a.id, input({ email }));
      await expect(work, email).rejects.toMatchObject({ code: 'user.duplicateEmail', issues: [{ path: 'email', message: 'emailTaken' }] });
    }
  });

  it('takes in a colleague whom the admin knows from another company', async () => {
    const { a, b, actors } = fixtures;
    await owner('update company_users set "accesType" = $1 where "companyId" = $2 and "profileId" = $3', [
      'admin',
      b.id,
      actors.adminAB.profileId,
    ]);
    const adminOfBoth: Actor = {
      ...actors.adminAB,
      memberships: actors.adminAB.memberships.map((membership) => ({ ...membership, accesType: 'admin' })),
    };
    const taken = await users.create(
      adminOfBoth,
      b.id,
      input({ email: actors.basicA.email, accesType: 'admin', firstName: 'Somebody', lastName: 'Else' }),
    );
    expect(taken).toMatchObject({ id: actors.basicA.profileId, companyId: b.id, accesType: 'admin', firstName: 'Given' });
    expect(await users.get(adminOfBoth, a.id, actors.basicA.profileId)).toMatchObject({ accesType: 'basic' });
  });

  it('makes one account when the same address comes many times at once', async () => {
    const { a, actors } = fixtures;
    const user = input();
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => users.create(actors.adminA, a.id, user)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'user.duplicateEmail' });
    expect(await owner('select id from profiles where "userName" = $1', [user.email])).toHaveLength(1);
  });

  it.each(['id', 'companyId', 'superiorId', 'kind', 'sessionVersion', 'password', 'isSelf', 'subject'])(
    'refuses the key %s',
    async (key) => {
      const { a, actors } = fixtures;
      await expect(users.create(actors.adminA, a.id, { ...input(), [key]: 'admin' })).rejects.toMatchObject({
        code: 'request.invalid',
        issues: [{ path: key, message: 'unknownField' }],
      });
    },
  );

  it('names the errors of the form', async () => {
    const { a, actors } = fixtures;
    const wrong = { firstName: '', lastName: '', email: 'nadia', phoneNumber: '12', accesType: 'owner', languages: [] };
    await expect(users.create(actors.adminA, a.id, wrong)).rejects.toMatchObject({
      issues: [
        { path: 'firstName', message: 'firstNameRequired' },
        { path: 'lastName', message: 'lastNameRequired' },
        { path: 'email', message: 'emailFormat' },
        { path: 'phoneNumber', message: 'phoneFormat' },
        { path: 'accesType', message: 'invalidChoice' },
        { path: 'languages', message: 'languageRequired' },
      ],
    });
  });
});

describe('changing the access', () => {
  it('holds at once, for the version that was seen', async () => {
    const { a, actors } = fixtures;
    const { profileId } = actors.basicA;
    expect(await users.updateAccess(actors.adminA, a.id, profileId, 1, 'admin')).toMatchObject({ accesType: 'admin', version: 2 });
    expect(await codeOf(users.updateAccess(actors.adminA, a.id, profileId, 1, 'basic'))).toBe('entity.changedMeanwhile');
    expect(await codeOf(users.updateAccess(actors.adminA, a.id, profileId, 2, 'owner'))).toBe('request.invalid');
  });

  it('is refused to everybody but admins of the company', async () => {
    const { a, b, actors } = fixtures;
    expect(await codeOf(users.updateAccess(actors.basicA, a.id, actors.basicA.profileId, 1, 'admin'))).toBe('access.forbidden');
    expect(await codeOf(users.updateAccess(actors.planner, a.id, actors.basicA.profileId, 1, 'admin'))).toBe('access.forbidden');
    expect(await codeOf(users.updateAccess(actors.adminAB, b.id, actors.adminAB.profileId, 1, 'admin'))).toBe('access.forbidden');
    expect(await codeOf(users.updateAccess(actors.adminB, a.id, actors.basicA.profileId, 1, 'admin'))).toBe('entity.notFound');
    expect(await codeOf(users.updateAccess(actors.adminA, a.id, actors.adminB.profileId, 1, 'admin'))).toBe('entity.notFound');
    expect(await codeOf(users.updateAccess(actors.adminB, b.id, actors.adminB.profileId, 1, 'basic'))).toBe('user.lastAdmin');
  });

  it('reaches a user who is signed in', async () => {
    const user = await makeUser(database, identity, { accesType: 'basic' });
    const browser = app.browser();
    await browser.signIn(user.email);
    const admin = await makeUser(database, identity, { companyId: user.companyId });
    const adminActor: Actor = {
      kind: 'employer',
      profileId: admin.profileId,
      email: admin.email,
      memberships: [{ companyId: user.companyId, accesType: 'admin', superiorId: null }],
    };
    expect((await browser.send('GET', '/who')).json().memberships).toMatchObject([{ accesType: 'basic' }]);
    await users.updateAccess(adminActor, user.companyId, user.profileId, 1, 'admin');
    expect((await browser.send('GET', '/who')).json().memberships).toMatchObject([{ accesType: 'admin' }]);
  });
});

describe('deleting', () => {
  it('ends the account and every session of a user of one company', async () => {
    const user = await makeUser(database, identity, { accesType: 'basic' });
    const admin = await makeUser(database, identity, { companyId: user.companyId });
    const actor: Actor = {
      kind: 'employer',
      profileId: admin.profileId,
      email: admin.email,
      memberships: [{ companyId: user.companyId, accesType: 'admin', superiorId: null }],
    };
    const browsers = [app.browser(), app.browser()];
    for (const browser of browsers) {
      await browser.signIn(user.email);
      expect((await browser.send('GET', '/who')).json().profileId).toBe(user.profileId);
    }
    expect(await users.delete(actor, user.companyId, user.profileId)).toBe(user.profileId);
    for (const browser of browsers) expect((await browser.send('GET', '/who')).json().error.code).toBe('auth.sessionEnded');
    expect((await app.browser().signIn(user.email)).json().error.code).toBe('auth.invalidCredentials');
    expect(await owner('select "isOpen", "closedAt" from profiles where id = $1', [user.profileId])).toEqual([
      { isOpen: false, closedAt: clock.now() },
    ]);
    expect(await owner('select id from auth.users where id = $1', [user.subject])).toEqual([]);
    expect(await owner('select "userId" from auth.sessions where "userId" = $1', [user.subject])).toEqual([]);
    const [log] = await owner('select action, "profileId" from access_log where "subjectId" = $1 and "subjectType" = $2', [
      user.profileId,
      'company_users',
    ]);
    expect(log).toEqual({ action: 'user.delete', profileId: admin.profileId });
    // The address is free again.
    expect(await users.create(actor, user.companyId, input({ email: user.email }))).toMatchObject({ email: user.email });
  });

  it('takes only this company from a user of several', async () => {
    const { a, b, actors } = fixtures;
    const user = await makeUser(database, identity, { companyId: a.id, accesType: 'basic' });
    await owner('insert into company_users ("companyId", "profileId", "accesType", languages) values ($1, $2, $3, $4)', [
      b.id,
      user.profileId,
      'basic',
      '{nl}',
    ]);
    const browser = app.browser();
    await browser.signIn(user.email);
    await users.delete(actors.adminA, a.id, user.profileId);
    expect((await browser.send('GET', '/who')).json().memberships).toMatchObject([{ companyId: b.id }]);
    expect(await codeOf(users.get(actors.adminA, a.id, user.profileId))).toBe('entity.notFound');
    expect(await users.get(actors.adminB, b.id, user.profileId)).toMatchObject({ email: user.email });
    expect(await owner('select "companyId" from profiles where id = $1', [user.profileId])).toEqual([{ companyId: b.id }]);
  });

  it('is refused for oneself, for strangers, and to everybody but admins', async () => {
    const { a, b, actors } = fixtures;
    expect(await codeOf(users.delete(actors.adminA, a.id, actors.adminA.profileId))).toBe('user.cannotDeleteSelf');
    expect(await codeOf(users.delete(actors.adminA, a.id, actors.adminB.profileId))).toBe('entity.notFound');
    expect(await codeOf(users.delete(actors.adminA, b.id, actors.adminB.profileId))).toBe('entity.notFound');
    expect(await codeOf(users.delete(actors.adminA, a.id, newId()))).toBe('entity.notFound');
    for (const actor of [actors.basicA, actors.planner, actors.doctor]) {
      expect(await codeOf(users.delete(actor, a.id, actors.looseBasicA.profileId))).toBe('access.forbidden');
    }
    expect(await idsOf(actors.adminA, a.id)).toHaveLength(5);
  });

  it('leaves one admin when two remove each other at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await makeUser(database, identity);
      const other = await makeUser(database, identity, { companyId: one.companyId });
      const actorOf = ({ profileId, email }: { profileId: string; email: string }): Actor => ({
        kind: 'employer',
        profileId,
        email,
        memberships: [{ companyId: one.companyId, accesType: 'admin', superiorId: null }],
      });
      const outcomes = await Promise.all([
        codeOf(users.delete(actorOf(one), one.companyId, other.profileId)),
        codeOf(users.delete(actorOf(other), one.companyId, one.profileId)),
      ]);
      // The second has no membership of the company any more.
      expect(
        outcomes.filter((outcome) => outcome === 'no error'),
        String(outcomes),
      ).toHaveLength(1);
      expect(await owner('select "profileId" from company_users where "companyId" = $1', [one.companyId])).toHaveLength(1);
    }
  });

  it('leaves one admin when two demote each other, or one demotes and one deletes', async () => {
    const { a, actors } = fixtures;
    for (let round = 0; round < 5; round += 1) {
      await owner('update company_users set "accesType" = $1, version = 1 where "companyId" = $2 and "profileId" = any ($3)', [
        'admin',
        a.id,
        [actors.adminA.profileId, actors.adminAB.profileId],
      ]);
      const outcomes = await Promise.all([
        codeOf(users.updateAccess(actors.adminA, a.id, actors.adminAB.profileId, 1, 'basic')),
        codeOf(users.updateAccess(actors.adminAB, a.id, actors.adminA.profileId, 1, 'basic')),
      ]);
      // Whoever comes second is no admin any more.
      expect(outcomes.sort(), String(outcomes)).toEqual(['access.forbidden', 'no error']);
    }
    await owner('update company_users set "accesType" = $1, version = 1 where "companyId" = $2 and "profileId" = any ($3)', [
      'admin',
      a.id,
      [actors.adminA.profileId, actors.adminAB.profileId],
    ]);
    const mixed = await Promise.all([
      codeOf(users.updateAccess(actors.adminA, a.id, actors.adminAB.profileId, 1, 'basic')),
      codeOf(users.delete(actors.adminAB, a.id, actors.adminA.profileId)),
    ]);
    expect(
      mixed.filter((outcome) => outcome === 'no error'),
      String(mixed),
    ).toHaveLength(1);
    expect(await owner('select "profileId" from company_users where "companyId" = $1 and "accesType" = $2', [a.id, 'admin'])).toHaveLength(
      1,
    );
  });

  it('does not count an admin who cannot sign in', async () => {
    const { a, actors } = fixtures;
    expect(await users.get(actors.adminA, a.id, actors.adminA.profileId)).toMatchObject({ isLastAdmin: false });
    await owner('update profiles set "disabledAt" = now() where id = $1', [actors.adminAB.profileId]);
    expect(await codeOf(users.updateAccess(actors.adminA, a.id, actors.adminA.profileId, 1, 'basic'))).toBe('user.lastAdmin');
    // The screens know it before: what would be refused cannot be chosen.
    expect(await users.get(actors.adminA, a.id, actors.adminA.profileId)).toMatchObject({ isLastAdmin: true });
    expect(await users.get(actors.adminA, a.id, actors.basicA.profileId)).toMatchObject({ isLastAdmin: false });
  });

  it('does not count an admin who has not accepted the invitation, and counts them from then on', async () => {
    const { a, actors } = fixtures;
    await owner('update company_users set "accesType" = $1 where "profileId" = $2', ['basic', actors.adminAB.profileId]);
    const invited = await users.create(actors.adminA, a.id, input({ accesType: 'admin' }));
    const own = async () => users.get(actors.adminA, a.id, actors.adminA.profileId);
    const leave = async () => codeOf(users.updateAccess(actors.adminA, a.id, actors.adminA.profileId, (await own()).version, 'basic'));
    expect(await own()).toMatchObject({ isLastAdmin: true });
    expect(await leave()).toBe('user.lastAdmin');
    expect(await users.get(actors.adminA, a.id, invited.id)).toMatchObject({ isInvited: true, isLastAdmin: false });
    await app.outbox.drain();
    const [mail] = await owner<{ plainText: string }>('select "plainText" from mails where recipient = $1', [invited.email]);
    const token = /#([\w-]+)/.exec(mail?.plainText ?? '')?.[1];
    await app.browser().send('POST', '/auth/password/reset', { token, password: 'Kanaal fiets 7-4-9 lamp' });
    expect(await own()).toMatchObject({ isLastAdmin: false });
    expect(await leave()).toBe('no error');
  });
});

describe('the invitation', () => {
  const drain = async () => {
    while ((await app.outbox.drain()) > 0);
  };
  const mailsTo = (recipient: string) =>
    owner<{ template: string; plainText: string; companyId: string | null }>(
      'select template, "plainText", "companyId" from mails where recipient = $1 order by "createdAt", id',
      [recipient],
    );
  const tokenOf = async (email: string) => /#([\w-]+)/.exec((await mailsTo(email)).at(-1)?.plainText ?? '')?.[1] ?? '';
  const PASSWORD = 'Kanaal fiets 7-4-9 lamp';

  it('goes to a new user, names the company, and opens the account; until then the list says so', async () => {
    const { a, actors } = fixtures;
    const user = await users.create(actors.adminA, a.id, input());
    expect(user.isInvited).toBe(true);
    await drain();
    const [mail, ...others] = await mailsTo(user.email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ template: 'invitation', companyId: a.id });
    expect(mail?.plainText).toContain(a.name);
    const browser = app.browser();
    const token = await tokenOf(user.email);
    expect((await browser.send('POST', '/auth/password/reset', { token, password: PASSWORD })).statusCode).toBe(204);
    expect((await browser.signIn(user.email, PASSWORD)).statusCode).toBe(200);
    expect(await users.get(actors.adminA, a.id, user.id)).toMatchObject({ isInvited: false });
    const { nodes } = await users.list(actors.adminA, { filter: { companyId: a.id, search: user.email } });
    expect(nodes).toMatchObject([{ isInvited: false }]);
  });

  it('is sent again by those who may add users, while it waits, three times in half an hour', async () => {
    const { a, actors } = fixtures;
    const user = await users.create(actors.adminA, a.id, input());
    for (let time = 0; time < 3; time += 1) await users.inviteAgain(actors.adminA, a.id, user.id);
    expect(await codeOf(users.inviteAgain(actors.adminA, a.id, user.id))).toBe('auth.tooManyAttempts');
    await drain();
    expect((await mailsTo(user.email)).length).toBe(4);
    const cases: [Actor, string][] = [
      [actors.basicA, 'access.forbidden'],
      [actors.doctor, 'access.forbidden'],
      [actors.adminB, 'entity.notFound'],
      [actors.anonymous, 'access.unauthenticated'],
    ];
    for (const [actor, code] of cases) expect(await codeOf(users.inviteAgain(actor, a.id, user.id))).toBe(code);
    const token = await tokenOf(user.email);
    await app.browser().send('POST', '/auth/password/reset', { token, password: PASSWORD });
    expect(await codeOf(users.inviteAgain(actors.adminA, a.id, user.id))).toBe('user.notInvited');
  });

  it('gives a client its first administrator, by the provider', async () => {
    const { b, actors } = fixtures;
    const made = await users.create(actors.planner, b.id, input({ accesType: 'admin' }));
    expect(made).toMatchObject({ companyId: b.id, accesType: 'admin', isInvited: true });
    const [log] = await owner('select action, "actorRole", "profileId" from access_log where "subjectId" = $1', [made.id]);
    expect(log).toEqual({ action: 'user.create', actorRole: 'planner', profileId: actors.planner.profileId });
    expect((await users.inviteAgain(actors.planner, b.id, made.id)).id).toBe(made.id);
    await drain();
    expect(await mailsTo(made.email)).toHaveLength(2);
    expect(await codeOf(users.updateAccess(actors.planner, b.id, made.id, made.version, 'basic'))).toBe('access.forbidden');
    await users.delete(actors.adminB, b.id, made.id);
  });

  it('is worth nothing once the user is deleted', async () => {
    const { a, actors } = fixtures;
    const user = await users.create(actors.adminA, a.id, input());
    await drain();
    const token = await tokenOf(user.email);
    await users.delete(actors.adminA, a.id, user.id);
    const response = await app.browser().send('POST', '/auth/password/reset', { token, password: PASSWORD });
    expect(response.json().error.code).toBe('auth.linkInvalid');
  });

  it('is not needed by a colleague of another company, who is told of the new membership', async () => {
    const { a, b, actors } = fixtures;
    const known = await makeUser(database, identity, { companyId: b.id, email: `bob${newId()}@users.example.be` });
    await db.system('test', (tx) =>
      tx
        .insertInto('company_users')
        .values({ companyId: b.id, profileId: actors.adminAB.profileId, accesType: 'admin', languages: ['en'] })
        .onConflict((conflict) => conflict.columns(['companyId', 'profileId']).doUpdateSet({ accesType: 'admin' }))
        .execute(),
    );
    const admin: Actor = {
      ...actors.adminAB,
      memberships: actors.adminAB.memberships.map((membership) => ({ ...membership, accesType: 'admin' as const })),
    };
    const user = await users.create(admin, a.id, input({ email: known.email }));
    expect(user).toMatchObject({ id: known.profileId, isInvited: false });
    await drain();
    const [told, ...others] = await mailsTo(known.email);
    expect([told?.template, others]).toEqual(['placeAdded', []]);
    expect(told?.plainText).toContain(a.name);
  });
});
