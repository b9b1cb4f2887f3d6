import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MissionsDocument } from './features/missions/missions.gql.ts';
import { OpenOffersDocument } from './features/missions/offers.gql.ts';
import { LOCAL } from './lib/session/storage.ts';
import { pageOf } from './test/fixtures/list.ts';
import { answerShell, personOf } from './test/people.ts';
import { renderApp } from './test/render.tsx';
import { fakeServer } from './test/server.ts';

test('the sign-in page is shown without the application, which comes when a link leads elsewhere, and goes on from there', async () => {
  const { say, address, router, history } = await renderApp('/', { as: 'visitor' });
  await expect.poll(() => document.title).toBe(`${say('auth:signIn.title')} · ${say('common:product')}`);
  expect(router).toThrow();
  await userEvent.click(page.getByRole('link', { name: say('auth:signIn.confirmIdentity') }));
  await expect.element(page.getByRole('heading', { level: 1, name: say('account:signUp.title') })).toBeVisible();
  expect(address()).toBe('/confirm-identity');
  await expect.poll(() => document.title).toBe(`${say('account:signUp.title')} · ${say('common:product')}`);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();

  // Back to the sign-in, which the router shows now.
  history.back();
  await expect.element(page.getByRole('heading', { level: 1, name: say('auth:signIn.title') })).toHaveFocus();
  expect(router().state.location.pathname).toBe('/');
});

test('whoever comes in goes on to the first screen of the role, through every redirection', async () => {
  const server = fakeServer();
  answerShell(server, personOf('doctor', 'en'), {});
  server.graphql(OpenOffersDocument, () => ({ openOffers: [] }));
  server.graphql(MissionsDocument, () => ({ checks: pageOf([]) }));
  // As boot.ts leaves it behind (lib/session/link-parameters.ts).
  localStorage.setItem(LOCAL.linkToken, 'token-of-a-link');
  const { say, address } = await renderApp('/', { as: 'visitor', server });
  await userEvent.click(page.getByRole('button', { name: say('auth:handoff.continueUnknown') }));
  await expect.element(page.getByRole('heading', { level: 1, name: say('missions:list.title') })).toHaveFocus();
  expect(address()).toBe('/missions');
});

test('whoever goes back while the application is fetched finds the sign-in page as it was, and can leave it again', async () => {
  const arrivals: (() => void)[] = [];
  const fetching = () => new Promise<void>((resolve) => arrivals.push(resolve));
  const server = fakeServer();
  const { say, address, history, router } = await renderApp('/', { as: 'visitor', server, fetching });
  const email = page.getByRole('textbox', { name: say('auth:signIn.email') });
  const link = page.getByRole('link', { name: say('auth:signIn.confirmIdentity') });
  await userEvent.fill(email, 'hanne.desmet@example.com');
  await userEvent.click(link);
  expect(address()).toBe('/confirm-identity');
  history.back();
  await expect.poll(address).toBe('/');
  for (const arrive of arrivals.splice(0)) arrive();
  await expect.element(email).toHaveValue('hanne.desmet@example.com');
  expect(router).toThrow();

  await userEvent.click(link);
  for (const arrive of arrivals.splice(0)) arrive();
  await expect.element(page.getByRole('heading', { level: 1, name: say('account:signUp.title') })).toBeVisible();
});

test('an application whose code does not come says so', async () => {
  const fetching = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  const { say } = await renderApp('/', { as: 'visitor', fetching });
  await userEvent.click(page.getByRole('link', { name: say('auth:signIn.confirmIdentity') }));
  await expect.element(page.getByRole('alert').getByText(say('common:failed.title'))).toBeVisible();
  await expect.element(page.getByRole('button', { name: say('common:retry') })).toBeVisible();
});
