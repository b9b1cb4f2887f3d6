import type { MicrosoftOffer } from '@checkwell/domain/identity/microsoft';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { takeLoggedErrors } from '../../../../server/src/test/logged-errors.ts';
import { LOCAL } from '../../lib/session/storage.ts';
import { focus } from '../../test/fields.ts';
import { pageOf } from '../../test/fixtures/list.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer, offline, refusal } from '../../test/server.ts';
import { MissionsDocument } from '../missions/missions.gql.ts';
import { OpenOffersDocument } from '../missions/offers.gql.ts';

test('every other way in which a password opens nothing has its sentence, and the next try works', async () => {
  const server = fakeServer();
  server.rest('POST', '/auth/identify', () => ({ known: true, methods: ['password'] }));
  const { say } = await renderApp('/', { as: 'visitor', server });
  await userEvent.fill(page.getByLabelText(say('auth:signIn.email')), 'hanne.desmet@example.com');
  await userEvent.click(page.getByRole('button', { name: say('common:continue') }));
  const password = page.getByLabelText(say('auth:signIn.password'), { exact: true });
  const submit = page.getByRole('button', { name: say('auth:signIn.submit'), exact: true });
  const alert = page.getByRole('alert');
  await userEvent.fill(password, 'Kanaal-fiets-749');
  for (const code of ['auth.invalidCredentials', 'auth.tooManyAttempts', 'auth.unavailable', 'auth.accountDisabled'] as const) {
    server.rest('POST', '/auth/sign-in', () => refusal(code, { params: { retryAfterSeconds: 60 } }));
    // By the keyboard: a click leaves the focus in the field.
    await focus(submit);
    await userEvent.keyboard('{Enter}');
    await expect.element(alert.getByText(say(`errors:${code}`))).toBeVisible();
    await expect.element(password).toHaveFocus();
  }
  server.rest('POST', '/auth/sign-in', () => offline());
  await userEvent.click(submit);
  await expect.element(alert.getByText(say('common:failed.offlineTitle'))).toBeVisible();
  await expect.element(password).toHaveValue('Kanaal-fiets-749');
  expect(new Set(server.restCalls('POST', '/auth/sign-in').map(({ body }) => JSON.stringify(body)))).toEqual(
    new Set(['{"email":"hanne.desmet@example.com","password":"Kanaal-fiets-749"}']),
  );

  // A second step shows that the first one was taken.
  server.rest('POST', '/auth/sign-in', () => ({ secondStep: { ticket: 'x', methods: ['totp', 'recovery'] } }));
  await userEvent.click(submit);
  await expect.element(page.getByLabelText(say('auth:secondStep.code'))).toBeVisible();
});

test('the browser goes back from the password to the address, and a reload comes back to the password', async () => {
  const server = fakeServer();
  server.rest('POST', '/auth/identify', () => ({ known: true, methods: ['password', 'passkey'] }));
  const { say, address, reload, history } = await renderApp('/', { as: 'visitor', server });
  const email = page.getByRole('textbox', { name: say('auth:signIn.email') });
  const password = page.getByLabelText(say('auth:signIn.password'), { exact: true });
  const passkey = page.getByRole('button', { name: say('auth:passkey.button') });
  const proceed = async () => {
    await userEvent.click(page.getByRole('button', { name: say('common:continue') }));
    await expect.element(password).toBeVisible();
  };
  // The index of the entry, because the length stays at 50, and all tests of a worker share one history.
  const indexOf = () => window.history.state?.__TSR_index;
  const before = indexOf();
  await userEvent.fill(email, 'hanne.desmet@example.com');
  await proceed();
  history.back();
  await expect.element(password).not.toBeInTheDocument();
  await expect.element(email).toHaveValue('hanne.desmet@example.com');
  expect(address()).toBe('/');
  history.forward();
  await expect.element(password).toBeVisible();
  await expect.element(password).toHaveFocus();

  await reload();
  await expect.element(password).toBeVisible();
  await expect.element(passkey).toBeVisible();
  await expect.element(email).toHaveValue('hanne.desmet@example.com');
  // The pen beside the address leads to it as well, and to nowhere new.
  await userEvent.click(page.getByRole('button', { name: say('auth:signIn.otherEmail') }));
  await expect.element(email).not.toHaveAttribute('readonly');
  await expect.element(email).toHaveValue('hanne.desmet@example.com');
  expect(indexOf()).toBe(before);
});

test('what opens an account is not kept in the history: after a reload the second step begins with the password', async () => {
  const server = fakeServer();
  server.rest('POST', '/auth/identify', () => ({ known: true, methods: ['password'] }));
  server.rest('POST', '/auth/sign-in', () => ({ secondStep: { ticket: 'the-secret-ticket', methods: ['totp', 'recovery'] } }));
  const { say, reload } = await renderApp('/', { as: 'visitor', server });
  const password = page.getByLabelText(say('auth:signIn.password'), { exact: true });
  await userEvent.fill(page.getByLabelText(say('auth:signIn.email')), 'hanne.desmet@example.com');
  await userEvent.click(page.getByRole('button', { name: say('common:continue') }));
  await userEvent.fill(password, 'Kanaal-fiets-749');
  await userEvent.click(page.getByRole('button', { name: say('auth:signIn.submit'), exact: true }));
  await expect.element(page.getByLabelText(say('auth:secondStep.code'))).toBeVisible();
  expect(JSON.stringify(history.state)).not.toMatch(/the-secret-ticket|Kanaal/);

  await reload();
  await expect.element(password).toBeVisible();
  await expect.element(password).toHaveValue('');
  await expect.element(page.getByRole('textbox', { name: say('auth:signIn.email') })).toHaveValue('hanne.desmet@example.com');
});

