import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { takeLoggedErrors } from '../../../../server/src/test/logged-errors.ts';
import { LOCAL } from '../../lib/session/storage.ts';
import { pageOf } from '../../test/fixtures/list.ts';
import { renderApp } from '../../test/render.tsx';
import { sayIn } from '../../test/say.ts';
import { fakeServer } from '../../test/server.ts';
import { ChecksDocument } from '../checks/checks.gql.ts';

/** Language, colours and name of whoever is signed in. */

function serverOfChecks() {
  const server = fakeServer();
  server.graphql(ChecksDocument, () => ({ checks: pageOf([]) }));
  return server;
}
const title = (say: ReturnType<typeof sayIn>) => page.getByRole('heading', { level: 1, name: say('checks:list.title') });

test.each([
  ['fails', () => new Response('{}', { status: 500 }), /Error refreshing profile:/],
  ['comes back empty', () => new Response('', { status: 200 }), /Error refreshing profile:.*Profile response is undefined/s],
])('a profile that %s is only logged, and the screens do without a name', async (_what, answer, reason) => {
  const server = serverOfChecks();
  server.rest('GET', '/v1/api/profiles', answer);
  const { say } = await renderApp('/checks', { server });
  await expect.element(title(say)).toBeVisible();
  const logged: string[] = [];
  await expect.poll(() => logged.push(...takeLoggedErrors())).toBeGreaterThan(0);
  for (const line of logged) expect(line).toMatch(reason);
});

test('another language is saved, and profile and superior are loaded again, in it', async () => {
  const server = serverOfChecks();
  const { reload } = await renderApp('/checks', { server, language: 'nl' });
  const [before, after] = [sayIn('nl'), sayIn('fr')];
  await expect.element(title(before)).toBeVisible();
  const asked = () => ['/v1/api/profiles', '/v1/api/superiors'].map((path) => server.restCalls('GET', path).length);
  await expect.poll(asked).toEqual([1, 1]);
  await userEvent.click(page.getByRole('button', { name: 'Hanne De Smet' }));
  await userEvent.click(page.getByRole('menuitemradio', { name: before('common:language.fr') }));
  await expect.element(title(after)).toBeVisible();
  await expect.poll(asked).toEqual([2, 2]);
  expect(localStorage.getItem(LOCAL.language)).toBe('fr');
  await reload();
  await expect.element(title(after)).toBeVisible();
  await expect.poll(() => document.title).toContain(after('checks:list.title'));
});

test('language and colour mode are there again after a reload', async () => {
  const { say, reload } = await renderApp('/', { as: 'visitor', language: 'fr' });
  await userEvent.click(page.getByRole('button', { name: say('auth:colorMode.toDark') }));
  expect(document.documentElement).toHaveClass('dark');
  await reload();
  await expect.element(page.getByRole('heading', { level: 1, name: say('auth:signIn.title') })).toBeVisible();
  expect(localStorage.getItem(LOCAL.language)).toBe('fr');
  expect(document.documentElement).toHaveClass('dark');
  // Which a new page applies before it shows anything (boot.ts).
  expect(localStorage.getItem(LOCAL.colorMode)).toBe('dark');
});
