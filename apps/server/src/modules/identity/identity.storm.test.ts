import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { nightly } from '../../test/nightly.ts';
import { serverApp } from '../../test/servers/server-app.ts';

/** Many tabs of one browser that wake up at the same moment, without the lock that they share there (apps/web/src/lib/session/session.ts). */

const database = await testDatabase();
const app = await serverApp(database);
const TABS = 200;

/** As the tabs do it: whoever is refused because there is too much to do tries again; nothing else is repeated. */
async function untilAnswered<Item>(items: readonly Item[], ask: (item: Item) => Promise<LightMyRequestResponse>) {
  const answered: LightMyRequestResponse[] = [];
  for (let waiting = items; waiting.length > 0; ) {
    const answers = await Promise.all(waiting.map(ask));
    const refused = waiting.filter((_, index) => answers[index]?.statusCode === 503);
    answered.push(...answers.filter(({ statusCode }) => statusCode !== 503));
    if (refused.length === waiting.length) throw new Error('Nobody was let in.');
    waiting = refused;
  }
  return answered;
}

const statusesOf = (answers: readonly LightMyRequestResponse[]) => [...new Set(answers.map(({ statusCode }) => statusCode))];

test.runIf(nightly)('two hundred tabs renew one session at once: none loses it, and each goes on', async () => {
  const { browser, profileId } = await app.signedIn();
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  app.clock.advance({ minutes: 11 }); // their tokens are over, the session is not
  const profileWith = (token: string, header: string) =>
    app.http.inject({ url: '/v1/api/profiles', headers: { cookie: header, authorization: `Bearer ${token}` } });
  expect((await profileWith(browser.token, cookie)).statusCode).toBe(401);

  const tabs = Array.from({ length: TABS }, (_, tab) => tab);
  const refresh = () => app.http.inject({ method: 'POST', url: '/auth/session/refresh', headers: { cookie } });
  const renewed = await untilAnswered(tabs, refresh);
  expect(statusesOf(renewed)).toEqual([200]);
  const tokens = renewed.map(({ cookies }) => cookies.find(({ name }) => name === '__Host-accessToken')?.value ?? '');
  expect(tokens).toHaveLength(TABS);

  // Each tab has its own answer, and the cookies that any of them set: the last one wins in the browser.
  const jar = new Map(renewed.flatMap(({ cookies }) => cookies.map(({ name, value }) => [name, value] as const)));
  const shared = [...jar].map((pair) => pair.join('=')).join('; ');
  expect(statusesOf(await untilAnswered(tokens, (token) => profileWith(token, shared)))).toEqual([200]);

  const sessions = await database.owner<{ expiresAt: Date }>(
    'select s."expiresAt" from auth.sessions s join profiles p on p.subject = s."userId"::text where p.id = $1',
    [profileId],
  );
  expect(sessions.map(({ expiresAt }) => expiresAt.getTime() - app.clock.now().getTime())).toEqual([30 * 60_000]);
  // And the end of it is the end for all of them.
  expect((await app.http.inject({ method: 'POST', url: '/auth/sign-out', headers: { cookie: shared } })).statusCode).toBe(204);
  expect(statusesOf(await untilAnswered(tokens, (token) => profileWith(token, shared)))).toEqual([401]);
});
