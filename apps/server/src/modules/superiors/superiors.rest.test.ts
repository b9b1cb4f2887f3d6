import { randomUUID } from 'node:crypto';
import { DEFAULT_LANGUAGE } from '@checkwell/domain/constants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { type Browser, HASH, makeCompany, makeUser, testApp } from '../../test/servers/identity-app.ts';

const database = await testDatabase();
const app = await testApp(database);
afterAll(() => app.close());

let companyId = '';
let foreignCompanyId = '';
let admin: Browser;
let basic: Browser;
let stranger: Browser;
let planner: Browser;
let doctor: Browser;

async function browserOf(email: string): Promise<Browser> {
  const browser = app.browser();
  expect((await browser.signIn(email)).statusCode).toBe(200);
  return browser;
}

beforeAll(async () => {
  companyId = await makeCompany(database);
  foreignCompanyId = await makeCompany(database, 'Other');
  admin = await browserOf((await makeUser(database, app.identity, { companyId })).email);
  basic = await browserOf((await makeUser(database, app.identity, { companyId, accesType: 'basic' })).email);
  stranger = await browserOf((await makeUser(database, app.identity, { companyId: foreignCompanyId })).email);
  const doctorId = randomUUID();
  await database.owner(
    `insert into doctors (id, "firstName", "lastName", email, "phoneNumber", languages, "inamiNumber", "practiceAddress", latitude, longitude, "geoPrecision", locations)
     values ($1, 'Eva', 'Maes', 'eva@example.be', '+3221234567', '{NL}', '10000000004', 'Markt 1, 9000 Gent', 51, 3.7, 'street', '{Office}')`,
    [doctorId],
  );
  const person = {
    password: { hash: await HASH },
    firstName: 'Eva',
    lastName: 'Maes',
    phoneNumber: '',
    language: DEFAULT_LANGUAGE,
    companyId: null,
  } as const;
  await app.identity.createAccount({ ...person, email: 'planner@example.be', kind: 'planner', doctorId: null });
  await app.identity.createAccount({ ...person, email: 'doctor@example.be', kind: 'doctor', doctorId });
  planner = await browserOf('planner@example.be');
  doctor = await browserOf('doctor@example.be');
});

const newEmail = () => `superior-${randomUUID()}@example.be`;
const body = (more: Record<string, unknown> = {}) => ({ email: newEmail(), language: 'fr', ...more });
const ofCompany = (id: string) => `/v1/api/companies/${id}/superiors`;
const SUPERIORS = '/v1/api/superiors';
const codeOf = (response: { json(): { error?: { code?: string } } }) => response.json().error?.code;

