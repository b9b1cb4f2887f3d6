import { companyInputOf } from '@checkwell/domain/people/company';
import type { UserInput } from '@checkwell/domain/people/rules';
import type { Actor } from '@checkwell/domain/policy';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { testDatabase } from '../../test/database.ts';
import { doctorInput, profileIdOfDoctor } from '../../test/doctors.ts';
import { createFixtures } from '../../test/fixtures.ts';
import { inBothOrders } from '../../test/race.ts';
import { Scenario } from '../../test/second-step-scenario.ts';
import { makeCompany, makeUser, PASSWORD } from '../../test/servers/identity-app.ts';
import { serverApp } from '../../test/servers/server-app.ts';

/**
 * Two writes about one identity, held at a lock and let go in both orders. Locks on whole tables let both read before either writes.
 */

const database = await testDatabase();
const { db, owner } = database;
const app = await serverApp(database);
const { apiTokens, companies, doctors, identity, invoices, profiles, signUps, users } = app.services;
const { planner } = (await createFixtures(db, app.clock)).actors;
beforeEach(() => owner('delete from auth.throttles'));

const table = (name: string) => ({ sql: `lock table ${name} in exclusive mode` });
const codes = (ends: readonly PromiseSettledResult<unknown>[]): string[] =>
  ends.map((end) => (end.status === 'fulfilled' ? 'done' : String((end.reason as { code?: unknown }).code)));

interface Person {
  readonly profileId: string;
  readonly email: string;
}
const admin = ({ profileId, email }: Person, ...companyIds: readonly string[]): Actor => ({
  kind: 'employer',
  profileId,
  email,
  memberships: companyIds.map((companyId) => ({ companyId, accesType: 'admin', superiorId: null })),
});
async function give(companyId: string, { profileId }: Pick<Person, 'profileId'>, accesType = 'admin'): Promise<void> {
  await owner('insert into company_users ("companyId", "profileId", "accesType", languages) values ($1, $2, $3, $4)', [
    companyId,
    profileId,
    accesType,
    '{nl}',
  ]);
}
const userInput = (values: Partial<UserInput> = {}): UserInput => ({
  firstName: 'Nadia',
  lastName: 'El Amrani',
  email: `${newId()}@users.example.be`,
  phoneNumber: '0470 12 34 56',
  accesType: 'basic',
  languages: ['nl'],
  ...values,
});
/** The open profiles of an address, their memberships and the accounts behind them: what must always fit together. */
const profilesOf = (email: string) =>
  owner<{ id: string; memberships: string[]; account: string | null }>(
    `select p.id, array(select u."companyId"::text from company_users u where u."profileId" = p.id order by 1) as memberships, a.email as account
     from profiles p left join auth.users a on a.id::text = p.subject where p."userName" = $1 and p."isOpen"`,
    [email],
  );
/** A request for access that waits for a decision. */
async function askForAccess(email = `${newId()}@sign-ups.example.be`) {
  const { firstName, lastName, phoneNumber } = userInput();
  const values = { firstName, lastName, email, phoneNumber: '+32470123456', companyName: '', companyNumber: '', language: 'nl' };
  expect((await app.browser().send('POST', '/v1/api/sign-ups', { ...values, phoneNumber })).statusCode).toBe(204);
  const { nodes } = await signUps.list(planner, { filter: { state: 'Pending', search: email }, first: 100 });
  const found = nodes.at(-1);
  if (!found) throw new Error('The request is not in the queue.');
  return found;
}
const accountsOf = (email: string) => owner('select id from auth.users where email = $1', [email]);

describe('a session', () => {
  const rowOf = (profileId: string) => ({
    sql: 'select s.id from auth.sessions s join profiles p on p.subject = s."userId"::text where p.id = $1 for update of s',
    values: [profileId],
  });
  async function signedIn() {
    const { browser, profileId } = await app.signedIn();
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const refresh = (header = cookie) => app.http.inject({ method: 'POST', url: '/auth/session/refresh', headers: { cookie: header } });
    return { profileId, cookie, refresh };
  }
  type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof signedIn>>['refresh']>>;
  const statusOf = (end: PromiseSettledResult<Answer>) => (end.status === 'fulfilled' ? end.value.statusCode : String(end.reason));
  const tokenIn = ({ cookies }: Answer) => cookies.find(({ name }) => name === '__Host-session')?.value ?? '';
  const sessionsOf = ({ profileId }: { readonly profileId: string }) =>
    owner('select s.id from auth.sessions s join profiles p on p.subject = s."userId"::text where p.id = $1', [profileId]);

  inBothOrders('that two tabs renew with one token goes on in both, with one token', database, async (race) => {
    const person = await signedIn();
    const ends = await race(rowOf(person.profileId), person.refresh, person.refresh);
    expect(ends.map(statusOf)).toEqual([200, 200]);
    const [one, other] = ends.map((end) => (end.status === 'fulfilled' ? tokenIn(end.value) : end.reason));
    expect(one).toBe(other);
    expect(person.cookie).not.toContain(one);
    expect((await person.refresh(`__Host-session=${one}`)).statusCode).toBe(200);
  });

  inBothOrders('is over after the use of a replaced token, whatever its owner does meanwhile', database, async (race, first) => {
    const person = await signedIn();
    const next = `__Host-session=${tokenIn(await person.refresh())}`;
    app.clock.advance({ seconds: 61 });
    const ends = await race(
      rowOf(person.profileId),
      () => person.refresh(next),
      () => person.refresh(),
    );
    expect(ends.map(statusOf)).toEqual([first === 'a' ? 200 : 401, 401]);
    expect(await sessionsOf(person)).toEqual([]);
  });

  inBothOrders('that is signed out and renewed at once is over', database, async (race, first) => {
    const person = await signedIn();
    const signOut = () => app.http.inject({ method: 'POST', url: '/auth/sign-out', headers: { cookie: person.cookie } });
    const ends = await race(rowOf(person.profileId), signOut, person.refresh);
    expect(ends.map(statusOf)).toEqual([204, first === 'a' ? 401 : 200]);
    expect(await sessionsOf(person)).toEqual([]);
  });
});

