import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type Fixtures } from '../../test/fixtures.ts';
import type { Browser } from '../../test/servers/identity-app.ts';
import { MICROSOFT_PUBLIC_URL, signInWithMicrosoft, testIssuer } from '../../test/servers/microsoft.ts';
import { type ServerApp, serverApp } from '../../test/servers/server-app.ts';
import type { SignUp } from './sign-ups.service.ts';

/** Asking for an account with a Microsoft account (specification, section 1). */

const database = await testDatabase();
const clock = testClock();
const issuer = await testIssuer(clock);
afterAll(() => issuer.stop());

let app: ServerApp;
let fixtures: Fixtures;
beforeAll(async () => {
  app = await serverApp(database, { clock, config: { microsoft: issuer.registration, publicUrl: MICROSOFT_PUBLIC_URL } });
  fixtures = await createFixtures(database.db, clock);
});
beforeEach(() => database.owner('delete from auth.throttles'));

const newAddress = () => `nora-${randomUUID()}@kantoor.example.be`;

/** Somebody whom Microsoft proves and nobody knows. */
async function stranger(email: string, vouched = true): Promise<{ browser: Browser; ticket: string }> {
  const browser = app.browser();
  const outcome = (await signInWithMicrosoft(browser, { email, vouched })).json<{ outcome: string; ticket: string }>();
  expect(outcome.outcome).toBe('unknown');
  return { browser, ticket: outcome.ticket };
}

/** Asks for access. @returns the request as the queue shows it, and what helps to decide */
async function ask(browser: Browser, email: string, microsoftTicket?: string) {
  const request = {
    firstName: 'Nora',
    lastName: 'Willems',
    phoneNumber: '+32470123456',
    companyName: '',
    companyNumber: '',
    language: 'nl',
  };
  const response = await browser.send('POST', '/v1/api/sign-ups', { ...request, email, ...(microsoftTicket && { microsoftTicket }) });
  expect(response.statusCode, response.body).toBe(204);
  const { planner } = fixtures.actors;
  const { nodes } = await app.services.signUps.list(planner, { filter: { state: 'Pending', search: email }, first: 10 });
  const [signUp] = nodes;
  if (!signUp) throw new Error('The request is not in the queue.');
  return { signUp, byMicrosoft: (await app.services.signUps.hints(planner, [signUp])).get(signUp.id)?.byMicrosoft };
}
const confirm = ({ id, version }: SignUp) =>
  app.services.signUps.confirm(fixtures.actors.planner, id, version, { companyId: fixtures.a.id, accesType: 'basic' });

test('once the request is confirmed, Microsoft alone signs the person in', async () => {
  const email = newAddress();
  const { browser, ticket } = await stranger(email);
  const { signUp, byMicrosoft } = await ask(browser, email, ticket);
  expect(byMicrosoft).toBe(true);
  // Before the decision, nobody is let in.
  expect((await signInWithMicrosoft(app.browser(), { email })).json()).toMatchObject({ outcome: 'unknown' });
  await confirm(signUp);
  const elsewhere = app.browser();
  expect((await signInWithMicrosoft(elsewhere, { email })).json()).toMatchObject({ outcome: 'signedIn' });
  expect((await elsewhere.send('GET', '/v1/api/profiles/sso?language=nl')).json()).toMatchObject({ userName: email, firstName: 'Nora' });
});

test.each<[string, (email: string) => Promise<{ browser: Browser; ticket?: string }>]>([
  ['one’s own Microsoft account with somebody else’s address', () => stranger(newAddress())],
  ['an address that Microsoft does not vouch for', (email) => stranger(email, false)],
  ['a ticket that was stolen', async (email) => ({ ticket: (await stranger(email)).ticket, browser: app.browser() })],
  [
    'a ticket that is too old',
    async (email) => {
      const old = await stranger(email);
      clock.advance({ hours: 1, seconds: 1 });
      return old;
    },
  ],
  [
    'a ticket that was used',
    async (email) => {
      const { browser, ticket } = await stranger(email);
      await ask(browser, newAddress(), ticket);
      return { browser, ticket };
    },
  ],
  ['no ticket', async () => ({ browser: app.browser() })],
])('a request with %s is one without Microsoft', async (_name, prepare) => {
  const email = newAddress();
  const { browser, ticket } = await prepare(email);
  const { signUp, byMicrosoft } = await ask(browser, email, ticket);
  expect(byMicrosoft).toBe(false);
  await confirm(signUp);
  // The account is there, and nobody's Microsoft account opens it before its password is confirmed.
  const links = await database.owner(
    `select 1 from auth.accounts a join auth.users u on u.id = a."userId" where u.email = $1 and a."providerId" = 'microsoft'`,
    [email],
  );
  expect(links).toEqual([]);
  expect((await signInWithMicrosoft(app.browser(), { email })).json()).toMatchObject({ outcome: 'link', email });
});

test('a Microsoft account that was linked meanwhile keeps nobody from being confirmed', async () => {
  const email = newAddress();
  const first = await stranger(email);
  const second = await stranger(email);
  const one = await ask(first.browser, email, first.ticket);
  await confirm(one.signUp);
  // The same person asks again under an address that Microsoft vouches for by now.
  expect((await signInWithMicrosoft(second.browser, { email })).json()).toMatchObject({ outcome: 'signedIn' });
  const other = newAddress();
  const { signUp } = await ask(second.browser, other, second.ticket);
  await database.owner(
    'update sign_ups set "microsoftIssuer" = s."microsoftIssuer", "microsoftObjectId" = s."microsoftObjectId" from sign_ups s where sign_ups.id = $1 and s.id = $2',
    [signUp.id, one.signUp.id],
  );
  expect((await confirm(signUp)).state).toBe('Confirmed');
  expect((await signInWithMicrosoft(app.browser(), { email })).json()).toMatchObject({ outcome: 'signedIn' });
});
