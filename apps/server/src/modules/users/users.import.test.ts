import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type Fixtures } from '../../test/fixtures.ts';
import { makeUser, PASSWORD, testApp } from '../../test/servers/identity-app.ts';
import { createUserService } from './users.service.ts';

const database = await testDatabase();
const { db, owner } = database;
const app = await testApp(database);
const { clock, identity, outbox } = app;
const users = createUserService({ db, clock, identity });
afterAll(() => app.close());

let fixtures: Fixtures;
let numberOf: (company: { readonly id: string }) => string;
beforeEach(async () => {
  fixtures = await createFixtures(db, clock);
  await owner('delete from auth.throttles');
  const companies = await owner<{ id: string; companyNumber: string }>('select id, "companyNumber" from companies');
  numberOf = ({ id }) => companies.find((company) => company.id === id)?.companyNumber ?? '';
});

const HEADING = 'firstName,lastName,email,phoneNumber,accesType,languages,companyNumber';
const importText = (...lines: string[]) => users.importUsers(new TextEncoder().encode(`${lines.join('\r\n')}\r\n`));
const accountsOf = (email: string) =>
  owner<{ accesType: string; languages: string[]; language: string; phoneNumber: string; companyId: string; mustReset: boolean }>(
    `select u."accesType"::text, u.languages::text[], p.language::text, p."phoneNumber", u."companyId", a."passwordResetRequired" as "mustReset"
     from profiles p join company_users u on u."profileId" = p.id join auth.users a on a.id::text = p.subject
     where p."userName" = $1 order by u."companyId"`,
    [email],
  );
let addresses = 0;
const address = (): string => {
  addresses += 1;
  return `old${addresses}@users.example.be`;
};
const codeOf = (response: { json(): { error?: { code?: string } } }) => response.json().error?.code;

describe('users of an old system', () => {
  test('are there with what the file says of them, and adding them again changes nothing', async () => {
    const [one, two] = [address(), address()];
    const file = [
      '\uFEFFemail;companyNumber;firstName;lastName;phoneNumber;accesType;languages',
      `${one.toUpperCase()};${numberOf(fixtures.a).replace(/^BE(\d{4})(\d{3})/, 'be $1.$2.')};"Zoë";Peeters;0470 12 34 56;Admin;nl fr`,
      '',
      `${two};${numberOf(fixtures.a)};Jan;"Van ""Loo""";+32 470 12 34 57;basic;"fr;en"`,
      `${two};${numberOf(fixtures.b)};Jan;"Van ""Loo""";+32 470 12 34 57;admin;en`,
    ];
    expect(await importText(...file)).toEqual({ errors: [], added: 3, present: 0 });
    expect(await accountsOf(one)).toEqual([
      {
        accesType: 'admin',
        languages: ['nl', 'fr'],
        language: 'nl',
        phoneNumber: '+32470123456',
        companyId: fixtures.a.id,
        mustReset: true,
      },
    ]);
    const memberships = await accountsOf(two);
    expect(new Map(memberships.map(({ companyId, accesType, language }) => [companyId, `${accesType} ${language}`]))).toEqual(
      new Map([
        [fixtures.a.id, 'basic fr'],
        [fixtures.b.id, 'admin fr'],
      ]),
    );
    // An administrator has changed one meanwhile: the file does not change it back.
    await owner(
      `update company_users set "accesType" = 'basic' where "companyId" = $1 and "profileId" = (select id from profiles where "userName" = $2)`,
      [fixtures.a.id, one],
    );
    expect(await importText(...file)).toEqual({ errors: [], added: 0, present: 3 });
    expect((await accountsOf(one)).map(({ accesType }) => accesType)).toEqual(['basic']);
    expect(await importText(...file, `${address()};${numberOf(fixtures.a)};An;Maes;0470 12 34 58;basic;nl`)).toEqual({
      errors: [],
      added: 1,
      present: 3,
    });
  });

  test('are told why they cannot sign in, get one mail, choose a password, and are in', async () => {
    const email = address();
    await importText(HEADING, `Zoë,Peeters,${email},0470 12 34 56,basic,nl,${numberOf(fixtures.a)}`);
    const mails = async () => {
      while ((await outbox.drain()) > 0);
      return owner<{ template: string; language: string; plainText: string }>(
        'select template, language, "plainText" from mails where recipient = $1 order by "createdAt", id',
        [email],
      );
    };
    expect(await mails(), 'the import itself sends nothing').toEqual([]);
    expect((await app.browser().send('POST', '/auth/identify', { email })).json()).toMatchObject({ known: true });
    for (const password of ['What-I-had-there-123', PASSWORD]) {
      const response = await app.browser().signIn(email, password);
      expect([response.statusCode, codeOf(response)]).toEqual([409, 'auth.passwordResetRequired']);
    }
    const [mail, ...others] = await mails();
    expect([mail?.template, mail?.language, others]).toEqual(['passwordMigration', 'nl', []]);
    const token = /\/reset-password\S*#([\w-]+)/.exec(mail?.plainText ?? '')?.[1];
    const chosen = 'Kanaal fiets 7-4-9 lamp';
    expect((await app.browser().send('POST', '/auth/password/reset', { token, password: chosen })).statusCode).toBe(204);
    expect(codeOf(await app.browser().signIn(email, 'What-I-had-there-123'))).toBe('auth.invalidCredentials');
    expect((await app.browser().signIn(email, chosen)).statusCode).toBe(200);
  });

  test('get in by "Forgot password" too, and are nobody whom an administrator still has to invite', async () => {
    const email = address();
    await importText(HEADING, `Zoë,Peeters,${email},0470 12 34 56,basic,nl,${numberOf(fixtures.a)}`);
    const listed = await users.list(fixtures.actors.adminA, { filter: { companyId: fixtures.a.id, search: email } });
    expect(listed.nodes.map(({ isInvited }) => isInvited)).toEqual([false]);
    expect((await app.browser().send('POST', '/auth/password/forgot', { email })).statusCode).toBe(204);
    while ((await outbox.drain()) > 0);
    const [mail] = await owner<{ plainText: string }>('select "plainText" from mails where recipient = $1', [email]);
    const token = /\/reset-password\S*#([\w-]+)/.exec(mail?.plainText ?? '')?.[1];
    expect((await app.browser().send('POST', '/auth/password/reset', { token, password: 'Kanaal fiets 7-4-9 lamp' })).statusCode).toBe(204);
    expect((await app.browser().signIn(email, 'Kanaal fiets 7-4-9 lamp')).statusCode).toBe(200);
  });

  test('are no way to guess for ever: where nothing is proven, every attempt counts', async () => {
    const email = address();
    await importText(HEADING, `Zoë,Peeters,${email},0470 12 34 56,basic,nl,${numberOf(fixtures.a)}`);
    const codes = [];
    for (let time = 0; time < 11; time += 1) codes.push(codeOf(await app.browser().signIn(email, `Guess-number-${time}00`)));
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 'auth.passwordResetRequired'), 'auth.tooManyAttempts']);
  });

  test('who has an account gets the membership, and keeps the password', async () => {
    const { email } = await makeUser(database, identity, { companyId: fixtures.b.id });
    expect(await importText(HEADING, `Zoë,Peeters,${email},0470 12 34 56,basic,nl,${numberOf(fixtures.a)}`)).toEqual({
      errors: [],
      added: 1,
      present: 0,
    });
    expect((await accountsOf(email)).find(({ companyId }) => companyId === fixtures.a.id)).toMatchObject({
      accesType: 'basic',
      mustReset: false,
    });
    expect((await app.browser().signIn(email)).statusCode).toBe(200);
  });
});