describe('users', () => {
  // The second lock lets both count the memberships that are left before either has ended.
  describe.each(['company_users', 'access_log'])('held at %s', (heldAt) => {
    inBothOrders('who is removed from two companies at once has no account left, and can be added again', database, async (race) => {
      const [one, other] = [await makeUser(database, identity), await makeUser(database, identity)];
      const person = await makeUser(database, identity, { companyId: one.companyId, accesType: 'basic' });
      await give(other.companyId, person, 'basic');
      const ends = await race(
        table(heldAt),
        () => users.delete(admin(one, one.companyId), one.companyId, person.profileId),
        () => users.delete(admin(other, other.companyId), other.companyId, person.profileId),
      );
      expect(codes(ends)).toEqual(['done', 'done']);
      expect(await profilesOf(person.email)).toEqual([]);
      expect(await accountsOf(person.email)).toEqual([]);
      const again = await users.create(admin(one, one.companyId), one.companyId, userInput({ email: person.email }));
      expect(await profilesOf(person.email)).toEqual([{ id: again.id, memberships: [one.companyId], account: person.email }]);
    });
  });

  inBothOrders('who is removed from one company and added to another has a membership and an account', database, async (race) => {
    const [one, other] = [await makeUser(database, identity), await makeUser(database, identity)];
    const person = await makeUser(database, identity, { companyId: one.companyId, accesType: 'basic' });
    await give(one.companyId, other); // knows the person as a colleague
    const ends = await race(
      table('company_users'),
      () => users.delete(admin(one, one.companyId), one.companyId, person.profileId),
      () => users.create(admin(other, other.companyId, one.companyId), other.companyId, userInput({ email: person.email })),
    );
    expect(codes(ends)).toEqual(['done', 'done']);
    expect(await profilesOf(person.email)).toMatchObject([{ memberships: [other.companyId], account: person.email }]);
  });

  inBothOrders('of two admins who remove each other one stays', database, async (race) => {
    const one = await makeUser(database, identity);
    const other = await makeUser(database, identity, { companyId: one.companyId });
    const ends = await race(
      table('company_users'),
      () => users.delete(admin(one, one.companyId), one.companyId, other.profileId),
      () => users.delete(admin(other, one.companyId), one.companyId, one.profileId),
    );
    expect(codes(ends).sort()).toEqual(['access.forbidden', 'done']);
    expect(await owner('select from company_users where "companyId" = $1', [one.companyId])).toHaveLength(1);
  });

  inBothOrders('an admin who is being removed makes no token', database, async (race, first) => {
    const one = await makeUser(database, identity);
    const leaving = await makeUser(database, identity, { companyId: one.companyId });
    const ends = await race(
      table('company_users'),
      () => users.delete(admin(one, one.companyId), one.companyId, leaving.profileId),
      () => apiTokens.create(admin(leaving, one.companyId), one.companyId, { name: 'Payroll', accesType: 'admin', expiresInDays: 30 }),
    );
    expect(codes(ends)).toEqual(['done', first === 'a' ? 'access.forbidden' : 'done']);
    // Whoever was still an admin when the token was made could make it.
    expect(await owner('select from api_tokens where "companyId" = $1', [one.companyId])).toHaveLength(first === 'a' ? 0 : 1);
  });

  inBothOrders('an admin who is being removed withdraws no token', database, async (race, first) => {
    const one = await makeUser(database, identity);
    const leaving = await makeUser(database, identity, { companyId: one.companyId });
    const form = { name: 'Payroll', accesType: 'admin', expiresInDays: 30 };
    const { apiToken } = await apiTokens.create(admin(one, one.companyId), one.companyId, form);
    const ends = await race(
      table('company_users'),
      () => users.delete(admin(one, one.companyId), one.companyId, leaving.profileId),
      () => apiTokens.revoke(admin(leaving, one.companyId), one.companyId, apiToken.id),
    );
    expect(codes(ends)).toEqual(['done', first === 'a' ? 'access.forbidden' : 'done']);
    expect(await owner('select from api_tokens where id = $1 and "revokedAt" is not null', [apiToken.id])).toHaveLength(
      first === 'a' ? 0 : 1,
    );
  });

  inBothOrders('an admin who is being demoted adds nobody', database, async (race, first) => {
    const one = await makeUser(database, identity);
    const leaving = await makeUser(database, identity, { companyId: one.companyId });
    const added = userInput({ accesType: 'admin' });
    const ends = await race(
      table('company_users'),
      () => users.updateAccess(admin(one, one.companyId), one.companyId, leaving.profileId, 1, 'basic'),
      () => users.create(admin(leaving, one.companyId), one.companyId, added),
    );
    expect(codes(ends)).toEqual(['done', first === 'a' ? 'access.forbidden' : 'done']);
    for (const rows of [await profilesOf(added.email), await accountsOf(added.email)]) expect(rows).toHaveLength(first === 'a' ? 0 : 1);
  });

  inBothOrders('an admin who is being removed neither waives the second step of all nor raises anybody', database, async (race, first) => {
    const one = await makeUser(database, identity);
    const leaving = await makeUser(database, identity, { companyId: one.companyId });
    const friend = await makeUser(database, identity, { companyId: one.companyId, accesType: 'basic' });
    const actor = admin(leaving, one.companyId);
    const ends = await race(
      table('company_users'),
      () => users.delete(admin(one, one.companyId), one.companyId, leaving.profileId),
      () => app.services.companies.requireSecondStep(actor, one.companyId, 1, true),
    );
    expect(codes(ends)).toEqual(['done', first === 'a' ? 'access.forbidden' : 'done']);
    expect(codes(await Promise.allSettled([users.updateAccess(actor, one.companyId, friend.profileId, 1, 'admin')]))).toEqual([
      'access.forbidden',
    ]);
  });

  inBothOrders('one of two changes of an access counts', database, async (race) => {
    const one = await makeUser(database, identity);
    const other = await makeUser(database, identity, { companyId: one.companyId });
    const person = await makeUser(database, identity, { companyId: one.companyId, accesType: 'basic' });
    const ends = await race(
      table('company_users'),
      () => users.updateAccess(admin(one, one.companyId), one.companyId, person.profileId, 1, 'admin'),
      () => users.updateAccess(admin(other, one.companyId), one.companyId, person.profileId, 1, 'basic'),
    );
    expect(codes(ends).sort()).toEqual(['done', 'entity.changedMeanwhile']);
  });
});

