import { companyOf } from '../support/api.ts';
import { type LaunchDarkly, startLaunchDarkly } from '../support/launchdarkly.ts';
import { enter, person } from '../support/people.ts';
import { sayIn } from '../support/screens/say.ts';
import { test as base, expect } from '../support/test.ts';

/**
 * Feature flags of LaunchDarkly, by configuration alone (specification, sections 3, 4 and 7): its own client in the page, and a server on
 * another port that speaks its protocol. What is asserted is what came over the wire.
 */

const test = base.extend<object, { launchDarkly: LaunchDarkly }>({
  launchDarkly: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const started = await startLaunchDarkly();
      await use(started);
      await started.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ launchDarkly }, use) => use(launchDarkly.server.baseURL),
});

const HR = person('hr.admin.9');
/** What goes to a service that is away, in the browser's own words. */
const UNREACHABLE = /net::ERR_(EMPTY_RESPONSE|CONNECTION_\w+|INCOMPLETE_CHUNKED_ENCODING|FAILED)/;

test('answers come with the context of the user, changes by the stream, and events go without the e-mail address', async ({
  page,
  launchDarkly: { relay },
}) => {
  const say = sayIn('en');
  relay.set('dashboardMail', true);
  const loading = page.waitForResponse((response) => new URL(response.url()).pathname === '/dashboard');
  await enter(page, HR, 'en', '/dashboard');
  // The page may speak with this one other origin.
  expect((await loading).headers()['content-security-policy']).toContain(`connect-src 'self' ${relay.url};`);
  const send = page.getByRole('button', { name: say('dashboard:action.send') });
  await expect(send).toBeVisible();
  const context = {
    kind: 'user',
    key: HR.email,
    companyId: await companyOf(page),
    email: HR.email,
    firstName: HR.firstName,
    lastName: HR.lastName,
    anonymous: false,
  };
  await expect.poll(() => relay.asked).toEqual([context]);
  await expect.poll(() => relay.streamed).toEqual([context]);

  // Nobody reloads, and nobody asks again: the stream says it, there and back.
  relay.set('dashboardMail', false);
  await expect(send).toHaveCount(0);
  relay.set('dashboardMail', true);
  await expect(send).toBeVisible();
  expect(relay.asked).toHaveLength(1);

  // Who is asked about, and which flags were looked at: both are told, the address in neither.
  await expect.poll(() => relay.events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['identify', 'summary']));
  const told = relay.events.flatMap((event) => event.context ?? []);
  expect(told.length).toBeGreaterThan(0);
  for (const user of told)
    expect(user).toMatchObject({ kind: 'user', key: HR.email, firstName: HR.firstName, _meta: { redactedAttributes: ['/email'] } });
  expect(relay.bodies.join('\n')).not.toContain('"email":');
});

test(`out of reach, the answers are those of the last time, or of the list, and it is only logged`, async ({
  page,
  newBrowser,
  launchDarkly: { relay },
  expectedErrors,
}) => {
  expectedErrors.push(UNREACHABLE, /could not be identified for feature flags/);
  const say = sayIn('en');
  const send = { name: say('dashboard:action.send') };
  const download = { name: say('dashboard:action.download') };
  relay.set('dashboardMail', false);
  const listening = relay.streamed.length;
  await enter(page, HR, 'en', '/dashboard');
  await expect(page.getByRole('button', download)).toBeVisible();
  await expect(page.getByRole('button', send)).toHaveCount(0);
  await expect.poll(() => relay.streamed.length).toBeGreaterThan(listening);

  relay.away(true);
  try {
    const refused = page.waitForEvent('requestfailed', (request) => request.url().startsWith(relay.url));
    await page.reload();
    await expect(page.getByRole('button', download)).toBeVisible();
    await refused;
    // The list would say yes: that the button stays away is what local storage remembers.
    await expect(page.getByRole('button', send)).toHaveCount(0);

    const fresh = await newBrowser();
    const logged: string[] = [];
    fresh.on('console', (message) => logged.push(`${message.type()}: ${message.text()}`));
    await enter(fresh, HR, 'en', '/dashboard');
    await expect.poll(() => logged.join('\n')).toMatch(/warning: The user could not be identified for feature flags:/);
    await expect(fresh.getByRole('button', send)).toBeVisible();
    // The screens go on as if nothing were.
    await fresh
      .getByRole('navigation')
      .getByRole('link', { name: say('shell:nav.checks') })
      .click();
    await expect(fresh.getByRole('heading', { level: 1, name: say('checks:list.title') })).toBeVisible();
  } finally {
    relay.away(false);
  }
});
