import { takeList } from '../support/downloads.ts';
import { person, signIn } from '../support/people.ts';
import { sayIn } from '../support/screens/say.ts';
import { startBeside } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

/** Specification, section 7: the API on a separate host. Pages are at localhost and the API at 127.0.0.1, which are different origins. */
test('pages work with an API of another origin: sign-in, a list, live changes, a file', async ({ page }) => {
  const apiOf = (baseURL: string) => baseURL.replace('localhost', '127.0.0.1');
  const shared = { databaseUrl: process.env.E2E_DATABASE_URL ?? '', secret: process.env.E2E_SECRET ?? '' };
  const server = await startBeside(shared, (baseURL) => ({ API_URL: apiOf(baseURL), HOST: '127.0.0.1', ROLES: 'web' }));
  const apiUrl = apiOf(server.baseURL);
  try {
    const say = sayIn('nl');
    const asked: URL[] = [];
    page.on('request', (request) => {
      if (['fetch', 'xhr'].includes(request.resourceType())) asked.push(new URL(request.url()));
    });
    const opened = page.waitForResponse((response) => response.url() === `${server.baseURL}/`);
    await signIn(page, person('hr.admin.9'), 'nl', server.baseURL);
    expect((await opened).headers()['content-security-policy']).toContain(`connect-src 'self' ${apiUrl};`);

    await page.goto(`${server.baseURL}/certificates`);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    expect((await takeList(page, say, 'csv')).rows.length).toBeGreaterThan(1);

    const wanted = ['/graphql', '/v1/api/profiles', '/v1/api/live', '/v1/api/exports/certificates.csv'];
    await expect
      .poll(() => asked.filter(({ origin }) => origin === apiUrl).map(({ pathname }) => pathname))
      .toEqual(expect.arrayContaining(wanted));
    // Only signing in and assets use the origin of the pages.
    const own = asked.filter(({ origin }) => origin !== apiUrl).map(({ pathname }) => pathname);
    expect(own.filter((path) => !path.startsWith('/auth/') && !path.startsWith('/assets/'))).toEqual([]);
    expect(own).toContain('/auth/sign-in');
    // An open page would log errors when its server stops.
    await page.goto('about:blank');
  } finally {
    await server.stop();
  }
});