describe('creating', () => {
  test('adds a superior to the company in the path', async () => {
    const superior = body({ firstName: 'Luc', lastName: 'Janssens', phoneNumber: '02 123 45 67', requestForm: 'InterfaceAdmin' });
    const response = await admin.send('POST', ofCompany(companyId), superior);
    expect(response.statusCode, response.body).toBe(201);
    expect(response.json()).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...superior,
      companyId,
      phoneNumber: '+3221234567',
      superiorFullName: 'Luc Janssens',
      version: 1,
    });
    expect((await admin.send('GET', `${SUPERIORS}?email=${superior.email.toUpperCase()}`)).json()).toEqual(response.json());
  });

  test('creates one with the company in the body, with as little as the specification names', async () => {
    const superior = body({ companyId });
    const response = await admin.send('POST', SUPERIORS, superior);
    expect(response.statusCode, response.body).toBe(201);
    expect(response.json()).toMatchObject({
      ...superior,
      requestForm: '',
      firstName: '',
      lastName: '',
      superiorFullName: '',
      phoneNumber: '',
    });
  });

  test('takes the language in any case, and tells a wrong one from a missing one', async () => {
    const created = await admin.send('POST', ofCompany(companyId), body({ language: 'NL' }));
    expect(created.statusCode, created.body).toBe(201);
    expect(created.json().language).toBe('nl');
    const listed = await admin.send('GET', `${ofCompany(companyId)}?language=NL`);
    expect(listed.json()).toContainEqual(created.json());
    for (const [language, message] of [
      ['de', 'invalidChoice'],
      [7, 'invalidChoice'],
      ['', 'languageRequired'],
      [undefined, 'languageRequired'],
    ]) {
      const refused = await admin.send('POST', ofCompany(companyId), body({ language }));
      expect(refused.json().error.issues).toEqual([{ path: 'language', message }]);
    }
  });

  test('has one record per address and company', async () => {
    const superior = body();
    expect((await admin.send('POST', ofCompany(companyId), superior)).statusCode).toBe(201);
    const again = await admin.send('POST', ofCompany(companyId), superior);
    expect(again.statusCode).toBe(409);
    expect(codeOf(again)).toBe('superior.duplicateEmail');
    expect((await stranger.send('POST', ofCompany(foreignCompanyId), superior)).statusCode).toBe(201);
  });

  test('is for admins and planners', async () => {
    expect((await planner.send('POST', ofCompany(companyId), body())).statusCode).toBe(201);
    const refused = await basic.send('POST', ofCompany(companyId), body());
    expect(refused.statusCode).toBe(403);
    expect(codeOf(refused)).toBe('access.forbidden');
    expect((await doctor.send('POST', ofCompany(companyId), body())).statusCode).toBe(404);
    expect((await doctor.send('POST', SUPERIORS, body({ companyId }))).statusCode).toBe(403);
    expect((await app.browser().send('POST', ofCompany(companyId), body())).statusCode).toBe(401);
    expect((await app.browser().send('POST', SUPERIORS, body({ companyId }))).statusCode).toBe(401);
  });

  test('does not know foreign companies from unknown ones', async () => {
    const answers = [];
    for (const browser of [stranger, planner]) {
      for (const id of [randomUUID(), 'x', "1' or '1'='1"])
        answers.push(await browser.send('POST', ofCompany(encodeURIComponent(id)), body()));
    }
    answers.push(
      await stranger.send('POST', ofCompany(companyId), body()),
      await stranger.send('POST', SUPERIORS, body({ companyId })),
      await stranger.send('POST', SUPERIORS, body({ companyId: randomUUID() })),
    );
    for (const response of answers) {
      expect(response.statusCode).toBe(404);
      expect({ ...response.json().error, traceId: '' }).toEqual({ code: 'entity.notFound', params: {}, issues: [], traceId: '' });
    }
  });

  test('refuses what it does not know, and says what is missing', async () => {
    for (const key of ['id', 'companyId', 'version', 'createdAt', 'superiorFullName', 'accesType']) {
      const response = await admin.send('POST', ofCompany(companyId), body({ [key]: companyId }));
      expect(response.statusCode, key).toBe(422);
      expect(response.json().error.issues).toEqual([{ path: key, message: 'unknownField' }]);
    }
    const response = await admin.send('POST', SUPERIORS, { phoneNumber: 'x', requestForm: 'x'.repeat(41) });
    const issues: { path: string; message: string }[] = response.json().error.issues;
    expect(Object.fromEntries(issues.map(({ path, message }) => [path, message]))).toEqual({
      email: 'emailRequired',
      language: 'languageRequired',
      companyId: 'companyRequired',
      phoneNumber: expect.any(String),
      requestForm: 'tooLong',
    });
  });
});

describe('finding by e-mail', () => {
  test('finds own superiors only; others do not exist', async () => {
    const foreign = body();
    await stranger.send('POST', ofCompany(foreignCompanyId), foreign);
    for (const email of [foreign.email, newEmail()]) {
      for (const browser of [admin, basic]) {
        const response = await browser.send('GET', `${SUPERIORS}?email=${email}`);
        expect(response.statusCode).toBe(404);
        expect(codeOf(response)).toBe('entity.notFound');
      }
    }
    expect((await planner.send('GET', `${SUPERIORS}?email=${foreign.email}`)).json()).toMatchObject({ companyId: foreignCompanyId });
    expect((await doctor.send('GET', `${SUPERIORS}?email=${foreign.email}`)).statusCode).toBe(403);
    expect((await app.browser().send('GET', `${SUPERIORS}?email=${foreign.email}`)).statusCode).toBe(401);
  });

  test("prefers the superior of the user's own company", async () => {
    const user = await makeUser(database, app.identity, { companyId });
    await database.owner(`insert into company_users ("companyId", "profileId", "accesType", languages) values ($1, $2, 'basic', '{nl}')`, [
      foreignCompanyId,
      user.profileId,
    ]);
    const superior = body();
    await admin.send('POST', ofCompany(companyId), superior);
    await stranger.send('POST', ofCompany(foreignCompanyId), superior);
    expect((await (await browserOf(user.email)).send('GET', `${SUPERIORS}?email=${superior.email}`)).json()).toMatchObject({ companyId });
  });

  test('needs exactly one address', async () => {
    for (const query of ['', '?email=', '?email=x', '?email=a@b.be&email=c@d.be', '?email=a@b.be&id=1', '?email[]=a@b.be']) {
      expect((await admin.send('GET', `${SUPERIORS}${query}`)).statusCode, query).toBe(422);
    }
  });
});

