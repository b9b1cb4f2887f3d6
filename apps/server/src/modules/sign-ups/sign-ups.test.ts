import type { SignUpInput } from '@checkwell/domain/identity/sign-up';
import type { SignUpSort } from '@checkwell/domain/identity/sign-up-enums';
import type { Actor } from '@checkwell/domain/policy';
import { getTranslator } from '@checkwell/messages/translator';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Page } from '../../platform/db/page.ts';
import { newId } from '../../platform/ids.ts';
import { codeOf } from '../../test/checks.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type Fixtures } from '../../test/fixtures.ts';
import { makeCompany, makeUser } from '../../test/servers/identity-app.ts';
import { authenticatedAs } from '../../test/servers/live.ts';
import { type ServerApp, serverApp } from '../../test/servers/server-app.ts';
import type { SignUp } from './sign-ups.service.ts';

const database = await testDatabase();
const { db, owner } = database;

let app: ServerApp;
let fixtures: Fixtures;
let planner: Actor;
beforeAll(async () => {
  app = await serverApp(database);
  fixtures = await createFixtures(db, app.clock);
  planner = fixtures.actors.planner;
});
beforeEach(() => owner('delete from auth.throttles'));

const PASSWORD = 'Kanaal fiets 7-4-9 lamp';
let people = 0;
const request = (values: Partial<SignUpInput> = {}): SignUpInput => {
  people += 1;
  return {
    firstName: 'Nadia',
    lastName: 'El Amrani',
    email: `nadia${people}@sign-ups.example.be`,
    phoneNumber: `+3247012${String(1000 + people)}`,
    companyName: '',
    companyNumber: '',
    language: 'nl',
    ...values,
  };
};
const send = (values: object) => app.browser().send('POST', '/v1/api/sign-ups', values);
const drain = async () => {
  while ((await app.services.outbox.drain()) > 0);
};
const mailsTo = (recipient: string) =>
  owner<{ template: string; subject: string; plainText: string }>(
    'select template, subject, "plainText" from mails where recipient = $1 order by "createdAt", id',
    [recipient],
  );
/** Asks for access. @returns the request as the queue shows it */
async function ask(values: Partial<SignUpInput> = {}): Promise<SignUp> {
  const input = request(values);
  expect((await send(input)).statusCode).toBe(204);
  const { nodes } = await app.services.signUps.list(planner, { filter: { state: 'Pending', search: input.email }, first: 100 });
  const found = nodes.at(-1);
  if (!found) throw new Error('The request is not in the queue.');
  return found;
}
const confirm = ({ id, version }: SignUp, companyId = fixtures.a.id, accesType = 'basic', actor = planner) =>
  app.services.signUps.confirm(actor, id, version, { companyId, accesType });
const refuse = ({ id, version }: SignUp, reason: string, actor = planner) => app.services.signUps.refuse(actor, id, version, { reason });