test('a link with a token of nobody known asks first, and whoever stays has it no more', async () => {
  // As boot.ts leaves it behind (lib/session/link-parameters.ts).
  localStorage.setItem(LOCAL.linkToken, 'canary-token');
  const { say } = await renderApp('/', { as: 'visitor' });
  await expect.element(page.getByRole('heading', { name: say('auth:handoff.titleUnknown') })).toBeVisible();
  await expect.element(page.getByLabelText(say('auth:signIn.email'))).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: say('auth:handoff.stay') }));
  await expect.element(page.getByLabelText(say('auth:signIn.email'))).toBeVisible();
  expect(localStorage.getItem(LOCAL.linkToken)).toBeNull();
});

test('unknown addresses say so', async () => {
  const { say } = await renderApp('/nowhere', { as: 'doctor' });
  await expect.element(page.getByText(say('shell:notFound.title'))).toBeVisible();
  // React says so of the router's own lazy component, while developing.
  for (const line of takeLoggedErrors()) expect(line).toContain('conditional-use-of-use');
});

test('the shell opens at its own address, with the first screen of the role', async () => {
  const server = fakeServer();
  server.graphql(OpenOffersDocument, () => ({ openOffers: [] }));
  server.graphql(MissionsDocument, () => ({ checks: pageOf([]) }));
  const { say, address } = await renderApp('/_app', { server, as: 'doctor' });
  await expect.element(page.getByRole('heading', { level: 1, name: say('missions:list.title') })).toBeVisible();
  expect(address()).toBe('/missions');
});

/** As the window does that came home with Microsoft's answer (features/sign-in/microsoft/microsoft-window.ts). */
function answerOfMicrosoft(state: string): void {
  const channel = new BroadcastChannel('checkwell:microsoft');
  channel.postMessage({ kind: 'answer', answer: { state, code: 'of-this-test', error: null, description: '' } });
  channel.close();
}

test.each([
  ['that this browser did not begin', 'auth.microsoftLinkFailed'],
  ['to an account that was meanwhile linked to somebody else', 'auth.accountsLinkFailed'],
] as const)('a link %s fails with its sentence, and Microsoft can be asked again', async (_what, code) => {
  const server = fakeServer();
  server.rest<MicrosoftOffer>('GET', '/auth/microsoft', () => ({ offered: true }));
  server.rest('POST', '/auth/microsoft/start', () => ({ url: 'about:blank', state: 'of-this-test' }));
  server.rest('POST', '/auth/microsoft/complete', () => ({ outcome: 'link', email: 'hanne.desmet@example.com', ticket: 'ticket' }));
  server.rest('POST', '/auth/microsoft/link', () => refusal(code));
  const { say, reload } = await renderApp('/', { as: 'visitor', server });
  const password = page.getByLabelText(say('auth:signIn.password'), { exact: true });
  const asked = async (times: number) => {
    await userEvent.click(page.getByRole('button', { name: say('auth:microsoft.button') }));
    await expect.poll(() => server.restCalls('POST', '/auth/microsoft/start')).toHaveLength(times);
    await expect.element(page.getByText(say('auth:microsoft.waiting'))).toBeVisible();
    // The page listens once it knows the state that the server gave.
    await expect
      .poll(async () => {
        answerOfMicrosoft('of-this-test');
        return server.restCalls('POST', '/auth/microsoft/complete').length;
      })
      .toBe(times);
    await expect.element(page.getByRole('heading', { name: say('auth:microsoft.link.title') })).toBeVisible();
  };
  await asked(1);
  await reload();
  await expect.element(page.getByRole('heading', { name: say('auth:microsoft.link.title') })).toBeVisible();
  await userEvent.fill(password, 'Kanaal-fiets-749');
  await userEvent.click(page.getByRole('button', { name: say('auth:microsoft.link.submit') }));
  await expect.element(page.getByRole('alert')).toHaveTextContent(say(`errors:${code}`));
  await expect.element(page.getByLabelText(say('auth:signIn.email'))).toHaveValue('hanne.desmet@example.com');
  expect(server.restCalls('POST', '/auth/microsoft/link')[0]?.body).toEqual({ ticket: 'ticket', password: 'Kanaal-fiets-749' });
  await asked(2);
});

test('a window without its page says so, and keeps no code in its address', async () => {
  const { setTimeout: real } = globalThis;
  // It waits four seconds for its page (LOST_MS).
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, wait?: number) =>
    real(run, wait === 4000 ? 0 : wait)) as typeof setTimeout);
  const { say, address } = await renderApp('/microsoft?state=of-nobody&code=stray', { as: 'visitor' });
  await expect.element(page.getByText(say('auth:microsoft.window.lost'))).toBeVisible();
  expect(address()).toBe('/microsoft');
  await userEvent.click(page.getByRole('link', { name: say('auth:microsoft.window.again') }));
  await expect.poll(address).toBe('/');
});