describe('accounts', () => {
  inBothOrders('one address that two companies add becomes one account, with one membership', database, async (race) => {
    const [one, other] = [await makeUser(database, identity), await makeUser(database, identity)];
    const person = userInput();
    const ends = await race(
      table('profiles'),
      () => users.create(admin(one, one.companyId), one.companyId, person),
      () => users.create(admin(other, other.companyId), other.companyId, person),
    );
    expect(codes(ends).sort()).toEqual(['done', 'user.duplicateEmail']);
    const winner = ends[0].status === 'fulfilled' ? one : other;
    expect(await profilesOf(person.email)).toMatchObject([{ memberships: [winner.companyId], account: person.email }]);
    expect(await accountsOf(person.email)).toHaveLength(1);
  });

  inBothOrders('of two equal saves of a new address the new one works', database, async (race) => {
    const form = doctorInput();
    const doctor = await doctors.create(planner, form);
    const profileId = await profileIdOfDoctor(database.owner, doctor.id);
    await identity.setPassword(profileId, PASSWORD);
    const moved = { ...form, email: `new.${form.email}` };
    const save = () => doctors.update(planner, doctor.id, 1, moved);
    expect(codes(await race(table('doctors'), save, save)).sort()).toEqual(['done', 'entity.changedMeanwhile']);
    expect((await app.browser().signIn(moved.email)).statusCode).toBe(200);
    expect((await app.browser().signIn(form.email)).json().error.code).toBe('auth.invalidCredentials');
    expect(await profilesOf(moved.email)).toMatchObject([{ id: profileId, account: moved.email }]);
  });

  inBothOrders('a doctor who saves the own profile while a planner gives another address', database, async (race, first) => {
    const form = doctorInput();
    const doctor = await doctors.create(planner, form);
    const profileId = await profileIdOfDoctor(owner, doctor.id);
    const own: Actor = { kind: 'doctor', profileId, email: form.email, doctorId: doctor.id };
    const { createdAt: _, ...stored } = { createdAt: null, ...(await profiles.getOwn(own)) };
    const email = `${newId()}@doctors.example.be`;
    const ends = await race(
      { sql: 'select from profiles where id = $1 for update', values: [profileId] },
      () => profiles.updateOwn(own, { ...stored, phoneNumber: '+32470998877' }),
      () => doctors.update(planner, doctor.id, doctor.version, { ...form, email }),
    );
    // The address that was sent along is no wish for the former one.
    expect(codes(ends)).toEqual([first === 'a' ? 'done' : 'request.invalid', 'done']);
    expect(await profilesOf(email)).toMatchObject([{ id: profileId, account: email }]);
    expect(await profilesOf(form.email)).toEqual([]);
  });

  inBothOrders('two doctors never get one address', database, async (race) => {
    const forms = [doctorInput(), doctorInput()] as const;
    const [one, other] = [await doctors.create(planner, forms[0]), await doctors.create(planner, forms[1])];
    const email = `shared.${forms[0].email}`;
    const ends = await race(
      table('profiles'),
      () => doctors.update(planner, one.id, 1, { ...forms[0], email }),
      () => doctors.update(planner, other.id, 1, { ...forms[1], email }),
    );
    expect(codes(ends).sort()).toEqual(['done', 'request.invalid']);
    const [winner, loser] = ends[0].status === 'fulfilled' ? [one, other] : [other, one];
    expect(await profilesOf(email)).toMatchObject([{ id: await profileIdOfDoctor(database.owner, winner.id), account: email }]);
    expect(await profilesOf(loser.email)).toMatchObject([{ id: await profileIdOfDoctor(database.owner, loser.id), account: loser.email }]);
  });

  inBothOrders('a doctor without account gets one, however often the invitation is asked for', database, async (race) => {
    const form = doctorInput();
    const doctor = await doctors.create(planner, form);
    await owner('delete from profiles where "doctorId" = $1', [doctor.id]);
    const invite = () => doctors.invite(planner, doctor.id);
    expect(codes(await race(table('profiles'), invite, invite))).toEqual(['done', 'done']);
    expect(await profilesOf(form.email)).toMatchObject([{ account: form.email }]);
    expect(await accountsOf(form.email)).toHaveLength(1);
  });

  test('what was once left of an account whose profile was never written is nobody’s', async () => {
    const { profileId, email } = await makeUser(database, identity);
    await owner('delete from profiles where id = $1', [profileId]);
    const { companyId, ...one } = await makeUser(database, identity);
    const added = await users.create(admin(one, companyId), companyId, userInput({ email }));
    expect(added.isInvited).toBe(true);
    expect((await app.browser().signIn(email)).json().error.code).toBe('auth.invalidCredentials');
  });
});