describe('asking for access', () => {
  test('lands in the queue, and makes no account', async () => {
    const signUp = await ask({ companyName: 'Alfa', firstName: 'Zoë' });
    expect(signUp).toMatchObject({ state: 'Pending', firstName: 'Zoë', companyName: 'Alfa', language: 'nl', version: 1 });
    await drain();
    expect(await mailsTo(signUp.email)).toEqual([]);
    const identified = await app.browser().send('POST', '/auth/identify', { email: signUp.email });
    expect(identified.json()).toEqual({ known: false, methods: [] });
  });

  test.each([
    [{ firstName: '' }, 'firstName', 'firstNameRequired'],
    [{ lastName: '' }, 'lastName', 'lastNameRequired'],
    [{ email: 'nadia' }, 'email', 'emailFormat'],
    [{ phoneNumber: '12' }, 'phoneNumber', 'phoneFormat'],
    [{ companyNumber: 'BE1' }, 'companyNumber', 'vatFormat'],
    [{ state: 'Confirmed' }, 'state', 'unknownField'],
    [{ confirmedCompanyId: newId() }, 'confirmedCompanyId', 'unknownField'],
    [{ accesType: 'admin' }, 'accesType', 'unknownField'],
  ])('is refused with %j', async (values, path, message) => {
    const response = await send({ ...request(), ...values });
    expect(response.statusCode).toBe(422);
    expect(response.json().error.issues).toContainEqual(expect.objectContaining({ path, message }));
  });

  test('answers the same whether the address has an account or not', async () => {
    const { email } = await makeUser(database, app.services.identity);
    const [known, unknown] = [await send(request({ email })), await send(request())];
    expect([known.statusCode, known.body, Object.keys(known.headers).sort()]).toEqual([
      unknown.statusCode,
      unknown.body,
      Object.keys(unknown.headers).sort(),
    ]);
  });

  test('takes three requests of one address a day, without saying so, and ten of one network', async () => {
    const input = request();
    for (let time = 0; time < 5; time += 1) expect((await send(input)).statusCode).toBe(204);
    const { totalCount } = await app.services.signUps.list(planner, { filter: { search: input.email } });
    expect(totalCount).toBe(3);
    for (let time = 0; time < 5; time += 1) expect((await send(request())).statusCode).toBe(204);
    const refused = await send(request());
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

const hintsOf = async (signUp: SignUp) => (await app.services.signUps.hints(planner, [signUp])).get(signUp.id);

describe('the queue', () => {
  test('is for the provider’s team alone', async () => {
    const signUp = await ask();
    const { adminA, basicA, doctor, anonymous } = fixtures.actors;
    for (const actor of [adminA, basicA, doctor, anonymous] as const) {
      const code = actor.kind === 'anonymous' ? 'access.unauthenticated' : 'access.forbidden';
      expect(await codeOf(app.services.signUps.list(actor, {}))).toBe(code);
      expect(await codeOf(app.services.signUps.get(actor, signUp.id))).toBe(code);
      expect(await codeOf(app.services.signUps.hints(actor, [signUp]))).toBe(code);
      expect(await codeOf(app.services.signUps.figures(actor))).toBe(code);
      expect(await codeOf(confirm(signUp, fixtures.a.id, 'admin', actor))).toBe(code);
      expect(await codeOf(refuse(signUp, 'NotConfirmed', actor))).toBe(code);
    }
    expect(await codeOf(app.services.signUps.get(planner, newId()))).toBe('entity.notFound');
  });

  test('shows who waits longest first, page by page, and finds by name, address and company', async () => {
    await owner('delete from sign_ups');
    const first = await ask({ lastName: 'Müller' });
    app.clock.advance({ minutes: 1 });
    const second = await ask({ companyName: 'Bakkerij Zoet' });
    const list = (filter: object, page: object = {}) =>
      app.services.signUps.list(planner, { filter: { state: 'Pending', ...filter }, ...page });
    const page = await list({}, { first: 1 });
    expect(page.nodes.map(({ id }) => id)).toEqual([first.id]);
    const next = await list({}, { first: 1, after: page.pageInfo.endCursor });
    expect(next.nodes.map(({ id }) => id)).toEqual([second.id]);
    expect((await list({ search: 'muller' })).nodes.map(({ id }) => id)).toEqual([first.id]);
    expect((await list({ search: 'zoet' })).nodes.map(({ id }) => id)).toEqual([second.id]);
    expect((await list({ search: second.email })).nodes.map(({ id }) => id)).toEqual([second.id]);
  });

  test('goes by every column that its list shows, both ways, page by page', async () => {
    await owner('delete from sign_ups');
    const askLater = (values: Partial<SignUpInput>) => {
      app.clock.advance({ minutes: 1 });
      return ask(values);
    };
    const [first, second, third] = [
      await askLater({ lastName: 'Zwart', companyName: 'Ébéniste', email: `c${newId()}@example.be` }),
      await askLater({ lastName: 'Émile', companyName: 'Bakker', email: `a${newId()}@example.be` }),
      await askLater({ lastName: 'Aerts', companyName: 'Zoet', email: `b${newId()}@example.be` }),
    ];
    const orders = {
      createdAt: [first, second, third],
      lastName: [third, second, first],
      email: [second, third, first],
      companyName: [second, first, third],
    } as const;
    const read = async (filter: object, sort?: SignUpSort) => {
      const seen: string[] = [];
      for (let after: string | null = null; ; ) {
        const page: Page<SignUp> = await app.services.signUps.list(planner, { filter, sort, first: 1, after });
        seen.push(...page.nodes.map(({ id }) => id));
        if (!page.pageInfo.hasNextPage) return seen;
        after = page.pageInfo.endCursor;
      }
    };
    for (const [field, order] of Object.entries(orders) as [SignUpSort['field'], readonly SignUp[]][]) {
      const ids = order.map(({ id }) => id);
      expect(await read({ state: 'Pending' }, { field, direction: 'asc' }), field).toEqual(ids);
      expect(await read({ state: 'Pending' }, { field, direction: 'desc' }), field).toEqual(ids.toReversed());
    }
    // Answered in another order than asked: what was answered last comes first.
    for (const [signUp, reason] of [
      [second, 'NotConfirmed'],
      [first, 'DetailsIncorrect'],
      [third, 'CompanyUnknown'],
    ] as const) {
      await refuse(signUp, reason);
      app.clock.advance({ minutes: 1 });
    }
    const ids = (...of: readonly SignUp[]) => of.map(({ id }) => id);
    expect(await read({ state: 'Refused' })).toEqual(ids(third, first, second));
    expect(await read({ state: 'Refused' }, { field: 'outcome', direction: 'asc' })).toEqual(ids(third, first, second));
    expect(await read({ state: 'Refused' }, { field: 'outcome', direction: 'desc' })).toEqual(ids(second, first, third));
  });

  test('helps to decide: number, domain, name, superior, namesakes, account and other requests', async () => {
    const name = `Drukkerij ${newId().slice(-6)}`;
    const companyId = await makeCompany(database, name);
    const domain = `drukkerij-${newId().slice(-6)}.example.be`;
    const colleague = await makeUser(database, app.services.identity, {
      companyId,
      email: `an@${domain}`,
      firstName: 'Nadya',
      lastName: 'El Amrani',
    });
    const [company] = await owner<{ companyNumber: string }>('select "companyNumber" from companies where id = $1', [companyId]);
    const email = `n.elamrani@${domain}`;
    await owner(`insert into superiors ("companyId", id, email, language) values ($1, $2, $3, 'nl')`, [companyId, newId(), email]);
    const signUp = await ask({ email, companyName: name.toUpperCase(), companyNumber: company?.companyNumber ?? '' });
    await ask({ phoneNumber: signUp.phoneNumber });
    const hints = await hintsOf(signUp);
    expect(hints).toMatchObject({ accountOf: null, otherRequests: 1, workDomain: domain });
    expect(hints?.candidates[0]).toEqual({
      id: companyId,
      name,
      companyNumber: company?.companyNumber,
      byNumber: true,
      byDomain: true,
      byName: true,
      bySuperior: true,
      similarUsers: [`Nadya El Amrani (${colleague.email})`],
    });
    const stranger = await hintsOf(await ask({ email: `x${newId()}@gmail.com`, companyName: 'Qqqq' }));
    expect(stranger).toMatchObject({ accountOf: null, workDomain: null, candidates: [] });
    const known = await hintsOf(await ask({ email: colleague.email }));
    expect(known?.accountOf).toBe('Nadya El Amrani');
  });

  test('measures the minutes to a decision against the promise', async () => {
    await owner('delete from sign_ups');
    const decideAfter = async (minutes: number) => {
      const signUp = await ask();
      app.clock.advance({ minutes });
      await refuse(signUp, 'NotConfirmed');
    };
    for (const minutes of [5, 10, 40]) await decideAfter(minutes);
    await ask();
    app.clock.advance({ minutes: 7 });
    expect(await app.services.signUps.figures(planner)).toEqual({
      waiting: 1,
      oldestMinutes: 7,
      decided: 3,
      medianMinutes: 10,
      withinPromise: 2,
      promiseMinutes: 15,
    });
    const { body } = await app.http.inject({ url: '/metrics' });
    for (const line of ['waiting 1', 'oldest_minutes 7', 'median_minutes 10', `within_promise_ratio ${2 / 3}`])
      expect(body).toContain(`\ncheckwell_sign_ups_${line}\n`);
    app.clock.advance({ days: 31 });
    expect(await app.services.signUps.figures(planner)).toMatchObject({ waiting: 1, decided: 0, medianMinutes: null });
    expect((await app.http.inject({ url: '/metrics' })).body).toContain('\ncheckwell_sign_ups_median_minutes Nan\n');
  });
});

describe('confirming', () => {
  test('makes the account with its membership, invites by mail, and opens after the first password', async () => {
    const signUp = await ask();
    const twin = await ask({ email: signUp.email });
    const first = (await app.services.signUps.list(planner, { filter: { state: 'Pending', search: signUp.email } })).nodes[0];
    if (!first) throw new Error('The request is gone.');
    expect(await confirm(first, fixtures.a.id, 'admin')).toMatchObject({
      state: 'Confirmed',
      confirmedCompanyName: fixtures.a.name,
      version: 2,
    });
    expect(await app.services.signUps.get(planner, twin.id)).toMatchObject({ state: 'Refused', refusalReason: 'Duplicate' });
    await drain();
    const [mail, ...others] = await mailsTo(signUp.email);
    expect(others).toEqual([]);
    expect(mail?.template).toBe('invitation');
    const token = /#([\w-]+)/.exec(mail?.plainText ?? '')?.[1];
    const browser = app.browser();
    expect((await browser.send('POST', '/auth/password/reset', { token, password: PASSWORD })).statusCode).toBe(204);
    expect((await browser.signIn(signUp.email, PASSWORD)).statusCode).toBe(200);
    const [membership] = await owner(
      `select u."accesType", p."phoneNumber" from company_users u join profiles p on p.id = u."profileId" where p."userName" = $1 and u."companyId" = $2`,
      [signUp.email, fixtures.a.id],
    );
    expect(membership).toEqual({ accesType: 'admin', phoneNumber: signUp.phoneNumber });
    const log = await owner<{ action: string }>('select action from access_log where "subjectId" = $1 order by "at"', [first.id]);
    expect(log.map(({ action }) => action)).toEqual(['signUp.ask', 'signUp.confirm']);
  });

  test('links the account that the address has already, keeps its password, and says so by mail', async () => {
    const user = await makeUser(database, app.services.identity);
    const signUp = await ask({ email: user.email, firstName: 'Somebody', lastName: 'Else' });
    await confirm(signUp, fixtures.b.id);
    await drain();
    expect((await mailsTo(user.email)).map(({ template, subject }) => ({ template, subject }))).toEqual([
      { template: 'accessGranted', subject: getTranslator('nl', 'accountMails')('granted.subject') },
    ]);
    expect((await app.browser().signIn(user.email)).statusCode).toBe(200);
    // What a stranger typed into the form changes nothing of the account.
    expect(await owner('select "firstName" from profiles where id = $1', [user.profileId])).toEqual([{ firstName: 'An' }]);
    const again = await ask({ email: user.email });
    expect(await codeOf(confirm(again, fixtures.b.id))).toBe('user.duplicateEmail');
    expect((await app.services.signUps.get(planner, again.id)).state).toBe('Pending');
  });

  test('invites again whoever has an account that was never opened: there is no password to sign in with', async () => {
    const signUp = await ask();
    const { email } = signUp;
    const names = { firstName: 'Nadia', lastName: 'El Amrani', phoneNumber: '+32470123456', accesType: 'basic', languages: ['nl'] };
    await app.services.users.create(planner, fixtures.a.id, { ...names, email });
    await confirm(signUp, fixtures.b.id);
    await drain();
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual(['invitation', 'invitation']);
  });

  test('never turns somebody of the provider or a doctor into a user of a company', async () => {
    const { email } = await makeUser(database, app.services.identity);
    await owner(`delete from company_users where "profileId" = (select id from profiles where "userName" = $1)`, [email]);
    await owner(`update profiles set kind = 'planner', "companyId" = null where "userName" = $1`, [email]);
    expect(await codeOf(confirm(await ask({ email })))).toBe('user.notAnEmployer');
  });

  test('happens once: of ten at the same moment one wins, and one account results from it', async () => {
    const signUp = await ask();
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(confirm(signUp))));
    expect(codes.filter((code) => code === 'no error').length).toBe(1);
    expect(await owner('select 1 from profiles where "userName" = $1', [signUp.email])).toHaveLength(1);
    await drain();
    expect(await mailsTo(signUp.email)).toHaveLength(1);
  });

  test('needs a company that exists and an access type', async () => {
    const signUp = await ask();
    expect(await codeOf(confirm(signUp, newId()))).toBe('request.invalid');
    expect(await codeOf(confirm(signUp, 'x'))).toBe('request.invalid');
    expect(await codeOf(confirm(signUp, fixtures.a.id, 'owner'))).toBe('request.invalid');
    expect((await app.services.signUps.get(planner, signUp.id)).state).toBe('Pending');
  });
});

describe('refusing', () => {
  test.each(['CompanyUnknown', 'NotConfirmed', 'DetailsIncorrect'] as const)('for %s tells the person why', async (reason) => {
    const signUp = await ask({ language: 'fr' });
    expect(await refuse(signUp, reason)).toMatchObject({ state: 'Refused', refusalReason: reason });
    await drain();
    const [mail] = await mailsTo(signUp.email);
    expect(mail?.template).toBe('signUpRefused');
    expect(mail?.plainText).toContain(getTranslator('fr', 'accountMails')(`refused.reason.${reason}`));
    expect(await codeOf(refuse(signUp, reason))).toBe('entity.changedMeanwhile');
    expect(await codeOf(confirm(signUp))).toBe('entity.changedMeanwhile');
  });
});

test('the provider’s open screens are notified of each request and decision, nobody else is', async () => {
  const heard: string[] = [];
  let listening = false;
  const overheard: unknown[] = [];
  const listen = (actor: Actor, into: (text: string) => void) =>
    app.services.live.open(actor, {
      ...authenticatedAs(actor),
      send: (message) => {
        if (message.event === 'refresh') listening = true;
        if (message.event === 'signUp') into(`${message.data.id} ${message.data.version}`);
      },
      end: () => undefined,
    });
  const streams = [
    listen(planner, (text) => heard.push(text)),
    listen(fixtures.actors.adminA, (text) => overheard.push(text)),
    listen(fixtures.actors.doctor, (text) => overheard.push(text)),
  ];
  await expect.poll(() => listening).toBe(true);
  const signUp = await ask();
  await refuse(signUp, 'NotConfirmed');
  await expect.poll(() => heard).toEqual(expect.arrayContaining([`${signUp.id} 1`, `${signUp.id} 2`]));
  expect(overheard).toEqual([]);
  for (const stream of streams) stream.close();
});