describe('a file with errors', () => {
  test('names every one with its line, and imports nothing', async () => {
    const [right, twice] = [address(), address()];
    const number = numberOf(fixtures.a);
    const { errors, ...counts } = await importText(
      HEADING,
      `Zoë,Peeters,${right},0470 12 34 56,basic,nl,${number}`,
      `,Peeters,nowhere,0470,owner,de,BE123`,
      `"Zoë\n",Peeters,${twice},0470 12 34 56,basic,nl,${number}`,
      `Zoë,Peeters,${twice},0470 12 34 56,admin,nl,${number}`,
      `Zoë,Maes,${right},0470 12 34 56,basic,nl,${numberOf(fixtures.b)}`,
      'Zoë,Peeters',
    );
    expect(counts).toEqual({ added: 0, present: 0 });
    expect(errors.map(({ line, text }) => `${line} ${text}`)).toEqual([
      '3 firstName: Please provide a first name.',
      '3 email: The email address format is incorrect.',
      '3 phoneNumber: The phone number format is incorrect.',
      '3 accesType: Please choose one of the options.',
      '3 languages.0: Please choose one of the options.',
      expect.stringMatching(/^3 companyNumber: ./),
      `6 email: ${twice} of this company stands on line 4 already.`,
      `7 lastName: line 2 says something else of ${right}.`,
      '8 2 cells stand under 7 columns.',
    ]);
    expect(await accountsOf(right)).toEqual([]);
  });

  test('that only the database knows of, too', async () => {
    const [right, planner] = [address(), await makeUser(database, identity, { kind: 'planner' })];
    const { errors } = await importText(
      HEADING,
      `Zoë,Peeters,${right},0470 12 34 56,basic,nl,${numberOf(fixtures.a)}`,
      `Zoë,Peeters,${address()},0470 12 34 56,basic,nl,BE0999999922`,
      `Zoë,Peeters,${planner.email},0470 12 34 56,basic,nl,${numberOf(fixtures.a)}`,
    );
    expect(errors).toEqual([
      { line: 3, text: 'companyNumber: no client has the number BE0999999922.' },
      { line: 4, text: `email: ${planner.email} is the account of a planner.` },
    ]);
    expect(await accountsOf(right)).toEqual([]);
  });

  test('of its heading, its encoding or its form', async () => {
    const errorsOf = async (text: string | Uint8Array) =>
      (await users.importUsers(typeof text === 'string' ? new TextEncoder().encode(text) : text)).errors.map(
        ({ line, text: said }) => `${line} ${said}`,
      );
    expect(await errorsOf(`${HEADING.replace('accesType', 'accessType')}\n`)).toEqual([
      '1 The column accesType is missing.',
      `1 "accessType" is no column of its own; the columns are ${HEADING.replaceAll(',', ', ')}.`,
    ]);
    expect(await errorsOf(`${HEADING},email\n`)).toEqual([
      `1 "email" is no column of its own; the columns are ${HEADING.replaceAll(',', ', ')}.`,
    ]);
    for (const content of ['', new Uint8Array([0xc3, 0x28]), `${HEADING}\n"An,Maes`])
      expect(await errorsOf(content)).toEqual(['1 The file is no CSV in UTF-8 with a heading.']);
  });
});