test('a planner whose account was closed a moment ago leaves nothing behind', async () => {
  const account = { firstName: 'An', lastName: 'Peeters', phoneNumber: '', language: 'en', companyId: null, doctorId: null } as const;
  const email = `${newId()}@planners.example.be`;
  const { profileId } = await identity.createAccount({ ...account, email, kind: 'planner', password: null });
  const gone: Actor = { kind: 'planner', profileId, email };
  const [form, uninvited] = [doctorInput(), doctorInput()];
  const doctor = await doctors.create(gone, form);
  const { id: another } = await doctors.create(gone, uninvited);
  const signUp = await askForAccess();
  const { companyId, profileId: colleague } = await makeUser(database, identity);
  const client = await companies.get(planner, companyId);
  const company = companyInputOf({ ...client, checkPrice: 1_00 });
  const key = { companyId, id: newId() };
  await owner('update profiles set "disabledAt" = now() where id = $1', [profileId]);
  const writes = {
    'adds a doctor': () => doctors.create(gone, doctorInput()),
    'changes a doctor': () => doctors.update(gone, doctor.id, 1, { ...form, maxKm: 7 }),
    'invites a doctor': () => doctors.invite(gone, another),
    'confirms a request': () => signUps.confirm(gone, signUp.id, 1, { companyId, accesType: 'admin' }),
    'refuses a request': () => signUps.refuse(gone, signUp.id, 1, { reason: 'NotConfirmed' }),
    'adds a user': () => users.create(gone, companyId, userInput()),
    'removes a user': () => users.delete(gone, companyId, colleague),
    'takes a client on': () => companies.create(gone, { ...company, companyNumber: 'BE0471811661', staffCount: 3 }),
    'changes a price': () => companies.update(gone, companyId, client.version, company),
    'credits an invoice': () => invoices.credit(gone, key, { lines: null, netCents: null, reason: 'Goodwill', invoicePaid: false }),
    'invoices a month again': () => invoices.issueAgain(gone, key),
    'mails an invoice': () => invoices.send(gone, key),
  };
  const ends: Record<string, string> = {};
  for (const [name, write] of Object.entries(writes)) [ends[name] = ''] = codes(await Promise.allSettled([write()]));
  expect(ends).toEqual(Object.fromEntries(Object.keys(writes).map((name) => [name, 'access.forbidden'])));
});

