import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectFieldError, fieldOf, focus } from '../../../test/fields.ts';
import { renderApp } from '../../../test/render.tsx';
import { fakeServer } from '../../../test/server.ts';

/** Forgot password, reset password, and the request for access. */

const away = () => new Response('', { status: 503 });
const PASSWORD = 'Kanaal-fiets-749';

test('forgot password says what is wrong, keeps what was typed, and fails in words', async () => {
  const server = fakeServer();
  server.rest('POST', '/auth/identify', ({ body }) => ({ known: (body as { email: string }).email.startsWith('dirk'), methods: [] }));
  const { say, reload } = await renderApp('/forgot-password', { as: 'visitor', server });
  const email = fieldOf(page, say('auth:signIn.email'));
  const send = page.getByRole('button', { name: say('account:forgot.submit') });
  await userEvent.click(send);
  await expectFieldError(email, say('validation:emailRequired'));
  await userEvent.fill(email, 'nobody');
  await userEvent.click(send);
  await expectFieldError(email, say('validation:emailInvalid'));
  await userEvent.fill(email, 'nobody@nowhere.example');
  // By the keyboard: a click leaves the focus in the field.
  await focus(send);
  await userEvent.keyboard('{Enter}');
  await expectFieldError(email, `${say('auth:unknownEmail')} ${say('auth:unknownEmailHint')}`);
  await expect.element(email).toHaveFocus();
  await reload();
  await expect.element(email).toHaveValue('nobody@nowhere.example');
  server.rest('POST', '/auth/password/forgot', away);
  await userEvent.fill(email, 'dirk.maes@example.com');
  await userEvent.click(send);
  await expect.element(page.getByText(say('common:genericError')).first()).toBeVisible();
  await expect.element(email).toHaveValue('dirk.maes@example.com');
  server.rest('POST', '/auth/password/forgot', () => undefined);
  await userEvent.click(send);
  await expect.element(page.getByRole('heading', { level: 1, name: say('account:forgot.sentTitle') })).toHaveFocus();
});

test('a request for access fails in words, and loses nothing that was typed', async () => {
  const server = fakeServer();
  server.rest('POST', '/v1/api/sign-ups', away);
  const { say } = await renderApp('/confirm-identity', { as: 'visitor', server });
  const typed = { firstName: 'Amal', lastName: 'Benali', email: 'amal@example.com', phoneNumber: '0470 12 34 56' } as const;
  const fields = (Object.keys(typed) as (keyof typeof typed)[]).map(
    (name) => [fieldOf(page, say(`account:signUp.${name}`)), typed[name]] as const,
  );
  for (const [field, text] of fields) await userEvent.fill(field, text);
  await userEvent.click(page.getByRole('button', { name: say('account:signUp.submit') }));
  await expect.element(page.getByText(say('common:genericError')).first()).toBeVisible();
  for (const [field, text] of fields) await expect.element(field).toHaveValue(text);
  server.rest('POST', '/v1/api/sign-ups', () => undefined);
  await userEvent.click(page.getByRole('button', { name: say('account:signUp.submit') }));
  await expect.element(page.getByRole('heading', { level: 1, name: say('account:signUp.sentTitle') })).toHaveFocus();
  expect(server.restCalls('POST', '/v1/api/sign-ups').at(-1)?.body).toMatchObject({ ...typed, phoneNumber: '+32470123456' });
});

test('a link that cannot be asked about can be asked about again, and a password that cannot be saved stays typed', async () => {
  const server = fakeServer();
  server.rest('POST', '/auth/password/link', away);
  const { say } = await renderApp('/reset-password#some-token', { as: 'visitor', server });
  const retry = page.getByRole('button', { name: say('common:retry') });
  await expect.element(retry).toBeVisible();
  server.rest('POST', '/auth/password/link', () => ({ purpose: 'reset', email: 'amal@example.com' }));
  server.rest('POST', '/auth/password/reset', away);
  await userEvent.click(retry);
  const password = fieldOf(page, say('account:reset.password'));
  const confirmation = fieldOf(page, say('account:reset.confirmation'));
  const submit = page.getByRole('button', { name: say('account:reset.submit') });
  await userEvent.fill(password, PASSWORD);
  await userEvent.fill(confirmation, 'Kanaal-fiets-750');
  await userEvent.click(submit);
  await expectFieldError(confirmation, say('validation:passwordMismatch'));
  await userEvent.fill(confirmation, PASSWORD);
  await userEvent.click(submit);
  await expect.element(page.getByText(say('common:genericError')).first()).toBeVisible();
  await expect.element(password).toHaveValue(PASSWORD);
  server.rest('POST', '/auth/password/reset', () => undefined);
  await userEvent.click(submit);
  await expect.element(page.getByRole('heading', { level: 1, name: say('account:reset.doneTitle') })).toBeVisible();
  expect(server.restCalls('POST', '/auth/password/reset').map(({ body }) => body)).toEqual([
    { token: 'some-token', password: PASSWORD },
    { token: 'some-token', password: PASSWORD },
  ]);
});