describe('listing', () => {
  let list = '';
  beforeAll(async () => {
    const id = await makeCompany(database);
    list = ofCompany(id);
    for (const [firstName, lastName, language] of [
      ['Zoë', 'Adams', 'nl'],
      ['Jürgen', 'Müller', 'fr'],
      ['An', 'Çelik', 'nl'],
      ['Bea', '50%_Korting', 'en'],
      ['Al', 'Adams', 'nl'],
    ]) {
      expect((await planner.send('POST', list, body({ firstName, lastName, language }))).statusCode).toBe(201);
    }
  });
  const names = (response: { json(): { firstName: string }[] }) => response.json().map(({ firstName }) => firstName);

  test('is sorted by family name', async () => {
    expect(names(await planner.send('GET', list))).toEqual(['Bea', 'Al', 'Zoë', 'An', 'Jürgen']);
  });

  test('is searched without accents and case, and taken literally', async () => {
    const search = async (text: string) => names(await planner.send('GET', `${list}?search=${encodeURIComponent(text)}`));
    expect(await search('MULLER')).toEqual(['Jürgen']);
    expect(await search('adams zoe')).toEqual(['Zoë']);
    expect(await search('celik')).toEqual(['An']);
    expect(await search('50%_')).toEqual(['Bea']);
    expect(await search('%')).toEqual(['Bea']);
    expect(await search('\\')).toEqual([]);
    expect(await search('nobody')).toEqual([]);
    expect(names(await planner.send('GET', `${list}?language=nl`))).toEqual(['Al', 'Zoë', 'An']);
  });

  test('comes in pages that the header Link leads through', async () => {
    const seen: string[] = [];
    let url: string | undefined = `${list}?first=2`;
    for (let pages = 0; url !== undefined; pages += 1) {
      expect(pages).toBeLessThan(4);
      const response = await planner.send('GET', url);
      expect(response.statusCode, response.body).toBe(200);
      seen.push(...names(response));
      url = /^<(.+)>; rel="next"$/.exec(String(response.headers.link ?? ''))?.[1];
    }
    expect(seen).toEqual(['Bea', 'Al', 'Zoë', 'An', 'Jürgen']);
  });

  test('is sorted by what was asked for, and counted', async () => {
    const response = await planner.send('GET', `${list}?sort=language&direction=desc&first=2`);
    expect(response.json().map(({ language }: { language: string }) => language)).toEqual(['nl', 'nl']);
    expect(response.headers['x-total-count']).toBe('5');
    expect(response.headers).not.toHaveProperty('x-total-count-capped');
    // The next page goes on in the same order.
    const next = /^<(.+)>; rel="next"$/.exec(String(response.headers.link))?.[1] ?? '';
    expect((await planner.send('GET', next)).json().map(({ language }: { language: string }) => language)).toEqual(['nl', 'fr']);
    expect((await planner.send('GET', `${list}?search=adams`)).headers['x-total-count']).toBe('2');
  });

  test('refuses what is no page', async () => {
    for (const query of [
      'first=0',
      'first=101',
      'first=x',
      'first=1.5',
      'first=-1',
      'first=1e2',
      'after=x',
      'language=de',
      'sort=phoneNumber',
      'sort=email&direction=up',
      'companyId=x',
      'first=1&first=2',
      `search=${'x'.repeat(101)}`,
    ]) {
      expect((await planner.send('GET', `${list}?${query}`)).statusCode, query).toBe(422);
    }
  });

  test('shows a company to its own people and the provider', async () => {
    for (const browser of [admin, basic, planner]) expect((await browser.send('GET', ofCompany(companyId))).statusCode).toBe(200);
    for (const [browser, id] of [
      [stranger, companyId],
      [stranger, randomUUID()],
      [stranger, 'x'],
      [planner, randomUUID()],
      [doctor, companyId],
    ] as const) {
      const response = await browser.send('GET', ofCompany(id));
      expect(response.statusCode).toBe(404);
      expect(codeOf(response)).toBe('entity.notFound');
    }
    expect((await app.browser().send('GET', ofCompany(companyId))).statusCode).toBe(401);
  });
});