describe('requests for access', () => {
  inBothOrders('of a confirmation and a refusal one counts', database, async (race) => {
    const companyId = await makeCompany(database);
    const signUp = await askForAccess();
    const ends = await race(
      table('sign_ups'),
      () => signUps.confirm(planner, signUp.id, 1, { companyId, accesType: 'basic' }),
      () => signUps.refuse(planner, signUp.id, 1, { reason: 'NotConfirmed' }),
    );
    expect(codes(ends).sort()).toEqual(['done', 'entity.changedMeanwhile']);
    const confirmed = ends[0].status === 'fulfilled';
    expect((await signUps.get(planner, signUp.id)).state).toBe(confirmed ? 'Confirmed' : 'Refused');
    expect(await profilesOf(signUp.email)).toHaveLength(confirmed ? 1 : 0);
    expect(await accountsOf(signUp.email)).toHaveLength(confirmed ? 1 : 0);
  });

  inBothOrders('two requests of one address make one account', database, async (race) => {
    const companyId = await makeCompany(database);
    const first = await askForAccess();
    const second = await askForAccess(first.email);
    const ends = await race(
      table('sign_ups'),
      () => signUps.confirm(planner, first.id, 1, { companyId, accesType: 'basic' }),
      () => signUps.confirm(planner, second.id, 1, { companyId, accesType: 'basic' }),
    );
    expect(codes(ends).sort()).toEqual(['done', 'entity.changedMeanwhile']);
    expect(await profilesOf(first.email)).toMatchObject([{ memberships: [companyId], account: first.email }]);
  });

  inBothOrders('who is confirmed for one company and added to another ends with one account', database, async (race) => {
    const companyId = await makeCompany(database);
    const one = await makeUser(database, identity);
    const { id, email } = await askForAccess();
    const ends = await race(
      table('profiles'),
      () => signUps.confirm(planner, id, 1, { companyId, accesType: 'basic' }),
      () => users.create(admin(one, one.companyId), one.companyId, userInput({ email })),
    );
    // Whom the provider confirms may have an account; a stranger's account is taken for an administrator.
    expect(codes(ends)[0]).toMatch(/done|user.duplicateEmail/);
    expect(await accountsOf(email)).toHaveLength(1);
    expect(await profilesOf(email)).toMatchObject([{ account: email }]);
  });
});

describe('users of an old system', () => {
  interface NewMembership {
    readonly companyId: string;
    readonly email: string;
  }
  async function importMemberships(...memberships: readonly NewMembership[]) {
    const companies = await owner<{ id: string; companyNumber: string }>('select id, "companyNumber" from companies');
    const lines = memberships.map(({ companyId, email }) => {
      const number = companies.find(({ id }) => id === companyId)?.companyNumber;
      return `Zoë,Peeters,${email},0470 12 34 56,basic,nl,${number}`;
    });
    const heading = 'firstName,lastName,email,phoneNumber,accesType,languages,companyNumber';
    return users.importUsers(new TextEncoder().encode([heading, ...lines].join('\n')));
  }
  const newAddress = () => `${newId()}@users.example.be`;
  const countsOf = (ends: readonly PromiseSettledResult<Awaited<ReturnType<typeof importMemberships>>>[]) =>
    ends.map((end) => (end.status === 'fulfilled' ? end.value : end.reason));

  inBothOrders('a file that is imported twice at once adds its users once', database, async (race, first) => {
    const companyId = await makeCompany(database);
    const [one, other] = [newAddress(), newAddress()];
    const file = [one, other].map((email) => ({ companyId, email }));
    const both = () => importMemberships(...file);
    const ends = await race(table('companies'), both, both);
    const added = { errors: [], added: 2, present: 0 };
    const present = { errors: [], added: 0, present: 2 };
    expect(countsOf(ends)).toEqual(first === 'a' ? [added, present] : [present, added]);
    for (const email of [one, other]) expect(await profilesOf(email)).toMatchObject([{ memberships: [companyId], account: email }]);
  });

  inBothOrders('who stands in the files of two companies at once gets one account with both memberships', database, async (race) => {
    const [one, other] = [await makeCompany(database), await makeCompany(database)];
    const email = newAddress();
    const ends = await race(
      table('auth.users'),
      () => importMemberships({ companyId: one, email }),
      () => importMemberships({ companyId: other, email }),
    );
    expect(countsOf(ends)).toEqual([1, 1].map((added) => ({ errors: [], added, present: 0 })));
    expect(await profilesOf(email)).toMatchObject([{ memberships: [one, other].sort(), account: email }]);
  });

  inBothOrders(
    'who asked for access and is confirmed for the company meanwhile has one membership and one account',
    database,
    async (race, first) => {
      const companyId = await makeCompany(database);
      const { id, email } = await askForAccess();
      const ends = await race(
        table('auth.users'),
        () => importMemberships({ companyId, email }),
        () => signUps.confirm(planner, id, 1, { companyId, accesType: 'basic' }),
      );
      expect(codes(ends)).toEqual(['done', first === 'a' ? 'user.duplicateEmail' : 'done']);
      expect(countsOf([ends[0]])).toEqual([{ errors: [], added: first === 'a' ? 1 : 0, present: first === 'a' ? 0 : 1 }]);
      expect(await profilesOf(email)).toMatchObject([{ memberships: [companyId], account: email }]);
    },
  );

  inBothOrders('who is confirmed for another company meanwhile ends with one account', database, async (race, first) => {
    const [one, other] = [await makeCompany(database), await makeCompany(database)];
    const { id, email } = await askForAccess();
    const ends = await race(
      table('auth.users'),
      () => importMemberships({ companyId: one, email }),
      () => signUps.confirm(planner, id, 1, { companyId: other, accesType: 'basic' }),
    );
    expect(countsOf([ends[0]])).toEqual([{ errors: [], added: 1, present: 0 }]);
    // A planner who is told that the address is taken confirms once more.
    expect(codes(ends)[1]).toMatch(first === 'a' ? /done|user.duplicateEmail/ : /done/);
    const [profile, ...others] = await profilesOf(email);
    expect(others).toEqual([]);
    expect(profile).toMatchObject({ account: email });
    expect(profile?.memberships).toContain(one);
  });
});

