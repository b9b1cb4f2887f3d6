import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { serverApp } from '../../../test/servers/server-app.ts';
import { createRefusalBound, REFUSAL_LOG } from './refusal-log.ts';

const database = await testDatabase();
const app = await serverApp(database);

test('a refusal is logged once, with the route and the GraphQL field, without text of the request', async () => {
  const { browser, profileId, companyId } = await app.signedIn({ accesType: 'basic' });
  const send = (query: string) => browser.send('POST', '/graphql', { query });
  for (let round = 0; round < 3; round += 1)
    expect((await send(`{ canary: apiTokens(companyId: "${companyId}") { id } }`)).body).toContain('access.forbidden');
  const crossSite = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
  expect((await browser.send('POST', '/auth/sign-in', { email: 'a@example.be', password: 'canary' }, crossSite)).statusCode).toBe(403);
  const rows = () =>
    database.owner<{ profileId: string | null; reason: string }>(
      `select "profileId", reason from access_log where action = 'access.refused' order by reason`,
    );
  await expect.poll(rows).toEqual([
    { profileId: null, reason: 'POST /auth/sign-in' },
    { profileId, reason: 'POST /graphql apiTokens' },
  ]);
});

test('the number of logged refusals is limited for each person and in total, until the interval ends', () => {
  let now = 0;
  const isWritten = createRefusalBound(() => now);
  const count = (person: string, from: number, refusals: number) =>
    Array.from({ length: refusals }, (_, index) => isWritten(person, `refusal ${from + index}`)).filter(Boolean).length;
  expect(count('a', 0, 1)).toBe(1);
  expect(count('a', 0, 1)).toBe(0);
  expect(count('a', 1, 100)).toBe(REFUSAL_LOG.ofOne - 1);
  let all = REFUSAL_LOG.ofOne;
  for (let person = 0; person < 100; person += 1) all += count(`person ${person}`, 0, 100);
  expect(all).toBe(REFUSAL_LOG.inAll);
  now += REFUSAL_LOG.everyMs;
  expect(count('a', 0, 1)).toBe(1);
});