describe('passwords and second steps', () => {
  const accountRow = (subject: string) => ({ sql: 'select from auth.users where id = $1 for update', values: [subject] });

  inBothOrders('the old password changes the password once', database, async (race) => {
    const user = await makeUser(database, identity);
    const [one, other] = [app.browser(), app.browser()];
    await one.signIn(user.email);
    await other.signIn(user.email);
    const change = (browser: typeof one, next: string) => browser.send('POST', '/auth/password', { current: PASSWORD, next });
    const ends = await race(
      accountRow(user.subject),
      () => change(one, 'Kanaal fiets 7-4-9 lamp'),
      () => change(other, 'Kanaal fiets 7-4-8 lamp'),
    );
    const statuses = ends.map((end) => (end.status === 'fulfilled' ? end.value.statusCode : 0));
    expect(new Set(statuses)).toEqual(new Set([200, 422]));
    const [kept, lost] =
      statuses[0] === 200 ? ['Kanaal fiets 7-4-9 lamp', 'Kanaal fiets 7-4-8 lamp'] : ['Kanaal fiets 7-4-8 lamp', 'Kanaal fiets 7-4-9 lamp'];
    expect((await app.browser().signIn(user.email, kept)).statusCode).toBe(200);
    expect((await app.browser().signIn(user.email, lost)).statusCode).toBe(422);
  });

  inBothOrders('no recovery codes are left where the last second step is removed', database, async (race) => {
    const scenario = await Scenario.make({ app, database }, { totp: true });
    const { home, user } = scenario;
    const ends = await race(
      accountRow(user.subject),
      () => home.send('POST', '/auth/protection/totp/remove', { password: PASSWORD }),
      () => home.send('POST', '/auth/protection/recovery-codes', { password: PASSWORD }),
    );
    expect(ends.map((end) => end.status)).toEqual(['fulfilled', 'fulfilled']);
    expect(await owner('select from auth.totp where "userId" = $1', [user.subject])).toEqual([]);
    expect(await owner('select from auth.recovery_codes where "userId" = $1', [user.subject])).toEqual([]);
  });

  const statusesOf = (ends: readonly PromiseSettledResult<{ readonly statusCode: number }>[]): number[] =>
    ends.map((end) => (end.status === 'fulfilled' ? end.value.statusCode : 0));
  const sessionsOf = (subject: string) => owner('select from auth.sessions where "userId" = $1', [subject]);
  const NEW = 'Kanaal fiets 7-4-9 lamp';

  /** The secret of a link by mail to this address. */
  async function linkTo(email: string): Promise<string> {
    await app.browser().send('POST', '/auth/password/forgot', { email });
    while ((await app.services.outbox.drain()) > 0);
    const [mail] = await owner<{ plainText: string }>(
      `select "plainText" from mails where recipient = $1 and template = 'passwordReset' order by id desc limit 1`,
      [email],
    );
    return /\/reset-password\S*#([\w-]+)/.exec(mail?.plainText ?? '')?.[1] ?? '';
  }
  const reset = (token: string, password = NEW, at = app) => at.browser().send('POST', '/auth/password/reset', { token, password });

  inBothOrders('a link by mail is spent once', database, async (race, first) => {
    const { email, subject } = await makeUser(database, identity);
    const token = await linkTo(email);
    // Within one process the second would wait for the first, and not for the row.
    const elsewhere = await serverApp(database);
    const ends = await race(
      accountRow(subject),
      () => reset(token),
      () => reset(token, `${NEW} 2`, elsewhere),
    );
    expect(statusesOf(ends)).toEqual(first === 'a' ? [204, 422] : [422, 204]);
    const [kept, lost] = first === 'a' ? [NEW, `${NEW} 2`] : [`${NEW} 2`, NEW];
    expect((await app.browser().signIn(email, kept)).statusCode).toBe(200);
    expect((await app.browser().signIn(email, lost)).statusCode).toBe(422);
  });

  inBothOrders('a sign-in with the old password opens nothing once a link has set another', database, async (race, first) => {
    const { email, subject } = await makeUser(database, identity);
    const token = await linkTo(email);
    const thief = app.browser();
    // Both have looked at the account by now: the one has proven the old password, the other has found the link.
    const ends = await race(
      accountRow(subject),
      () => thief.signIn(email),
      () => reset(token),
    );
    expect(statusesOf(ends)[1]).toBe(204);
    if (first === 'b') expect(statusesOf(ends)[0]).toBe(422);
    expect(await sessionsOf(subject)).toEqual([]);
    expect((await thief.send('POST', '/auth/session/refresh')).statusCode).toBe(401);
  });

  inBothOrders('a second step is not taken to the end once a link has set another password', database, async (race) => {
    const scenario = await Scenario.make({ app, database }, { totp: true });
    const token = await linkTo(scenario.user.email);
    const { browser, ticket } = await scenario.firstStep();
    const ends = await race(
      accountRow(scenario.user.subject),
      () => browser.send('POST', '/auth/second-step', { ticket, code: scenario.code() }),
      () => reset(token),
    );
    expect(statusesOf(ends)[1]).toBe(204);
    expect(await sessionsOf(scenario.user.subject)).toEqual([]);
  });

  inBothOrders('a second step is not taken to the end once an administrator has removed it', database, async (race, first) => {
    const admins = await Scenario.make({ app, database }, { totp: true });
    const person = await Scenario.make({ app, database }, { totp: true }, { companyId: admins.user.companyId, accesType: 'basic' });
    const { browser, ticket } = await person.firstStep();
    const ends = await race(
      accountRow(person.user.subject),
      () => browser.send('POST', '/auth/second-step', { ticket, code: person.code() }),
      () =>
        admins.home.send('POST', `/auth/people/${person.user.profileId}/second-step/remove`, {
          reason: 'Called back on the number in the staff list',
          code: admins.code(),
        }),
    );
    expect(statusesOf(ends)[1]).toBe(204);
    const signedIn = ends[0].status === 'fulfilled' ? ends[0].value : undefined;
    if (first === 'b') expect(signedIn?.json().error.code).toBe('auth.passwordResetRequired');
    expect(await sessionsOf(person.user.subject)).toEqual([]);
    expect((await browser.send('POST', '/auth/session/refresh')).statusCode).toBe(401);
  });

  inBothOrders('a password that its owner changes while a link sets another', database, async (race, first) => {
    const { email, subject } = await makeUser(database, identity);
    const token = await linkTo(email);
    const browser = app.browser();
    await browser.signIn(email);
    const ends = await race(
      accountRow(subject),
      () => browser.send('POST', '/auth/password', { current: PASSWORD, next: `${NEW} 2` }),
      () => reset(token),
    );
    // The change ends the link, or the link the password that the change was proven by.
    expect(statusesOf(ends)).toEqual(first === 'a' ? [200, 422] : [422, 204]);
    const [kept, lost] = first === 'a' ? [`${NEW} 2`, NEW] : [NEW, `${NEW} 2`];
    expect((await app.browser().signIn(email, kept)).statusCode).toBe(200);
    expect((await app.browser().signIn(email, lost)).statusCode).toBe(422);
  });

  inBothOrders('of the last two second steps one is kept where the company asks for one', database, async (race) => {
    const scenario = await Scenario.make({ app, database });
    await scenario.requireByCompany();
    app.services.identity.forget(scenario.user.profileId);
    const [passkey] = await owner<{ id: string }>('select id from auth.passkeys where "userId" = $1', [scenario.user.subject]);
    const ends = await race(
      accountRow(scenario.user.subject),
      () => scenario.home.send('POST', '/auth/protection/totp/remove', { password: PASSWORD }),
      () => scenario.home.send('POST', `/auth/protection/passkeys/${passkey?.id}/remove`, { password: PASSWORD }),
    );
    expect(new Set(statusesOf(ends))).toEqual(new Set([204, 409]));
    expect(
      await owner('select 1 from auth.totp where "userId" = $1 union all select 1 from auth.passkeys where "userId" = $1', [
        scenario.user.subject,
      ]),
    ).toHaveLength(1);
    expect(await owner('select 1 from auth.recovery_codes where "userId" = $1', [scenario.user.subject])).not.toEqual([]);
  });

  inBothOrders('two first second steps make one set of recovery codes, and one of them counts', database, async (race) => {
    const scenario = await Scenario.make({ app, database }, {});
    const { ticket, secret } = (await scenario.startTotp()).json<{ ticket: string; secret: string }>();
    scenario.secret = secret;
    const options = (await scenario.home.send('POST', '/auth/protection/passkeys/options', { password: PASSWORD })).json();
    const ends = await race(
      accountRow(scenario.user.subject),
      () => scenario.home.send('POST', '/auth/protection/totp/confirm', { ticket, code: scenario.code() }),
      () => scenario.home.send('POST', '/auth/protection/passkeys', { name: 'Laptop', response: scenario.device.create(options) }),
    );
    const sets = ends.flatMap((end) =>
      end.status === 'fulfilled' ? (end.value.json<{ recoveryCodes?: string[] }>().recoveryCodes ?? []) : [],
    );
    expect(await owner('select 1 from auth.recovery_codes where "userId" = $1', [scenario.user.subject])).toHaveLength(sets.length);
    expect(sets.length).toBeGreaterThan(0);
    scenario.nextCode();
    expect((await scenario.enterWith(sets[0] ?? '')).statusCode).toBe(200);
  });

  inBothOrders('a doctor who signs in while being deactivated has no session', database, async (race, first) => {
    const form = doctorInput();
    const doctor = await doctors.create(planner, form);
    const profileId = await profileIdOfDoctor(owner, doctor.id);
    await identity.setPassword(profileId, PASSWORD);
    const [account] = await accountsOf(form.email);
    const browser = app.browser();
    const ends = await race(
      accountRow(String(account?.id)),
      () => browser.signIn(form.email),
      () => doctors.update(planner, doctor.id, doctor.version, { ...form, active: false }),
    );
    expect(ends[1].status).toBe('fulfilled');
    if (first === 'b') expect(statusesOf([ends[0]])[0]).toBe(409);
    expect(await sessionsOf(String(account?.id))).toEqual([]);
    expect((await browser.send('POST', '/auth/session/refresh')).statusCode).toBe(401);
  });

  inBothOrders('a session that is renewed while its account loses its sessions has ended', database, async (race, first) => {
    const { email, subject } = await makeUser(database, identity);
    const browser = app.browser();
    await browser.signIn(email);
    const token = await linkTo(email);
    const ends = await race(
      { sql: 'select from auth.sessions where "userId" = $1 for update', values: [subject] },
      () => browser.send('POST', '/auth/session/refresh'),
      () => reset(token),
    );
    expect(statusesOf(ends)).toEqual([first === 'a' ? 200 : 401, 204]);
    expect(await sessionsOf(subject)).toEqual([]);
    expect((await browser.send('POST', '/auth/session/refresh')).statusCode).toBe(401);
  });

  inBothOrders('a sign-in while the account is being closed opens nothing', database, async (race, first) => {
    const one = await makeUser(database, identity);
    const leaving = await makeUser(database, identity, { companyId: one.companyId });
    const browser = app.browser();
    const ends = await race(
      accountRow(leaving.subject),
      () => browser.signIn(leaving.email),
      () => users.delete(admin(one, one.companyId), one.companyId, leaving.profileId),
    );
    expect(ends[1].status).toBe('fulfilled');
    const signedIn = ends[0].status === 'fulfilled' ? ends[0].value : undefined;
    if (first === 'b') expect(signedIn?.json().error.code).toBe('auth.accountDisabled');
    expect(await sessionsOf(leaving.subject)).toEqual([]);
    expect((await browser.send('POST', '/auth/session/refresh')).statusCode).toBe(401);
  });

  inBothOrders('an admin who is being removed takes nobody’s second step away', database, async (race, first) => {
    const one = await makeUser(database, identity);
    const leaving = await Scenario.make({ app, database }, { totp: true }, { companyId: one.companyId });
    const person = await Scenario.make({ app, database }, { totp: true }, { companyId: one.companyId, accesType: 'basic' });
    const ends = await race(
      table('company_users'),
      () => users.delete(admin(one, one.companyId), one.companyId, leaving.user.profileId),
      () =>
        leaving.home.send('POST', `/auth/people/${person.user.profileId}/second-step/remove`, {
          reason: 'Called back on the number in the staff list',
          code: leaving.code(),
        }),
    );
    expect(ends[0].status).toBe('fulfilled');
    expect(statusesOf([ends[1]])).toEqual([first === 'a' ? 403 : 204]);
    expect(await owner('select from auth.totp where "userId" = $1', [person.user.subject])).toHaveLength(first === 'a' ? 1 : 0);
    expect(await sessionsOf(person.user.subject)).toHaveLength(first === 'a' ? 1 : 0);
  });

  inBothOrders(
    'a person who is added elsewhere keeps the second step that only one company’s admin would remove',
    database,
    async (race, first) => {
      const [one, other] = [await Scenario.make({ app, database }, { totp: true }), await makeUser(database, identity)];
      const person = await Scenario.make({ app, database }, { totp: true }, { companyId: one.user.companyId, accesType: 'basic' });
      const ends = await race(
        { sql: 'select from profiles where id = $1 for update', values: [person.user.profileId] },
        () => users.create(planner, other.companyId, userInput({ email: person.user.email })),
        () =>
          one.home.send('POST', `/auth/people/${person.user.profileId}/second-step/remove`, {
            reason: 'Called back on the number in the staff list',
            code: one.code(),
          }),
      );
      expect(ends[0].status).toBe('fulfilled');
      expect(await owner('select from auth.totp where "userId" = $1', [person.user.subject])).toHaveLength(first === 'a' ? 1 : 0);
    },
  );
});
